'use strict';
// Tests a channel between Node.js and Node.cpp in all four combinations of parent and child: messages, a server, a
// connection, and the end. All combinations must print the same.   run.js PROGRAM
const assert = require('assert');
const path = require('path');
const net = require('net');
const {fork, spawn} = require('child_process');

const program = process.argv[2];
const script = path.join(__dirname, 'child.js');

const ask = port => new Promise(resolve => {
  let text = '';
  const socket = net.connect(port, '127.0.0.1');
  socket.on('data', chunk => { text += chunk; });
  socket.on('close', () => resolve(text));
});

// The parent's side of the test in JavaScript: statement by statement the same as parent() in program.cpp.
function parent(child) {
  const lines = [];
  const server = net.createServer();
  child.on('message', async message => {
    lines.push(JSON.stringify(message));
    if (message === 'ready') {
      child.send({text: 'ä\u{1F600}\n"x"', list: [1, null, true]});
    } else if (message.echo) {
      server.listen(0, '127.0.0.1', () => child.send('server', server));
    } else if (message.listening !== undefined) {
      const port = server.address().port;
      server.close();
      lines.push(await ask(port));
      const other = net.createServer({pauseOnConnect: true}, socket => {
        child.send('socket', socket);
        other.close();
      });
      other.listen(0, '127.0.0.1', async () => {
        lines.push(await ask(other.address().port));
        child.send('end');
      });
    }
  });
  child.on('disconnect', () => lines.push('disconnect'));
  return new Promise(resolve => child.on('exit', (code, signal) => {
    lines.push(`exit ${code} ${signal}`);
    resolve(lines);
  }));
}

function output(command, args) {
  return new Promise(resolve => {
    const child = spawn(command, args, {stdio: ['ignore', 'pipe', 'inherit'], timeout: 20000, killSignal: 'SIGKILL'});
    let text = '';
    child.stdout.on('data', chunk => { text += chunk; });
    child.on('close', () => resolve(text.trim().split('\n')));
  });
}

(async () => {
  // The lines are sorted, because the order of independent events is not compared.
  const expected = (await parent(fork(script, ['child']))).sort();
  assert.deepStrictEqual(expected.length, 8, expected.join('\n'));
  const check = (name, lines) => {
    assert.deepStrictEqual(lines.sort(), expected, name);
    console.log(`${name}: the same`);
  };
  check('Node.js with a child of Node.cpp', await parent(fork('child', {execPath: program, execArgv: []})));
  check('Node.cpp with a child of Node.js', await output(program, ['parent', process.execPath, script]));
  check('Node.cpp with a child of Node.cpp', await output(program, ['parent', program, 'child']));
  process.exit();
})();
