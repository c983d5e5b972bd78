// stderr
const net = require('net');
console.log('before');
net.createServer().listen(70000);
