// The server of bench/dgram.js, in Node.js; server.cpp is the same in Node.cpp.
const dgram = require('dgram');

const socket = dgram.createSocket('udp4');
socket.on('message', (message, remote) => { socket.send(message, remote.port, remote.address); });
socket.bind(Number(process.env.PORT), '127.0.0.1');
