// bash opens a socket of UDP as a descriptor, which the program inherits.
const {spawn} = require('child_process');
const dgram = require('dgram');
if (process.argv[2]) {
  const port = Number(process.argv[2]);
  for (const fd of [1, 4, 99]) {
    const socket = dgram.createSocket('udp4');
    try {
      socket.bind({fd: fd});
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
    try {
      socket.bind(0);
    } catch (error) {
      console.log(error.code);
    }
  }
  const socket = dgram.createSocket('udp4', (message, remote) => {
    console.log('in the child:', message.toString(), remote.address, remote.family, remote.size, remote.port === port);
    socket.close(() => console.log('closed'));
  });
  socket.on('listening', () => console.log('listening', socket.address().address, socket.address().family));
  socket.bind({fd: 3}, () => console.log('bound'));
  console.log('after bind');
  try {
    socket.bind({fd: 3});
  } catch (error) {
    console.log(error.code);
  }
  // As bash has connected the descriptor, it cannot send to an address. Another socket asks for the answer.
  socket.send('hello', port, '127.0.0.1', (error) => {
    console.log(error.code, error.syscall);
    const other = dgram.createSocket('udp4');
    other.send(String(socket.address().port), port, '127.0.0.1', () => other.close());
  });
} else {
  const server = dgram.createSocket('udp4', (message, remote) => {
    server.send('hello to you, too', Number(message.toString()), remote.address);
  });
  server.bind(0, '127.0.0.1', () => {
    const line = 'exec 3<>/dev/udp/127.0.0.1/$1 4</dev/null; shift; exec "$@"';
    const child = spawn('bash', ['-c', line, 'bash', server.address().port, process.execPath, process.argv[1], server.address().port],
      {stdio: ['ignore', 'pipe', 'inherit']});
    child.stdout.on('data', (text) => process.stdout.write(text));
    child.on('close', (code) => {
      console.log(code);
      server.close();
    });
  });
}
