// stderr
const net = require('net');
net.connect(80, 'no-such-host.invalid');
