// stderr
const net = require('net');
net.createServer().listen('/tmp/nodecpp-no-such-folder/x.sock');
