// stderr
const net = require('net');
const server = net.createServer(() => { throw new TypeError('in a listener'); }).listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1'));
