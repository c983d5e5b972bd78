'use strict';
// tail.js PORT SECONDS RATE [BUSY]: requests / at RATE requests a second over connections that are kept alive, and
// prints percentiles of the response times in ms: {"p50", "p99", "count"}. With BUSY, 30 requests for that page are
// always in progress.
const http = require('http');

const [port, seconds, rate] = process.argv.slice(2, 5).map(Number);
const busy = process.argv[5];
const agent = new http.Agent({keepAlive: true});
const times = [];
let over = false;

function ask(path, options, done) {
  const since = process.hrtime.bigint();
  http.get({host: '127.0.0.1', port, path, ...options}, response => {
    response.resume();
    response.on('end', () => {
      if (response.statusCode !== 200) throw new Error(`${path}: status ${response.statusCode}`);
      done(Number(process.hrtime.bigint() - since) / 1e6);
    });
  }).on('error', error => { if (!over) throw error; });
}

if (busy) {
  const many = new http.Agent({keepAlive: true});
  const again = () => { if (!over) ask(busy, {agent: many}, again); };
  for (let i = 0; i < 30; i++) again();
}
// Waits a second until the server is busy.
setTimeout(() => {
  const timer = setInterval(() => ask('/', {agent}, ms => { if (!over) times.push(ms); }), 1000 / rate);
  setTimeout(() => {
    clearInterval(timer);
    over = true;
    times.sort((a, b) => a - b);
    const at = share => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null;
    console.log(JSON.stringify({p50: at(0.5), p99: at(0.99), count: times.length}));
    process.exit(0);
  }, seconds * 1000);
}, 1000);
