'use strict';
// make demo: compares Listing 1 in Node.js and in Node.cpp. The same bytes are sent to both and their responses are
// compared. Then each is loaded for five seconds, with the server and the load on one core each.
const path = require('path');
const {run: parity, loadSets} = require('../tests/parity/run.js');
const {pinned, load, table} = require('./load.js');

const root = path.resolve(__dirname, '..');
const build = path.join(root, 'build/release');
const seconds = Number(process.env.DEMO_SECONDS || 5);

(async () => {
  console.log('Listing 1, examples/listing1: an HTTP echo, in Node.js and, line for line, in Node.cpp.\n');
  const {scripts} = loadSets(['listing1'])[0];
  console.log(`1. The same ${scripts.length} scripts to both, each whole, half-closed and in pieces:`);
  const {failed} = await parity({sets: ['listing1'], build}, line => console.log('   ' + line));
  if (failed) {
    console.log(`\n   ${failed} scripts got different answers: the differences are above.\n`);
    process.exitCode = 1;
  } else {
    console.log('   The answers are equal in every byte, except for the date.\n');
  }

  console.log(`2. Under load: wrk, 64 connections, ${seconds} seconds each, GET /?value=hello`);
  const servers = [
    pinned('Node.js ' + process.version.slice(1), [process.execPath, path.join(root, 'examples/listing1/listing1.js')]),
    pinned('Node.cpp', [path.join(build, 'examples/listing1')]),
  ];
  const results = [];
  for (const server of servers) {
    await server.port();
    console.log(`   loading ${server.label} …`);
    results.push(await load(server, {seconds}));
    await server.stop();
  }
  const [js, cpp] = results;
  const ratio = (a, b) => (b ? (a / b).toFixed(2) : '-');
  const row = (name, value, digits) =>
    [name, value(js).toFixed(digits), value(cpp).toFixed(digits), ratio(value(cpp), value(js))];
  console.log('\n' + table([
    ['', servers[0].label, 'Node.cpp', 'ratio'],
    row('requests a second', r => r.perSecond, 0),
    row('server CPU a request, µs', r => r.cpuPerRequest, 2),
    row('peak memory, MiB', r => r.peak, 1),
    row('latency p50, ms', r => r.p50, 2),
    row('latency p99, ms', r => r.p99, 2),
    row('errors', r => r.errors, 0),
  ]).replace(/^/gm, '   '));
  console.log('\n   ratio: Node.cpp to Node.js. When the load generator needs a whole core, it limits the requests per second;\n' +
    '   then compare the server\'s CPU time per request. make bench-listing1 measures longer, and beside a bare epoll loop.');
  if (results.some(r => r.errors)) process.exitCode = 1;
  process.exit();
})().catch(error => {
  console.error('demo: ' + error.message);
  process.exit(1);
});
