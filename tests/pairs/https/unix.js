// Requests over a unix-domain socket: the end of a connection that the server has closed is no error.
const https = require('https');
const {certificate} = require('../tls/scenes.js');
const pem = certificate('localhost', 'DNS:localhost');
const path = `/tmp/https-unix-${process.pid}.sock`;
const server = https.createServer({key: pem, cert: pem}, (request, response) => response.end(request.url + ' ' + request.headers.host));
server.listen(path, () => {
  function ask(left) {
    if (left === 0) return server.close(() => console.log('closed'));
    const request = https.get({socketPath: path, path: '/' + left, agent: false, ca: pem}, response => {
      response.on('data', chunk => console.log(response.statusCode, '' + chunk));
      response.on('end', () => console.log('end'));
    });
    request.on('error', error => console.log(error.code));
    request.on('close', () => setTimeout(ask, 5, left - 1));
  }
  ask(4);
});
