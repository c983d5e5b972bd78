// stderr
const net = require('net');
process.on('exit', code => console.log('exit', code));
net.createServer().listen('/nonexistent/x.sock');
