// An agent that decides which sockets it keeps, a request from a chosen port, and a server that ends with its program.
const http = require('http');
class Choosy extends http.Agent {
  keepSocketAlive(socket) {
    this.asked = (this.asked || 0) + 1;
    console.log('kept?', this.asked);
    return this.asked < 2 && super.keepSocketAlive(socket);
  }
  reuseSocket(socket, request) {
    console.log('used again for', request.path);
    super.reuseSocket(socket, request);
  }
}

const agent = new Choosy({keepAlive: true, maxSockets: 1});
const server = http.createServer({keepAliveInitialDelay: 1000, keepAlive: true}, (request, response) => response.end(request.url));
server.maxConnections = 8;
server.on('connection', socket => {
  if (server.wanted) console.log('from the chosen port', socket.remotePort === server.wanted);
});
const ask = (path, options, done) => http.get({agent, host: '127.0.0.1', port: server.address().port, path, ...options}, response => {
  response.setEncoding('utf8').on('data', text => console.log(text, response.req.reusedSocket));
  response.on('end', () => setTimeout(done, 20));
});
const freePort = done => {
  const other = http.createServer().listen(0, '127.0.0.1', () => {
    const {port} = other.address();
    other.close(() => done(port));
  });
};
server.listen(0, '127.0.0.1', () => {
  console.log(server.maxConnections, server.listening);
  ask('/one', {}, () => ask('/two', {}, () => ask('/three', {}, () => freePort(port => {
    server.wanted = port;
    ask('/four', {agent: false, localAddress: '127.0.0.1', localPort: port, hints: 0}, () => {
      agent.destroy();
      console.log(server.unref() === server);
      process.on('exit', () => console.log('exit', server.listening));
    });
  }))));
});
