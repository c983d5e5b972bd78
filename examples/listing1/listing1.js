const http = require('http');
const url = require('url');

http.createServer(function (request, response) {
  if (request.method === 'GET' ||
      request.method === 'HEAD') {
    response.writeHead(200,
      {'Content-Type': 'text/xml'});
    const urlObj = url.parse(request.url, true);
    const value = urlObj.query['value'];
    if (value === '') {
      response.end('no value specified');
    } else {
      response.end('' + value + '');
    }
  } else {
    response.writeHead(405,
      'Method Not Allowed');
    response.end();
  }
}).listen(process.env.PORT || 2000, '127.0.0.1');
