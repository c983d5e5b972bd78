// stderr
const net = require('net');
process.on('exit', code => console.log('exit', code));
net.createConnection(1, '127.0.0.1');
