'use strict';
// Builds nodecpp_check.so into build/check when it is missing or older than its sources, and returns the compiler flags
// that users have.
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {compiler, flags, root} = require('../../tests/support/users.js');

const folder = process.env.NODECPP_CHECK_BUILD || path.join(root, 'build/check');
const plugin = path.join(folder, 'nodecpp_check.so');

function run(command, args) {
  const result = spawnSync(command, args, {encoding: 'utf8'});
  if (result.error || result.status !== 0)
    throw new Error(`${command} ${args.join(' ')}\n${result.error ? result.error.message : result.stdout + result.stderr}`);
}

function build() {
  const made = fs.existsSync(plugin) ? fs.statSync(plugin).mtimeMs : 0;
  const newest = Math.max(...fs.readdirSync(__dirname).filter(file => /\.(cpp|h|txt)$/.test(file))
    .map(file => fs.statSync(path.join(__dirname, file)).mtimeMs));
  if (made > newest) return;
  const cache = fs.existsSync('/usr/bin/ccache') ? ['-DCMAKE_CXX_COMPILER_LAUNCHER=ccache'] : [];
  run('cmake', ['-S', __dirname, '-B', folder, '-G', 'Ninja', `-DCMAKE_CXX_COMPILER=${compiler}`, '-DCMAKE_BUILD_TYPE=Release', ...cache]);
  run('cmake', ['--build', folder]);
  const now = new Date();
  fs.utimesSync(plugin, now, now);
}

// Returns the flags that nodecpp.pc gives to users, or the same flags without a configured build. The checker does not
// need the built library.
function userFlags() {
  for (const preset of [process.env.NODECPP_BUILD, path.join(root, 'build/release'), path.join(root, 'build/asan')]) {
    if (preset && fs.existsSync(path.join(preset, 'nodecpp.pc'))) return flags(preset);
  }
  return ['-std=c++23', '-pthread', `-I${path.join(root, 'include')}`, '-DNODECPP_SAFETY=1', '-D_GLIBCXX_ASSERTIONS'];
}

build();
module.exports = {plugin, userFlags, compiler};
