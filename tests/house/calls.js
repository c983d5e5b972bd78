'use strict';
// Checks that no floor (layer) calls a floor above it: each symbol that an object file of the library needs must be
// defined on the same floor or below, whatever header declares it. The table in src/base/upward_calls.h is the only way to
// call upwards.
//   node tests/house/calls.js BUILD/CMakeFiles/nodecpp.dir [nm]
const fs = require('fs');
const path = require('path');
const {execFileSync} = require('child_process');
const {floors} = require('./rules.js');

// `files` are {folder, defined: [names], needed: [names]}. Returns a complaint for each pair of floors and each name.
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

// Returns the folder of src/ to which an object file belongs: src/FOLDER/….o, or Unity/unity_FOLDER_….o for files that
// were compiled together, which always belong to one folder (cmake/Toolbox.cmake).
function folderOf(object) {
  const [first, second] = object.split(path.sep);
  if (first === 'src') return second;
  if (first !== 'Unity') return undefined;
  const matching = Object.keys(floors).filter(folder => second.startsWith(`unity_${folder}_`));
  return matching.sort((a, b) => b.length - a.length)[0];
}

function read(root, nm) {
  const files = [];
  for (const object of fs.readdirSync(root, {recursive: true})) {
    if (!/\.o$/.test(object)) continue;
    const folder = folderOf(object);
    if (folder === undefined) throw new Error(`${object} is of no folder of src/`);
    const file = {folder, defined: [], needed: []};
    const listed = execFileSync(nm, ['--format=posix', path.join(root, object)], {maxBuffer: 1 << 28}).toString();
    for (const line of listed.split('\n')) {
      const [symbol, kind] = line.split(' ');
      if (!/^_Z/.test(symbol)) continue;
      if (/^[TDBR]$/.test(kind)) file.defined.push(symbol);
      else if (kind === 'U') file.needed.push(symbol);
    }
    files.push(file);
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
