'use strict';
// The documents on which JSON.parse and JSON.stringify are measured: Ringo's, and three responses of real services.
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {root, scratch} = require('./servers.js');

const ringo = {};
for (let i = 0; i < 1000; i++) (ringo[`outer${i / 10 | 0}`] ??= {})[`inner${i % 10}`] = `123456789${i / 10 | 0}`;

// Returns GitHub's example documents, in the version that bench/peers/package-lock.json pins.
function github(event) {
  const file = path.join(root, 'bench/peers/node_modules/@octokit/webhooks-examples/api.github.com/index.json');
  if (!fs.existsSync(file)) return null;
  return JSON.parse(fs.readFileSync(file, 'utf8')).find(one => one.name === event).examples;
}
const largest = list => list && list.map(one => JSON.stringify(one)).sort((a, b) => b.length - a.length)[0];

const documents = {
  ringo: {does: 'the document of parse_json', text: () => JSON.stringify(ringo)},
  github_pull_request: {does: 'what GitHub sends of a pull request', text: () => largest(github('pull_request'))},
  github_check_runs: {does: 'what GitHub sends of nine check runs, as one list',
    text: () => { const runs = github('check_run'); return runs && JSON.stringify(runs); }},
  npm_view: {does: 'what npm\'s registry says of express 4.21.2, as `npm view --json` prints it, with line breaks',
    text: () => {
      const {status, stdout} = spawnSync('npm', ['view', 'express@4.21.2', '--json'], {encoding: 'utf8', timeout: 30000});
      return status === 0 ? stdout : null;
    }},
};

// Returns {name, file, bytes, does} of each available document, and the names of the others.
module.exports = () => {
  const directory = path.join(scratch, 'json');
  fs.mkdirSync(directory, {recursive: true});
  const found = [];
  const left = [];
  for (const [name, {does, text}] of Object.entries(documents)) {
    const file = path.join(directory, `${name}.json`);
    if (name !== 'npm_view' || !fs.existsSync(file)) {
      const made = text();
      if (!made) {
        left.push(name);
        continue;
      }
      fs.writeFileSync(file, made);
    }
    found.push({name, file, bytes: fs.statSync(file).size, does});
  }
  return {found, left};
};
