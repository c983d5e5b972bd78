// A Response or a Request in the place of options: its getters are read as options are.
const http = require('http');
const server = http.createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  response.setHeader('X-Method', request.method);
  response.end(`${request.url} ${request.headers['x-name']} ${request.headers['transfer-encoding']} ${body}`);
});
server.listen(0, '127.0.0.1', async error => {
  console.log(error);
  const base = `http://127.0.0.1:${server.address().port}`;
  const first = new Response('first', {status: 201, statusText: 'Made', headers: {'X-A': '1'}});
  const copy = new Response(first.body, first);
  copy.headers.set('X-B', '2');
  console.log(copy.status, copy.statusText, [...copy.headers], [...first.headers], await copy.text());
  const empty = new Response(null, first);
  console.log(empty.status, empty.body, first.bodyUsed);
  const parts = new Response('parts', {status: first.status, statusText: first.statusText, headers: first.headers});
  console.log(parts.status, parts.headers.get('x-a'));
  const request = new Request(`${base}/one`, {method: 'POST', headers: {'X-Name': 'Ann'}, body: 'text'});
  const moved = new Request(`${base}/two`, request);
  console.log(moved.url.slice(-4), moved.method, moved.headers.get('x-name'), request.bodyUsed, moved.duplex);
  const answer = await fetch(moved);
  console.log(answer.headers.get('x-method'), await answer.text());
  const again = await fetch(`${base}/three`, new Request(`${base}/four`, {method: 'PUT', headers: {'X-Name': 'Bob'}, body: 'more'}));
  console.log(again.headers.get('x-method'), await again.text());
  const controller = new AbortController();
  const aborted = new Request(`${base}/five`, new Request(base, {signal: controller.signal}));
  controller.abort();
  console.log(aborted.signal.aborted);
  try {
    new Response('text', new Response(null, {status: 204}));
  } catch (error) {
    console.log(error.name, error.message);
  }
  server.close();
  server.closeAllConnections();
});
