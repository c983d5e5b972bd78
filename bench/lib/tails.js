'use strict';
// Measures how long / of examples/primes takes while other pages are requested. The server runs on the first core, the
// client on the last.
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {root} = require('./servers.js');
const {median} = require('./median.js');
const {start} = require('../../tests/support/programs.js');


const commands = build => ({
  node: [process.execPath, path.join(root, 'examples/primes/primes.js')],
  nodecpp: [path.join(build, 'examples/primes')],
});

function ask(port, seconds, busy) {
  const {status, stdout, stderr} = spawnSync('taskset', ['-c', String(os.cpus().length - 1), process.execPath,
    path.join(__dirname, 'tail.js'), String(port), String(seconds), '200', ...(busy ? [busy] : [])],
  {encoding: 'utf8', timeout: seconds * 1000 + 60000});
  if (status !== 0) throw new Error(`tail.js: exit code ${status}\n${stderr}`);
  return JSON.parse(stdout);
}

// `servers`: {id, label, busy: pages}. Returns points with the p99 of / on an idle server, and while 30 clients request
// another page, as medians of the rounds. When no response came in time, p99 is the duration of the round.
async function tails(servers, {build, rounds, seconds}) {
  const points = [];
  for (const server of servers) {
    for (const page of server.busy) {
      const {port, child} = await start(['taskset', '-c', '0', ...commands(build)[server.id]],
        {NODECPP_BUILD: build, NODE_ENV: 'production'});
      try {
        ask(port, 1);
        const idle = [];
        const busy = [];
        for (let round = 0; round < rounds; round++) {
          idle.push(ask(port, seconds));
          busy.push(ask(port, seconds, page));
        }
        const p99 = all => median(all.map(one => one.p99 ?? seconds * 1000));
        points.push({server: server.id, label: server.label, page, idle: p99(idle), busy: p99(busy),
          ratio: median(busy.map((one, i) => (one.p99 ?? seconds * 1000) / idle[i].p99))});
      } finally {
        child.kill();
      }
    }
  }
  return {points};
}

module.exports = {tails, commands};
