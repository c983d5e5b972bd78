'use strict';
// Runs examples/gather in Node.js and in Node.cpp: the same requests must get the same responses, and must leave the
// same number of connections to the backends. The winners' connections are kept, and the losers' are closed when the
// response comes.
const http = require('http');
const path = require('path');
const {check, conclude} = require('../support/counts.js');
const {children, start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/gather');

function get(port, path) {
  return new Promise((resolve, reject) => {
    http.get({host: '127.0.0.1', port, path, agent: false}, response => {
      let body = '';
      response.on('data', chunk => { body += chunk; });
      response.on('end', () => resolve(`${response.statusCode} ${body}`));
    }).on('error', reject);
  });
}

// Each request is sent, and then the open connections are counted: [question, answer, open].
const questions = [
  ['a=20/ok&b=300/ok&c=400/ok', '200 from a\n', 1],
  ['a=200/fail&b=20/fail&c=60/ok', '200 from c\n', 2],
  ['a=1/cut&b=40/ok&c=1/hang', '200 from b\n', 1],
  ['a=1/stall&b=1/stall&c=40/ok', '200 from c\n', 1],
  ['a=1/stall&b=1/cut&c=1/hang&limit=60', '504 The operation was aborted due to timeout\n', 0],
  ['a=1/cut&b=20/fail&c=1/fail', '502 All promises were rejected\n', 2],
  ['a=300/ok&b=300/ok&c=20/ok&limit=100', '200 from c\n', 1],
  ['a=1/hang&b=1/hang&c=1/hang&limit=30', '504 The operation was aborted due to timeout\n', 0],
];

(async () => {
  const {port: node} = await start([process.execPath, '--no-deprecation', path.join(root, 'examples/gather/gather.js')]);
  const {port: ours} = await start([cpp]);
  for (const [question, answer, open] of questions) {
    const told = [];
    for (const [name, port] of [['Node.js', node], ['Node.cpp', ours]]) {
      const got = await get(port, '/?' + question);
      const left = await get(port, '/open');
      if (got !== answer || left !== `200 ${open} open\n`) told.push(`${name} answers ${JSON.stringify([got, left])}`);
    }
    check(question, told.length === 0, `${JSON.stringify([answer, open])} expected; ${told.join('; ')}`);
  }
  stopAll();
  for (const child of children) if (child.errors) console.log(child.errors);
  conclude();
})();
