'use strict';
// Opens connections, sends one request on each, and keeps them open until standard input ends. A connection counts as open
// when its response has the status 200 and contains "hello".
//   idle.js PORT COUNT TARGET     prints {"open": how many are open, "errors": how many failed or were closed}
// PORT is the server's port on 127.0.0.1, COUNT the number of connections, and TARGET the path that each request asks for.
const net = require('net');

const [port, count] = process.argv.slice(2).map(Number);
const request = `GET ${process.argv[4]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
// Fewer connections are opened at once than the queue of a listening socket holds, so that none of them has to wait for a
// free place in the queue.
const atOnce = Math.min(count, 128);
let started = 0;
let settled = 0;
let open = 0;
let errors = 0;

function next() {
  if (started === count) return;
  started++;
  let answer = '';
  let done = false;
  const settle = good => {
    if (done) {
      // The connection was counted as open, but has been closed now.
      if (!good && open > 0) {
        open--;
        errors++;
      }
      return;
    }
    done = true;
    if (good) open++;
    else errors++;
    if (++settled === count) setTimeout(() => console.log(JSON.stringify({open, errors})), 100);
    next();
  };
  const socket = net.connect({port, host: '127.0.0.1'}, () => socket.write(request));
  socket.setEncoding('latin1');
  socket.on('data', chunk => {
    answer += chunk;
    // The text "hello" is the body, so the response has arrived, with a chunked body or without.
    if (answer.startsWith('HTTP/1.1 200') && answer.includes('hello')) settle(true);
  });
  socket.on('error', () => {});
  socket.on('close', () => settle(false));
}
for (let i = 0; i < atOnce; i++) next();
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
