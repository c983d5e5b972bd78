// The server of bench/tls.js, in Node.js; server.cpp is the same in Node.cpp.
const https = require('https');
const url = require('url');
const fs = require('fs');

const body = Buffer.alloc(1 << 20, '0123456789abcdef');
const file = process.env.FILE;
const size = fs.statSync(file).size;
const options = {
  key: fs.readFileSync(process.env.KEY, 'utf8'),
  cert: fs.readFileSync(process.env.CERT, 'utf8'),
};

const server = https.createServer(options, (request, response) => {
  if (request.method === 'PUT') {
    let received = 0;
    request.on('data', chunk => { received += chunk.length; });
    request.on('end', () => response.end('' + received));
  } else if (request.url === '/memory') {
    response.writeHead(200, {'Content-Length': body.length});
    response.end(body);
  } else if (request.url === '/file') {
    response.writeHead(200, {'Content-Length': size});
    fs.createReadStream(file).pipe(response);
  } else {
    response.writeHead(200, {'Content-Type': 'text/xml'});
    const urlObj = url.parse(request.url, true);
    response.end('' + urlObj.query['value'] + '');
  }
});
// Idle connections are measured, and large bodies take long.
server.keepAliveTimeout = 600000;
server.requestTimeout = 0;
server.listen(process.env.PORT, '127.0.0.1');
