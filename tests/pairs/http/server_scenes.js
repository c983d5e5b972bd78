// Helpers of the pairs about http's server: scenes that run one after the other. Each has a server and a client that
// sends bytes. The system decides which of the two sides gets its events first, so the server's messages and the
// client's bytes are printed only when the scene is over.
const http = require('http');
const net = require('net');
const util = require('util');

const list = [];
let lines = [];
const say = (...args) => { lines.push(util.format(...args)); };
// Steps of a client: it ends its side, resets the connection, stops reading, reads again.
const end = Symbol('end');
const reset = Symbol('reset');
const stop = Symbol('stop');
const go = Symbol('go');

// `make` returns the server. The client's steps are texts to send, milliseconds to wait, and the steps above.
const scene = (name, make, steps) => { list.push({name, make, steps}); };

// Removes the date, and replaces many equal characters by their number.
const plain = (text) => text.replace(/Date: .*? GMT/g, 'Date: …').replace(/\r\n/g, '\n')
  .replace(/([^\n])\1{40,}/g, (all, one) => one + '*' + all.length);

function play() {
  const next = list.shift();
  if (!next) return;
  lines = [];
  const server = next.make();
  let answer = '';
  let steps = next.steps;
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect({port: server.address().port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true});
    client.setEncoding('latin1');
    let left = false;
    const step = () => {
      if (left) return;
      if (!steps.length) {
        setTimeout(() => {
          if (!left) client.destroy();
        }, 120);
        return;
      }
      const now = steps[0];
      steps = steps.slice(1);
      if (typeof now === 'number') {
        setTimeout(step, now);
        return;
      }
      if (now === end) client.end();
      else if (now === reset) client.resetAndDestroy();
      else if (now === stop) client.pause();
      else if (now === go) client.resume();
      else client.write(now, 'latin1');
      step();
    };
    client.on('connect', step);
    client.on('data', (chunk) => { answer += chunk; });
    client.on('end', () => {
      answer += '[end]';
      client.end();
    });
    client.on('error', (error) => { answer += '[' + error.code + ']'; });
    client.on('close', () => {
      left = true;
      setTimeout(() => {
        console.log('-- ' + next.name);
        lines.forEach((line) => { console.log('  ' + line); });
        console.log(plain(answer));
        server.closeAllConnections();
        if (server.listening) server.close(play);
        else play();
      }, 20);
    });
  });
}

function attempt(name, f) {
  try {
    f();
    say(name, 'fine');
  } catch (error) {
    say(name, error.name, error.code, error.message);
  }
}

// Prints all events of a request and its response.
function watch(request, response) {
  const name = request.url;
  request.on('aborted', () => { say(name, 'request aborted', request.complete); });
  request.on('error', (error) => { say(name, 'request error', error.code, error.message, request.destroyed); });
  request.on('close', () => { say(name, 'request close', request.complete, request.aborted, request.readableEnded); });
  request.on('pause', () => { say(name, 'request pause'); });
  request.on('resume', () => { say(name, 'request resume'); });
  response.on('socket', () => { say(name, 'response socket'); });
  response.on('prefinish', () => { say(name, 'response prefinish', response.writableFinished); });
  response.on('finish', () => { say(name, 'response finish', response.writableFinished); });
  response.on('close', () => { say(name, 'response close', response.writableEnded, response.writableFinished); });
  response.on('error', (error) => { say(name, 'response error', error.code, error.message); });
  response.on('drain', () => { say(name, 'response drain', response.writableLength); });
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

module.exports = {http, net, say, scene, play, attempt, watch, get, end, reset, stop, go};
