'use strict';
// Runs examples/fetcher in Node.js and in Node.cpp: the same requests must get the same responses, and when a response has
// come, no shop may still work on a request.
const http = require('http');
const path = require('path');
const {check, conclude} = require('../support/counts.js');
const {children, start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/fetcher');

function get(port, path) {
  return new Promise((resolve, reject) => {
    http.get({host: '127.0.0.1', port, path, agent: false}, response => {
      let body = '';
      response.on('data', chunk => { body += chunk; });
      response.on('end', () => resolve(`${response.statusCode} ${body}`));
    }).on('error', reject);
  });
}

// Each request is sent, and then it is asked how many requests the shops still work on: [question, answer, open].
const questions = [
  ['a=20/ok&b=300/ok&c=400/ok', '200 a sells it for 197\n', 0],
  ['a=200/fail&b=20/fail&c=60/ok', '200 c sells it for 199\n', 0],
  ['a=1/bad&b=40/ok&c=1/hang', '200 b sells it for 198\n', 0],
  ['a=1/stall&b=20/moved&c=300/ok', '200 b sells it for 198\n', 0],
  ['a=1/stall&b=1/hang&c=1/hang&limit=60', '504 The operation was aborted due to timeout\n', 0],
  ['a=1/bad&b=20/fail&c=1/fail', '502 All promises were rejected\n', 0],
  ['', '200 a sells it for 197\n', 0],
];

(async () => {
  const {port: node} = await start([process.execPath, '--no-deprecation', path.join(root, 'examples/fetcher/fetcher.js')]);
  const {port: ours} = await start([cpp]);
  for (const [question, answer, open] of questions) {
    const told = [];
    for (const [name, port] of [['Node.js', node], ['Node.cpp', ours]]) {
      const got = await get(port, '/?' + question);
      await new Promise(resolve => setTimeout(resolve, 50));
      const left = await get(port, '/open');
      if (got !== answer || left !== `200 ${open} open\n`) told.push(`${name} answers ${JSON.stringify([got, left])}`);
    }
    check(question, told.length === 0, `${JSON.stringify([answer, open])} expected; ${told.join('; ')}`);
  }
  stopAll();
  for (const child of children) if (child.errors) console.log(child.errors);
  conclude();
})();
