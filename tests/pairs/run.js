'use strict';
// Runs the pairs of programs (see README.md) and compares their output.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn} = require('child_process');
const {withoutPlaces} = require('../support/stderr.js');
const {sanitizers} = require('../support/users.js');
const {pairNames, strays, scriptOf, settingsOf} = require('./pairs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const only = process.argv.slice(2);
const seconds = sanitizers(build).length ? 60 : 10;  // the time that a program has

function run(command, args, env, input) {
  return new Promise(resolve => {
    const child = spawn(command, args, {env: {...process.env, ...env}});
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', chunk => { stdout += chunk; });
    child.stderr.on('data', chunk => { stderr += chunk; });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const timer = setTimeout(() => {
      stderr += `[stopped after ${seconds} s]`;
      child.kill('SIGKILL');
    }, seconds * 1000);
    child.on('error', error => resolve({code: 127, stdout, stderr: error.message}));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({code: signal || code, stdout, stderr});
    });
  });
}

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
      const key = result => `${result.code}\n${result.stdout}\n${stderr ? withoutPlaces(result.stderr) : ''}`;
      let js;
      let cpp;
      let same = false;
      // When Node's own output differs from run to run, the output of Node.cpp must be one of those that were seen.
      const allowed = new Set();
      for (let i = 0; i < 3 && !same; i++) {
        [js, cpp] = await Promise.all([
          run(process.execPath, ['--no-deprecation', script, ...args], env, input),
          run(program, ['--nodecpp-no-deprecation', ...args], env, input)]);
        allowed.add(key(js));
        same = allowed.has(key(cpp)) && js.code !== 'SIGKILL'; // a program that does not end proves nothing
      }
      if (same) passed++;
      else failed++;
      if (!same || only.length) {
        console.log(`tests/pairs/${name}: ${same ? 'the same' : 'DIFFERS'}`);
        for (const [label, result] of [['Node.js', js], ['Node.cpp', cpp]]) {
          console.log(`  ${label}: exit code ${result.code}\n${indent(result.stdout)}${result.stderr
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
