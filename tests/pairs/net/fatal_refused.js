// stderr
const net = require('net');
net.connect(1, '127.0.0.1', () => console.log('never'));
