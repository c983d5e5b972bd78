'use strict';
// Helpers of the pairs about https: the scenes of net, a certificate, and a server for each scene.
const https = require('https');
const scenes = require('../tls/scenes.js');
const {say, hold, release, certificate} = scenes;
const pem = certificate('localhost', 'DNS:localhost,IP:127.0.0.1');
module.exports = {...scenes, pem, serve, tell};

// Starts a server for one scene. `ask` is called with the options of a request to this server, and with the function
// that closes the server.
function serve(options, listener, ask) {
  hold();
  const server = https.createServer({...options, key: pem, cert: pem}, listener);
  server.on('close', release);
  server.listen(0, '127.0.0.1', () => ask({host: '127.0.0.1', port: server.address().port, ca: pem}, () => server.close()));
  return server;
}
// Prints the response or the error of a request, and then calls `done`.
function tell(request, done) {
  hold();
  const next = () => setTimeout(() => { done(); release(); }, 5);
  request.on('response', response => {
    const socket = response.socket;
    const how = request.reusedSocket ? 'the same connection' : socket.isSessionReused() ? 'resumed' : 'anew';
    say('client', response.statusCode, how, socket.authorized, socket.encrypted, socket.alpnProtocol || 'none');
    let body = '';
    response.setEncoding('utf8').on('data', text => { body += text; });
    response.on('end', () => { say('client', body); next(); });
  });
  request.on('error', error => { say('client', error.code); next(); });
}
