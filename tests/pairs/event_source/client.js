// An EventSource: its requests, events of all forms, connections that end and are lost, a redirect, and the last word.
// env: NODE_OPTIONS=--experimental-eventsource
// env: NODE_NO_WARNINGS=1
const http = require('http');
const hidden = text => text.replace(/:\d+/, ':PORT');
let count = 0;
const server = http.createServer((request, response) => {
  count++;
  console.log('request', count, request.method, request.url, request.headers['last-event-id'], request.headers.accept,
    request.headers['cache-control'], request.headers['accept-language'], request.headers['sec-fetch-mode'], request.headers['user-agent']);
  const ok = {'Content-Type': 'Text/Event-Stream ; charset=utf-8'};
  if (count === 1) {
    response.writeHead(200, ok);
    response.write('\ufeffretry: 20\nid: 7\ndata: one\n\n: a comment\n\ndata\n\ndata:  two \ndata:three\nignored: x\n\n');
    response.write('event: named\nid\ndata: \u20ac\n\nid: a\0b\ndata: zero\r\rid: 8\r\n\r\nretry: 1x\nevent:\ndata: last\n\ndata: cut');
    setTimeout(() => response.destroy(), 30);
  } else if (count === 2) {
    response.writeHead(200, ok);
    response.write('data: second\n\n');
    setTimeout(() => response.end(), 30);
  } else if (count === 3) {
    response.writeHead(302, {'Location': '/other'});
    response.end();
  } else if (count === 4) {
    response.writeHead(200, ok);
    response.write('data: third\nid:9\n\n');
    setTimeout(() => response.end(), 30);
  } else {
    response.writeHead(503);
    response.end();
  }
}).listen(0, '127.0.0.1', () => {
  const source = new EventSource(`http://127.0.0.1:${server.address().port}/a?b#c`, {withCredentials: true});
  console.log(hidden(source.url), source.readyState, source.withCredentials, source.readyState === EventSource.CONNECTING);
  source.onopen = event => console.log('open', source.readyState, event.type, event.target === source);
  source.onmessage = event => console.log('message', JSON.stringify(event.data), event.lastEventId, hidden(event.origin), event.type);
  source.addEventListener('named', event => console.log('named', event.data, event.type, JSON.stringify(event.lastEventId)));
  source.onerror = event => {
    console.log('error', source.readyState, event.type);
    if (source.readyState === EventSource.CLOSED) {
      source.close();
      console.log('closed', source.readyState);
      server.close();
    }
  };
});
