// Prices as server-sent events: GET / is a page that shows them, GET /prices the stream of them, POST /price sets one.
// A client that comes back gets what it has missed.
//   PORT=8000 node stream.js; curl -N localhost:8000/prices; curl -d 'tea=3.50' localhost:8000/price
const http = require('http');
const querystring = require('querystring');

// What Node.cpp has as http::events.
function events(response, retry) {
  response.writeHead(200, {'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no'});
  response.write(`retry: ${retry}\n\n`);
  setInterval(() => response.write(':\n\n'), 15000).unref();
  return {
    lastEventId: response.req.headers['last-event-id'] || '',
    send: ({data, event, id}) => response.write(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`),
    on: (name, f) => response.on(name, f),
  };
}

const page = `<!doctype html><title>Prices</title><ul></ul><script>
  const source = new EventSource('/prices');
  source.addEventListener('price', event => {
    const line = document.createElement('li');
    line.textContent = event.lastEventId + ': ' + event.data;
    document.querySelector('ul').append(line);
  });
</script>
`;
const most = 100; // prices that are kept for clients that come back
let kept = [];
let count = 0;
const clients = new Set();

http.createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/') {
    response.writeHead(200, {'Content-Type': 'text/html'});
    response.end(page);
  } else if (request.method === 'GET' && request.url === '/prices') {
    const stream = events(response, 1000);
    const last = Number(stream.lastEventId);
    for (const price of kept) {
      if (price.id > last) stream.send({data: price.data, event: 'price', id: String(price.id)});
    }
    clients.add(stream);
    stream.on('close', () => clients.delete(stream));
  } else if (request.method === 'POST' && request.url === '/price') {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', chunk => {
      body += chunk;
      if (body.length > 1000) request.destroy();
    });
    request.on('end', () => {
      for (const [name, value] of Object.entries(querystring.parse(body))) {
        const price = {id: ++count, data: `${name} ${value}`};
        kept.push(price);
        if (kept.length > most) kept.shift();
        for (const client of clients) client.send({data: price.data, event: 'price', id: String(price.id)});
      }
      response.end(`${clients.size} told\n`);
    });
  } else {
    response.writeHead(404);
    response.end();
  }
}).listen(process.env.PORT || 8000, '127.0.0.1');
