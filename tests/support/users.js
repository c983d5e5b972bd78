'use strict';
// Builds programs as users build them: with the compiler flags and libraries that the file nodecpp.pc of a build names.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {packages, includeOf} = require('./packages.js');

const root = path.resolve(__dirname, '../..');
const compiler = process.env.NODECPP_CXX || 'clang++-19';
// The compiler flags of the asan preset, as in cmake/Toolbox.cmake.
const addressFlags = ['-fsanitize=address,undefined', '-fno-sanitize=null,alignment,object-size,vptr', '-fno-sanitize-recover=all',
  '-fno-omit-frame-pointer'];

// Returns the build folder: $NODECPP_BUILD when ctest runs the test, otherwise build/<preset>.
const buildFolder = preset => process.env.NODECPP_BUILD || path.join(root, 'build', preset);

function field(build, name) {
  const found = new RegExp(`^${name}: (.*)$`, 'm').exec(fs.readFileSync(path.join(build, 'nodecpp.pc'), 'utf8'));
  return found ? found[1].split(name === 'Requires' ? /[\s,]+/ : /\s+/).filter(Boolean) : [];
}
// Returns the sanitizers' flags if the build has them. Programs that are compiled for such a build need them, too.
const sanitizers = build => (/^NODECPP_SANITIZE:\w+=\S/m.test(fs.readFileSync(path.join(build, 'CMakeCache.txt'), 'utf8')) ? addressFlags : []);
const flags = build => [...field(build, 'Cflags').map(flag => flag.replace('${includedir}', path.join(root, 'include'))),
  ...packages(root).map(name => `-I${includeOf(root, name)}`)];
function libraries(build) {
  const required = spawnSync('pkg-config', ['--libs', ...field(build, 'Requires')], {encoding: 'utf8'}).stdout.trim().split(/\s+/);
  return [`-L${build}`, ...packages(root).filter(name => fs.existsSync(path.join(build, `libnodecpp_${name}.a`))).map(name => `-lnodecpp_${name}`), ...required, ...field(build, 'Libs').filter(flag => !flag.includes('libdir')), ...required, '-fuse-ld=lld'];
}

// Runs a command and returns {out, err, code, signal, late}. `late` is true when the command was ended because it took
// longer than `seconds`. A million characters of each output are kept.
function execute(command, args, {seconds, ...options}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {stdio: ['ignore', 'pipe', 'pipe'], ...options});
    const result = {out: '', err: '', late: false};
    const timer = setTimeout(() => { result.late = true; child.kill('SIGKILL'); }, seconds * 1000);
    child.stdout.on('data', chunk => { if (result.out.length < 1e6) result.out += chunk; });
    child.stderr.on('data', chunk => { if (result.err.length < 1e6) result.err += chunk; });
    child.on('error', error => { result.err += error.message; });
    child.on('close', (code, signal) => { clearTimeout(timer); resolve({...result, code, signal}); });
  });
}

// Calls job(item) for each item, two or more at the same time.
async function each(items, job) {
  let next = 0;
  await Promise.all(Array.from({length: Math.max(2, os.cpus().length)}, async () => {
    while (next < items.length) await job(items[next++]);
  }));
}

module.exports = {addressFlags, buildFolder, compiler, each, execute, flags, libraries, root, sanitizers};
