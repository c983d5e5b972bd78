// Servers and connections that are sent to a child with a message.
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', (message, handle) => {
    if (message === 'server') {
      handle.on('connection', socket => socket.end('from the child\n'));
      process.send({ has: handle instanceof net.Server, listening: handle.listening });
    } else if (message === 'socket') {
      handle.end('taken over\n');
      process.send({ has: handle instanceof net.Socket });
    } else if (message === 'end') {
      process.exit();
    } else {
      process.send({ message, has: handle !== undefined });
    }
  });
} else {
  const ask = (port, then) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1');
    socket.on('data', chunk => { text += chunk; });
    socket.on('close', () => then(text.trim()));
  };
  const child = fork(__filename, ['child']);
  const server = net.createServer();
  const told = [];
  const tell = text => {
    told.push(text);
    if (told.length < 3) return;
    console.log(told.sort().join('\n'));
    child.send('end');
    child.on('exit', code => { console.log('exit', code); process.exit(); });
  };
  server.listen(0, '127.0.0.1', () => {
    const port = server.address().port;
    child.send('server', server);
    child.once('message', message => {
      console.log('parent:', JSON.stringify(message));
      server.close();
      ask(port, text => {
        console.log('client:', text);
        const other = net.createServer({ pauseOnConnect: true }, socket => {
          child.send('socket', socket, error => tell('sent ' + error));
          child.send('between');
        });
        other.listen(0, '127.0.0.1', () => ask(other.address().port, answer => tell('client: ' + answer)));
      });
      child.on('message', last => {
        console.log('parent:', JSON.stringify(last));
        if (last.message) tell('between');
      });
    });
  });
  child.on('disconnect', () => console.log('disconnect'));
}
