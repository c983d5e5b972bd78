const finalhandler = require('finalhandler');
const fs = require('fs');
const http = require('http');
const https = require('https');
const serveStatic = require('serve-static');

// Serves the files of the folder $ROOT, or of the current one. It speaks TLS when KEY and CERT name the files of a private
// key and of its certificate.

const serve = serveStatic(process.env.ROOT || '.', {
  extensions: ['html'],
  maxAge: '1h',
});

const server = process.env.KEY
  ? https.createServer({key: fs.readFileSync(process.env.KEY), cert: fs.readFileSync(process.env.CERT)})
  : http.createServer();

server.on('request', (request, response) => {
  serve(request, response, finalhandler(request, response, {env: 'production'}));
});

server.listen(process.env.PORT || 2004, '127.0.0.1');
