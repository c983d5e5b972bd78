// Listing 1 for Bun's own server with its fastest API. It sends Content-Length where Node.js sends chunks, and orders
// the header names in its own way.
Bun.serve({
  port: Number(process.env.PORT || 2000),
  hostname: '127.0.0.1',
  fetch(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, {status: 405, statusText: 'Method Not Allowed'});
    }
    const value = new URL(request.url).searchParams.get('value');
    return new Response(value === '' ? 'no value specified' : '' + value, {headers: {'Content-Type': 'text/xml'}});
  },
});
