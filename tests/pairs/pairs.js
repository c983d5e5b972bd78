'use strict';
// Lists the pairs of this folder, and reads the settings in the first lines of their JavaScript (see README.md).
const fs = require('fs');
const path = require('path');
const {sample} = require('../support/sample.js');

// Returns "MODULE/NAME" of each pair that is wanted by module or by name. When `wanted` is empty it returns all pairs,
// or the sample.
function pairNames(wanted = []) {
  const all = fs.readdirSync(__dirname, {withFileTypes: true}).filter(entry => entry.isDirectory())
    .flatMap(({name: module}) => fs.readdirSync(path.join(__dirname, module)).filter(file => file.endsWith('.cpp'))
      .map(file => `${module}/${file.slice(0, -4)}`)).sort();
  return wanted.length ? all.filter(name => wanted.some(word => word === name || word === name.split('/')[0]))
    : sample(all, 9);
}

// Returns the C++ files beside the folders, which would never run.
const strays = () => fs.readdirSync(__dirname).filter(file => file.endsWith('.cpp'));

const scriptOf = name => path.join(__dirname, name + '.js');

function settingsOf(name) {
  const text = fs.readFileSync(scriptOf(name), 'utf8');
  return {
    stderr: /^\/\/ stderr/.test(text),
    args: (/^\/\/ args: (.*)$/m.exec(text) || [, ''])[1].split(' ').filter(Boolean),
    env: Object.fromEntries([...text.matchAll(/^\/\/ env: (\w+)=(.*)$/gm)].map(match => [match[1], match[2]])),
    input: (/^\/\/ stdin: (.*)$/m.exec(text) || [, ''])[1],
    children: /^\/\/ replay: children/m.test(text),
  };
}

// Returns the targets of CMake that build these pairs.
const pairTargets = () => pairNames().map(name => `pair_${name.replace('/', '_')}`);

module.exports = {pairNames, pairTargets, strays, scriptOf, settingsOf};
