'use strict';
// Runs an example that asks several services at once, in Node.js and in Node.cpp: both must give the expected answers, and
// must leave the expected number of connections or requests open, which they tell at /open.
const http = require('http');
const path = require('path');
const {check, conclude} = require('./counts.js');
const {children, start, stopAll} = require('./programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');

function get(port, path) {
  return new Promise((resolve, reject) => {
    http.get({host: '127.0.0.1', port, path, agent: false}, response => {
      let body = '';
      response.on('data', chunk => { body += chunk; });
      response.on('end', () => resolve(`${response.statusCode} ${body}`));
    }).on('error', reject);
  });
}

// Each of `questions` is [query, answer, open]. The open ones are counted `delay` milliseconds after the answer.
async function askBoth(example, questions, delay = 0) {
  const cpp = process.argv[2] || path.join(build, 'examples', example);
  const {port: node} = await start([process.execPath, '--no-deprecation', path.join(root, `examples/${example}/${example}.js`)]);
  const {port: ours} = await start([cpp]);
  for (const [question, answer, open] of questions) {
    const told = [];
    for (const [name, port] of [['Node.js', node], ['Node.cpp', ours]]) {
      const got = await get(port, '/?' + question);
      if (delay) await new Promise(resolve => setTimeout(resolve, delay));
      const left = await get(port, '/open');
      if (got !== answer || left !== `200 ${open} open\n`) told.push(`${name} answers ${JSON.stringify([got, left])}`);
    }
    check(question, told.length === 0, `${JSON.stringify([answer, open])} expected; ${told.join('; ')}`);
  }
  stopAll();
  for (const child of children) if (child.errors) console.log(child.errors);
  conclude();
}

module.exports = {askBoth};
