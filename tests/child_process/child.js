'use strict';
// The child's side of the test in JavaScript: statement by statement the same as child() in program.cpp.
process.on('message', (message, handle) => {
  if (message === 'server') {
    handle.on('connection', socket => socket.end('from the child'));
    process.send({listening: handle.listening});
  } else if (message === 'socket') {
    handle.end('taken over');
    process.send('answered');
  } else if (message === 'end') {
    process.disconnect();
  } else {
    process.send({echo: message});
  }
});
process.on('disconnect', () => process.exit(5));
process.send('ready');
