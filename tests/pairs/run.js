'use strict';
// Runs the pairs of programs (see README.md) and compares their output.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {runToEnd} = require('../support/programs.js');
const {withoutPlaces} = require('../support/stderr.js');
const {sanitizers} = require('../support/users.js');
const {pairNames, strays, scriptOf, settingsOf} = require('./pairs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const only = process.argv.slice(2);
const time = sanitizers(build).length ? 60000 : 10000;  // that a program has, in milliseconds

const indent = text => text.replace(/^(?=.)/gm, '    ');

(async () => {
  const names = pairNames(only);
  let passed = 0;
  let failed = 0;
  let next = 0;
  await Promise.all(Array.from({length: Math.max(2, os.cpus().length)}, async () => {
    while (next < names.length) {
      const name = names[next++];
      const script = scriptOf(name);
      const program = path.join(build, 'pairs', name);
      if (!fs.existsSync(script) || !fs.existsSync(program)) {
        failed++;
        console.log(`tests/pairs/${name}: ${fs.existsSync(script) ? `${program} is not built` : 'has no .js'}`);
        continue;
      }
      const {stderr, args, env, input} = settingsOf(name);
      const key = result => `${result.ended}\n${result.stdout}\n${stderr ? withoutPlaces(result.stderr) : ''}`;
      let js;
      let cpp;
      let same = false;
      // When Node's own output differs from run to run, the output of Node.cpp must be one of those that were seen.
      const allowed = new Set();
      for (let i = 0; i < 3 && !same; i++) {
        [js, cpp] = await Promise.all([
          runToEnd(process.execPath, ['--no-deprecation', script, ...args], {env, input, time}),
          runToEnd(program, ['--nodecpp-no-deprecation', ...args], {env, input, time})]);
        allowed.add(key(js));
        same = allowed.has(key(cpp)) && js.ended !== 'SIGKILL'; // a program that does not end proves nothing
      }
      if (same) passed++;
      else failed++;
      if (!same || only.length) {
        console.log(`tests/pairs/${name}: ${same ? 'the same' : 'DIFFERS'}`);
        for (const [label, result] of [['Node.js', js], ['Node.cpp', cpp]]) {
          console.log(`  ${label}: exit code ${result.ended}\n${indent(result.stdout)}${result.stderr
            ? `  standard error:\n${indent(stderr ? withoutPlaces(result.stderr) : result.stderr)}` : ''}`);
        }
      }
    }
  }));
  for (const file of strays()) {
    failed++;
    console.log(`tests/pairs/${file}: a pair stands in the folder of its module`);
  }
  if (!names.length) {
    failed++;
    console.log(`tests/pairs has no ${only.join(', ')}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
