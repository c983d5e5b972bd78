const https = require('https');
const url = require('url');
const fs = require('fs');
const {execFileSync} = require('child_process');

// KEY and CERT name the files of a private key and of its certificate, in PEM. Without them, both are made here for
// localhost, and live as long as the program.
const made = process.env.KEY ? '' : execFileSync('openssl',
  ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost',
    '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', '-'],
  {stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8'});
const options = {
  key: process.env.KEY ? fs.readFileSync(process.env.KEY, 'utf8') : made,
  cert: process.env.CERT ? fs.readFileSync(process.env.CERT, 'utf8') : made,
};

https.createServer(options, function (request, response) {
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
}).listen(process.env.PORT || 8443, '127.0.0.1');
