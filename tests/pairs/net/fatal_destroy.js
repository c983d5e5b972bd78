// stderr
const net = require('net');
const server = net.createServer(socket => socket.destroy(new RangeError('destroyed with it'))).listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').on('error', () => {}));
