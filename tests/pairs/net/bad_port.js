// stderr
const net = require('net');
process.on('exit', code => console.log('exit', code));
net.createServer().listen(70000, '127.0.0.1');
