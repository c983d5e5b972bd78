'use strict';
// Helpers of the pairs about tls: the scenes of net, and certificates that are made when the program starts.
const {execFileSync} = require('child_process');
const tls = require('tls');
const net = require('../net/scenes.js');
const {say, hold, release} = net;
module.exports = {...net, certificate, codeOf, server, client};

// Returns a certificate that signs itself, and its key, in one text.
function certificate(name, names) {
  return '' + execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
    '-subj', '/CN=' + name, '-addext', 'subjectAltName=' + names, '-keyout', '-'], {stdio: ['ignore', 'pipe', 'ignore']});
}
// The names of some errors have changed between OpenSSL 3.0 and the one that Node brings.
function codeOf(error) {
  return (error.code || 'none').replace('PACKET_LENGTH', 'DATA_LENGTH').replace('SSLV3_ALERT', 'SSL/TLS_ALERT');
}
// Starts a server for one scene. `secured` gets each connection, and `listening` the port.
function server(options, secured, listening) {
  const made = tls.createServer(options, socket => {
    say('server', 'secureConnection', socket.authorized, socket.authorizationError || 'none', socket.alpnProtocol || 'none', socket.servername || 'none');
    hold();
    socket.on('end', () => say('server', 'end'));
    socket.on('error', error => say('server', 'error', codeOf(error)));
    socket.on('close', hadError => { say('server', 'close', hadError); release(); });
    secured(socket);
  });
  made.on('tlsClientError', (error, socket) => say('server', 'tlsClientError', codeOf(error), socket.destroyed));
  hold();
  made.on('close', release);
  made.listen(0, '127.0.0.1', () => listening(made.address().port));
  return made;
}
// Prints the events of a client.
function client(socket, name = 'client') {
  hold();
  socket.on('connect', () => say(name, 'connect', socket.authorized, socket.encrypted));
  socket.on('secureConnect', () => say(name, 'secureConnect', socket.authorized, socket.authorizationError || 'none', socket.alpnProtocol || 'none'));
  socket.on('secure', () => say(name, 'secure'));
  socket.on('end', () => say(name, 'end'));
  socket.on('error', error => say(name, 'error', codeOf(error)));
  socket.on('close', hadError => { say(name, 'close', hadError, socket.secureConnecting); release(); });
  return socket;
}
