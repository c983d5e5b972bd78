// A service that tells what it was asked, and what it answers: headers in objects and in JSON.
const http = require('http');
const server = http.createServer((request, response) => {
  const {host, ...headers} = request.headers;
  response.setHeader('X-Two', ['a', 'b']);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('X-Number', 5);
  console.log(JSON.stringify({method: request.method, headers, raw: request.rawHeaders.slice(0, 6), distinct: request.headersDistinct['x-a']}));
  console.log(JSON.stringify(response.getHeaders()), response.getHeaders()['x-two'], Object.entries(response.getHeaders()));
  console.log(Object.keys(headers), Object.entries(headers));
  response.end(JSON.stringify({...response.getHeaders(), url: request.url}));
});
server.listen(0, '127.0.0.1', () => {
  const options = {host: '127.0.0.1', port: server.address().port, agent: false, headers: {'X-A': ['1', '2'], Accept: 'text/ü'}};
  http.get(options, response => {
    response.setEncoding('utf8').on('data', text => console.log(text));
    response.on('end', () => server.close());
  });
});
