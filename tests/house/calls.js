'use strict';
// No floor calls one above it: what an object file of the library needs is defined on its own floor or below, in whatever
// header it was declared. The way up is the table in src/base/upward.h.
//   node tests/house/calls.js BUILD/CMakeFiles/nodecpp.dir/src [nm]
const fs = require('fs');
const path = require('path');
const {execFileSync} = require('child_process');
const {floors} = require('./rules.js');

// `files`: {folder, defined: [names], needed: [names]}. Complaints, a line for each pair of floors and name.
function upwardCalls(files, floors) {
  const home = new Map();
  for (const {folder, defined} of files) for (const name of defined) home.set(name, folder);
  const found = new Set();
  for (const {folder, needed} of files) {
    for (const name of needed) {
      const above = home.get(name);
      if (above !== undefined && above !== folder && floors[above] >= floors[folder]) {
        found.add(`${folder} calls up to ${above}: ${name}`);
      }
    }
  }
  return [...found].sort();
}

function read(root, nm) {
  const files = [];
  for (const folder of fs.readdirSync(root)) {
    const inside = path.join(root, folder);
    if (!fs.statSync(inside).isDirectory()) continue;
    for (const name of fs.readdirSync(inside, {recursive: true})) {
      if (!/\.o$/.test(name)) continue;
      const file = {folder, defined: [], needed: []};
      const listed = execFileSync(nm, ['--format=posix', path.join(inside, name)], {maxBuffer: 1 << 28}).toString();
      for (const line of listed.split('\n')) {
        const [symbol, kind] = line.split(' ');
        if (!/^_Z/.test(symbol)) continue;
        if (/^[TDBR]$/.test(kind)) file.defined.push(symbol);
        else if (kind === 'U') file.needed.push(symbol);
      }
      files.push(file);
    }
  }
  return files;
}

const planted = upwardCalls([
  {folder: 'low', defined: ['a'], needed: ['b', 'c', 'elsewhere']},
  {folder: 'high', defined: ['b'], needed: ['a']},
  {folder: 'low', defined: ['c'], needed: []},
  {folder: 'beside', defined: ['d'], needed: ['a']},
  {folder: 'high', defined: [], needed: ['d']},
], {low: 1, high: 2, beside: 2});
const wanted = ['high calls up to beside: d', 'low calls up to high: b'];
const complaints = upwardCalls(read(process.argv[2], process.argv[3] || 'nm'), floors);
if (String(planted) !== String(wanted)) complaints.unshift(`the check itself finds ${planted || 'nothing'}`);
for (const line of complaints) console.log(line);
console.log(complaints.length ? '0 passed, 1 failed' : '1 passed, 0 failed');
process.exit(complaints.length ? 1 : 0);
