const http = require('http');

// Parses a document of 24,091 bytes for each request and sends the unchanged text.

const document = {};
for (let i = 0; i < 100; i++) {
  const inner = {};
  for (let j = 0; j < 10; j++) inner['inner' + j] = '123456789' + i;
  document['outer' + i] = inner;
}
const json = JSON.stringify(document);

http.createServer((request, response) => {
  const object = JSON.parse(json);
  response.writeHead(200, {'Content-Type': 'text/plain'});
  response.end(json);
}).listen(process.env.PORT || 8001, '127.0.0.1');
