'use strict';
// Plays one connection of a script: sends its steps, collects the bytes that come back, and reports how the connection
// ended.
const net = require('net');

const DATE = /(\r\nDate: )(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT(?=\r\n)/g;

// Only the value of Date may differ between the servers. It is replaced by a value of the same length, so that a
// malformed date is still noticed.
function normalise(bytes) {
  return bytes.toString('latin1').replace(DATE, '$1Thu, 01 Jan 1970 00:00:00 GMT');
}

function datesOf(bytes) {
  return [...bytes.toString('latin1').matchAll(DATE)].map(m => Date.parse(m[0].slice(8)));
}

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

// Sends another request on a connection of its own, and resolves when it is answered. The servers have one thread, so
// they have then read everything that was sent before. Waiting for a fixed time would prove nothing on a busy machine.
function probe(port, bytes) {
  return new Promise(resolve => {
    const socket = net.connect({port, host: '127.0.0.1', noDelay: true});
    const done = () => {
      socket.destroy();
      resolve();
    };
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', done);
    // A server that is ending closes its connections one after the other. The delay lets it finish that.
    socket.on('error', () => setTimeout(done, 20));
    socket.on('close', () => setTimeout(done, 20));
    socket.setTimeout(10000, done);
  });
}

// steps: [{send: Buffer} | {gap: true} | {wait: true} | {pause: milliseconds} | {end: true} | {reset: true}]
// timing: {quiet: the milliseconds without an answer that end a wait, probe: the request by which to see that the
// server has read everything}
// Returns {output, fate, dates}. fate is 'open', 'end' (the server sent FIN), 'reset', or 'refused'.
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
    // EPIPE only means that we wrote after the server had closed. The last bytes of the server must still be read.
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
        // When this process was delayed, bytes may have come that are still in the kernel.
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

  // Waits until the connection has ended, but at most `ms` milliseconds.
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
      // The probe is repeated when Node's answer is recorded, because a server may accept two connections that are
      // ready at the same time in any order.
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
