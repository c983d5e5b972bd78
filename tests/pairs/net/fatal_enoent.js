// stderr
const net = require('net');
net.connect('/tmp/nodecpp-no-such.sock');
