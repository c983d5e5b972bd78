'use strict';
// A part of `make conformance`: curl and wget with the file servers of examples/files, in Node.js and in Node.cpp. Each client
// resumes downloads, asks for ranges, and asks only for what has changed. What it does and what it gets must be the same
// with both servers, and right.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'files-clients-'));
const site = path.join(folder, 'site');
fs.mkdirSync(site);
const bytes = Buffer.from(Array.from({length: 300000}, (_, i) => (i * 7 + (i >> 9)) & 255));
fs.writeFileSync(path.join(site, 'file.bin'), bytes);
fs.utimesSync(path.join(site, 'file.bin'), 1700000000, 1700000000);

// Runs a client in a folder of its own. `prepare` puts files there. Returns the exit code, what it printed, and the files that
// are there then.
function run(command, args, prepare) {
  const here = fs.mkdtempSync(path.join(folder, 'run-'));
  if (prepare) prepare(here);
  const {status, stdout, error} = spawnSync(command, args, {cwd: here, encoding: 'utf8', timeout: 20000});
  const files = Object.fromEntries(fs.readdirSync(here).sort().map(name => {
    const file = path.join(here, name);
    const got = fs.readFileSync(file);
    return [name, {size: got.length, whole: got.equals(bytes), time: Math.round(fs.statSync(file).mtimeMs / 1000)}];
  }));
  return {status: error ? error.code : status, stdout, files};
}

const half = here => {
  fs.writeFileSync(path.join(here, 'file.bin'), bytes.subarray(0, 100000));
  fs.utimesSync(path.join(here, 'file.bin'), 1700000000, 1700000000);
};
const whole = here => {
  fs.writeFileSync(path.join(here, 'file.bin'), bytes);
  fs.utimesSync(path.join(here, 'file.bin'), 1700000000, 1700000000);
};
const older = here => {
  fs.writeFileSync(path.join(here, 'file.bin'), 'old');
  fs.utimesSync(path.join(here, 'file.bin'), 1600000000, 1600000000);
};
const curl = (...args) => ['curl', ['-q', '-sS', '-w', '%{http_code} %{size_download}', ...args]];
const wget = (...args) => ['wget', ['--no-config', '-q', ...args]];
// [name, command and arguments for a URL, what is there before, what must hold]
const cases = [
  ['curl: a range', url => curl('-r', '1000-1999', '-o', 'part', url), null, r => r.stdout === '206 1000' && r.files.part.size === 1000],
  ['curl: the last bytes', url => curl('-r', '-500', '-o', 'part', url), null, r => r.stdout === '206 500'],
  ['curl: two ranges, which get the whole file', url => curl('-r', '0-1,10-11', '-o', 'part', url), null, r => r.stdout === '200 300000'],
  ['curl: a range beyond the end', url => curl('-r', '400000-', '-o', '/dev/null', url), null, r => r.stdout.startsWith('416 ')],
  ['curl: a download goes on', url => curl('-C', '-', '-o', 'file.bin', url), half, r => r.stdout === '206 200000' && r.files['file.bin'].whole],
  ['curl: a whole download goes on', url => curl('-C', '-', '-o', 'file.bin', url), whole, r => r.files['file.bin'].whole],
  ['curl: newer than a file, no', url => curl('-z', 'file.bin', '-o', 'new', url), whole, r => r.stdout === '304 0'],
  ['curl: newer than a file, yes', url => curl('-z', 'file.bin', '-o', 'new', url), older, r => r.stdout === '200 300000' && r.files.new.whole],
  ['curl: not newer than a time', url => curl('-z', '-Mon, 01 Jan 2024 00:00:00 GMT', '-o', 'new', url), null, r => r.stdout === '200 300000'],
  ['curl: the time of the file', url => curl('-R', '-o', 'file.bin', url), null, r => r.files['file.bin'].time === 1700000000],
  ['curl: an entity tag', url => ['sh', ['-c', `curl -q -sS --etag-save tag -o one ${url} && curl -q -sS --etag-compare tag -w '%{http_code}' -o two ${url}`]],
    null, r => r.stdout === '304' && r.files.one.whole],
  ['curl: HEAD', url => curl('-I', '-o', 'head', url), null, r => r.stdout === '200 0'],
  ['wget: a download goes on', url => wget('-c', url), half, r => r.status === 0 && r.files['file.bin'].whole],
  ['wget: a whole download goes on', url => wget('-c', url), whole, r => r.status === 0 && r.files['file.bin'].whole],
  ['wget: only what is newer, no', url => wget('-N', url), whole, r => r.status === 0 && r.files['file.bin'].whole],
  ['wget: only what is newer, yes', url => wget('-N', url), older, r => r.status === 0 && r.files['file.bin'].whole && r.files['file.bin'].time === 1700000000],
  ['wget: from a place on', url => wget('--start-pos=299000', '-O', 'part', url), null, r => r.files.part.size === 1000],
  ['wget: missing', url => wget(url + '.none'), null, r => r.status === 8],
];

(async () => {
  let passed = 0;
  let failed = 0;
  const js = await start([process.execPath, path.join(root, 'examples/files/files.js')], {ROOT: site});
  const ours = await start([process.argv[2] || path.join(build, 'examples/files')], {ROOT: site});
  for (const [name, command, prepare, holds] of cases) {
    const tool = name.split(':')[0];
    if (spawnSync(tool, ['--version']).error) {
      console.log(`left out: ${name}, since ${tool} is not installed`);
      continue;
    }
    const [a, b] = [js, ours].map(({port}) => run(...command(`http://127.0.0.1:${port}/file.bin`), prepare));
    // The time of a file that the client has made itself is that of the run.
    const told = one => JSON.stringify(one, (key, value) => (key === 'time' && value !== 1700000000 ? 0 : value));
    if (holds(b) && told(a) === told(b)) {
      passed++;
    } else {
      failed++;
      console.log(`${name}\n  Node.js:  ${told(a)}\n  Node.cpp: ${told(b)}`);
    }
  }
  stopAll('SIGKILL');
  fs.rmSync(folder, {recursive: true});
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed || passed === 0 ? 1 : 0);
})().catch(error => {
  console.error(error);
  stopAll('SIGKILL');
  process.exit(1);
});
