'use strict';
// One connection of a script: sends its steps, collects what comes back, and tells the connection's fate.
const net = require('net');

const DATE = /(\r\nDate: )(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT(?=\r\n)/g;

// The only thing that may differ is the value of Date. It is replaced by a value of the same length, so that anything
// that is not a well-formed date still shows.
function normalise(bytes) {
  return bytes.toString('latin1').replace(DATE, '$1Thu, 01 Jan 1970 00:00:00 GMT');
}

function datesOf(bytes) {
  return [...bytes.toString('latin1').matchAll(DATE)].map(m => Date.parse(m[0].slice(8)));
}

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

// Asks the server something else on a connection of its own, and resolves when that is answered. The servers have one
// thread, so it has then read all that was sent to it before. Time alone proves nothing on a busy machine.
function probe(port, bytes) {
  return new Promise(resolve => {
    const socket = net.connect({port, host: '127.0.0.1', noDelay: true});
    const done = () => {
      socket.destroy();
      resolve();
    };
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', done);
    // A server that is dying closes its connections one after the other: let it be through with that.
    socket.on('error', () => setTimeout(done, 20));
    socket.on('close', () => setTimeout(done, 20));
    socket.setTimeout(10000, done);
  });
}

// steps: [{send: Buffer} | {gap: true} | {wait: true} | {pause: milliseconds} | {end: true} | {reset: true}]
// timing: {quiet: milliseconds without an answer that end a wait, probe: what to ask to see that the server is through}
// Returns {output, fate, dates}; fate is 'open', 'end' (the server sent FIN), 'reset', or 'refused'.
async function converse(port, steps, timing) {
  const socket = net.connect({port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true});
  const chunks = [];
  let fate = 'open';
  let over = false;
  let last = Date.now();
  let wake = null;
  const note = () => {
    last = Date.now();
    if (wake) wake();
  };
  let connected = false;
  await new Promise(resolve => {
    socket.once('connect', () => {
      connected = true;
      resolve();
    });
    socket.once('error', resolve);
  });
  if (!connected) return {output: '', fate: 'refused', dates: []};
  socket.on('data', chunk => {
    chunks.push(chunk);
    note();
  });
  socket.on('end', () => {
    if (!over) fate = 'end';
    over = true;
    note();
  });
  socket.on('error', error => {
    // EPIPE tells only that we wrote after the server had closed; what the server sent last is still to be read.
    if (error.code === 'EPIPE') return;
    if (!over) fate = 'reset';
    over = true;
    note();
  });
  socket.on('close', () => {
    over = true;
    note();
  });

  const quiet = async ms => {
    await probe(port, timing.probe);
    last = Date.now();
    while (!over) {
      const left = last + ms - Date.now();
      if (left <= 0) {
        // What has come meanwhile is still in the kernel if we ourselves were late.
        const before = last;
        await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
        if (last === before) return;
        continue;
      }
      await new Promise(resolve => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = null;
    }
  };

  // Until the connection is over, at most so long.
  const pause = async ms => {
    const until = Date.now() + ms;
    while (!over && Date.now() < until) {
      await new Promise(resolve => {
        const timer = setTimeout(resolve, until - Date.now());
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = null;
    }
  };

  for (const step of steps) {
    if (step.send) {
      if (!socket.destroyed) socket.write(step.send);
    } else if (step.gap) {
      // Once more where the answer is kept: the server may take two connections that are ready together in any order.
      for (let i = 0; i < (timing.gaps ?? 1); i++) await probe(port, timing.probe);
    } else if (step.wait) {
      await quiet(timing.quiet);
    } else if (step.pause) {
      await pause(step.pause);
    } else if (step.end) {
      if (!socket.destroyed) socket.end();
    } else if (step.reset) {
      if (!socket.destroyed) socket.resetAndDestroy();
    }
  }
  await quiet(timing.quiet);
  socket.destroy();
  const bytes = Buffer.concat(chunks);
  return {output: normalise(bytes), fate, dates: datesOf(bytes)};
}

module.exports = {converse, sleep, normalise, probe};
