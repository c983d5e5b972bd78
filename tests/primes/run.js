'use strict';
// Runs examples/primes in Node.js and in Node.cpp: both must give the same responses except for the seconds, with good
// and bad input, with more children than allowed, and with children that fail. It also tests the program that the
// children run.
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {check, conclude} = require('../support/counts.js');
const {start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = {
  node: [process.execPath, path.join(root, 'examples/primes/primes.js')],
  cpp: [process.argv[2] || path.join(build, 'examples/primes')],
};
if (!fs.existsSync(programs.cpp[0])) throw new Error(`${programs.cpp[0]} is not built`);

function ask(port, target, method = 'GET') {
  return new Promise((resolve, reject) => {
    http.request({host: '127.0.0.1', port, path: target, method, agent: false}, response => {
      let body = '';
      response.setEncoding('utf8').on('data', chunk => { body += chunk; });
      response.on('end', () => {
        const seconds = /It took ([0-9]+\.[0-9]{3}) seconds\./.exec(body);
        if (seconds && !(seconds[1] < 60)) reject(new Error(`${target} took ${seconds[1]} s`));
        resolve(`${response.statusCode} ${response.headers['content-type']} ${body.replace(/[0-9.]+ seconds/, '… seconds')}`);
      });
    }).on('error', reject).end();
  });
}

const good = ['n0', 'b0', 'b1', 'c0'];
const bad = ['x', '-1', '1.5', '1e5', '10000000', '99999999999', '%31%30x', '1&limit=2', '%F0%9F%98%80'];
const counts = {0: 0, 1: 0, 2: 0, 3: 1, 10: 4, 100: 25, 123456: 11601, 1000000: 78498};

(async () => {
  const servers = {};
  for (const [name, command] of Object.entries(programs)) {
    servers[name] = (await start(command, {MAX_CHILDREN: '2', MAX_WAITING: '4'})).port;
  }
  const both = async (what, target, wanted, method) => {
    const [node, cpp] = await Promise.all([ask(servers.node, target, method), ask(servers.cpp, target, method)]);
    check(`${what}: both`, node === cpp, `\n  Node.js:  ${JSON.stringify(node)}\n  Node.cpp: ${JSON.stringify(cpp)}`);
    check(what, wanted.test(node), JSON.stringify(node));
  };
  await both('/', '/', /^200 text\/plain Hello!\n$/);
  await both('HEAD', '/n0', /^200 text\/plain $/, 'HEAD');
  for (const route of good) {
    await both(route, `/${route}`, /^200 text\/plain There are 11601 primes under 123456\.\nIt took … seconds\.\n$/);
    for (const [limit, count] of Object.entries(counts)) {
      await both(`${route} ${limit}`, `/${route}?limit=${limit}`, new RegExp(`^200 \\S+ There are ${count} primes under ${limit}\\.`));
    }
    await both(`${route} ''`, `/${route}?limit=`, /^200 .*There are 11601 primes under 123456\./);
    for (const limit of bad) await both(`${route} '${limit}'`, `/${route}?limit=${limit}`, /^400 .*limit is a whole number/);
  }
  for (const [name, port] of Object.entries(servers)) {
    check(`${name}: no such page`, /^404/.test(await ask(port, '/no')), 'is found');
    // Two children run, four requests wait, and the others are refused.
    const answers = await Promise.all(Array.from({length: 20}, () => ask(port, '/b0?limit=9999999')));
    const ok = answers.filter(text => /^200 .*There are 664579 primes/.test(text)).length;
    const busy = answers.filter(text => /^503 .*too many wait/.test(text)).length;
    check(`${name}: the cap`, ok >= 6 && ok + busy === 20 && busy > 0, `${ok} answered, ${busy} turned away`);
    check(`${name}: after the cap`, /^200/.test(await ask(port, '/b1')), 'is closed for good');
  }
  stopAll();

  // Tests children that fail, that are killed, or that cannot be started.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-primes-'));
  try {
    fs.mkdirSync(path.join(folder, 'examples'));
    fs.copyFileSync(path.join(build, 'examples/count_primes.node'), path.join(folder, 'examples/count_primes.node'));
    for (const [name, command] of Object.entries(programs)) {
      servers[name] = (await start(command, {NODECPP_BUILD: folder})).port;
    }
    const program = path.join(folder, 'examples/count_primes');
    for (const [what, script, wanted] of [['a child that is not there', '', /^500 .*it failed: 127/],
      ['a child that fails', '#!/bin/sh\necho 7\nexit 3\n', /^500 .*it failed: 3/]]) {
      if (script) fs.writeFileSync(program, script, {mode: 0o755});
      for (const route of ['b0', 'b1']) await both(`${what}: ${route}`, `/${route}`, wanted);
    }
  } finally {
    stopAll();
    fs.rmSync(folder, {recursive: true, force: true});
  }

  const program = path.join(build, 'examples/count_primes');
  for (const [args, status, stdout] of [[['123456'], 0, '11601\n'], [['0'], 0, '0\n'], [[], 2, ''], [['x'], 2, ''],
    [['-1'], 2, ''], [['1', '2'], 2, ''], [['4294967296'], 2, ''], [['10x'], 2, '']]) {
    const result = spawnSync(program, args, {encoding: 'utf8'});
    check(`count_primes ${args.join(' ')}`, result.status === status && result.stdout === stdout,
      `exit code ${result.status}, ${JSON.stringify(result.stdout)}`);
  }
  conclude();
})().catch(error => {
  stopAll();
  console.log(error.stack);
  process.exit(1);
});
