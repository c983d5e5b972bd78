'use strict';
// Runs the checks of checks.js against Node.js, against Node.cpp with default options (which must pass and fail the
// same checks as Node.js), and against Node.cpp with strictHostHeader, which must pass all checks.
//
//   node run.js --program build/release/tests/h1spec_server
const net = require('net');
const path = require('path');
const {Server} = require('../parity/server.js');
const {askAll} = require('./ask.js');
const {checks} = require('./checks.js');

// Returns for each kind an empty string, or what is wrong.
async function examine(server) {
  const port = await server.port();
  const results = await askAll(() => net.connect({port, host: '127.0.0.1', allowHalfOpen: true}));
  if (server.end) console.log(`${server.label} has ended: ${JSON.stringify(server.end)}\n${server.stderr}`);
  await server.stop();
  return results;
}

(async () => {
  const program = process.argv[process.argv.indexOf('--program') + 1];
  const node = await examine(new Server('Node.js', [process.execPath, path.join(__dirname, 'server.js')]));
  const plain = await examine(new Server('Node.cpp', [program]));
  const strict = await examine(new Server('Node.cpp, strict', [program], {STRICT_HOST: '1'}));
  const tell = (label, results) => {
    console.log(`${label}: ${results.filter(wrong => !wrong).length} of ${checks.length} kinds of check`);
    results.forEach((wrong, i) => { if (wrong) console.log(`  ${checks[i][0]}: ${wrong}`); });
  };
  tell(`Node.js ${process.version}`, node);
  tell('Node.cpp', plain);
  tell('Node.cpp with strictHostHeader', strict);
  let failed = strict.filter(wrong => wrong).length;
  plain.forEach((wrong, i) => {
    if (wrong === node[i]) return;
    failed++;
    console.log(`"${checks[i][0]}" differs from Node.js: ${wrong || 'passes'}; Node.js: ${node[i] || 'passes'}`);
  });
  console.log(`${2 * checks.length - failed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
