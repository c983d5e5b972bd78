const net = require('net');
net.connect({port: 1, host: 'x.test', lookup: (host, options, callback) => callback(null, [{address: '127.0.0.1', family: 4}, {address: '127.0.0.2', family: 4}])});
