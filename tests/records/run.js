'use strict';
// Runs examples/records in Node.js and in Node.cpp: with records of any size both must write the same file, read all of
// it, and print the same line except for the time. Where one fails the other must fail too. The floor of make
// bench-records must do the same.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {check, conclude} = require('../support/counts.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = {
  node: [process.execPath, path.join(root, 'examples/records/records.js')],
  cpp: [process.argv[2] || path.join(build, 'examples/records')],
};
const floor = path.join(build, 'bench/records_floor');
if (fs.existsSync(floor)) programs.floor = [floor];

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'records-'));
// Returns the printed line without the time, after checking the time, or how the program failed.
function ask(name, args) {
  const [command, ...first] = programs[name];
  const {status, stdout, stderr} = spawnSync(command, [...first, ...args], {encoding: 'utf8', timeout: 30000});
  if (status !== 0) return `exit code ${status} ${/(ENOENT|EISDIR|ENOSPC|RECORD)[^\n]*?(?= \{\n|'\);\n|\n)/.exec(stderr)?.[0]}`;
  const line = JSON.parse(stdout);
  if (!(line.seconds > 0 && line.seconds < 60)) return `took ${line.seconds} s`;
  delete line.seconds;
  return JSON.stringify(line);
}

// Each program reads a file that it did not write itself.
const bytes = 300007;
const source = path.join(directory, 'source');
fs.writeFileSync(source, Buffer.from(Array.from({length: bytes}, (_, i) => (i * 2654435761) >>> 13)));
for (const record of [100, 4096, 65535, 65536, 65537, 262144, bytes, 1048576]) {
  const contents = {};
  for (const name of Object.keys(programs)) {
    check(`${name} reads by ${record}`, ask(name, ['read', source, record]) === `{"op":"read","record":${record},"bytes":${bytes}}`,
      ask(name, ['read', source, record]));
    const file = path.join(directory, name);
    const said = ask(name, ['write', file, bytes, record]);
    check(`${name} writes by ${record}`, said === `{"op":"write","record":${record},"bytes":${bytes}}`, said);
    contents[name] = fs.readFileSync(file);
    check(`${name} writes by ${record}`, contents[name].length === bytes, `${contents[name].length} bytes`);
  }
  check(`by ${record}`, contents.node.equals(contents.cpp), 'the files differ');
}
const full = path.join('/dev', 'full');
for (const args of [['read', path.join(directory, 'none'), 10], ['read', directory, 10], ['read', source], ['read', source, 0],
  ['write', path.join(directory, 'none/at/all'), 10, 1], ['write', directory, 10, 1], ['write', full, 100000, 100],
  ['write', path.join(directory, 'empty'), 0, 10], ['read', path.join(directory, 'empty'), 10]]) {
  const [node, cpp] = [ask('node', args), ask('cpp', args)];
  check(args.join(' '), node === cpp, `${node}\n  in Node.cpp ${cpp}`);
}
// Tests a disk that becomes full. The disk is mounted only for these programs and disappears with them.
const small = path.join(directory, 'small');
fs.mkdirSync(small);
const onSmallDisk = (command, args) => spawnSync('unshare', ['--mount', 'sh', '-c',
  `mount -t tmpfs -o size=1m none "${small}" && "$@"; code=$?; stat -c %s "${small}"/*; exit $code`, 'sh', ...command, ...args],
{encoding: 'utf8', timeout: 30000});
if (onSmallDisk(['touch'], [path.join(small, 'file')]).status !== 0) {
  console.log('A full disk is not tested: only root may mount a small file system.');
} else {
  for (const record of [16, 4096, 262144, 2000000]) {
    const fits = ['write', path.join(small, 'file'), 1000000, record], not = ['write', path.join(small, 'file'), 3000000, record];
    const said = Object.fromEntries(['node', 'cpp'].map(name => [name, [fits, not].map(args => {
      const {status, stdout, stderr} = onSmallDisk(programs[name], args);
      return `exit code ${status} ${/ENOSPC[^\n]*?(?= \{\n|'\);\n|\n)/.exec(stderr)?.[0]} ${stdout.replace(/"seconds":[^}]*/, '')}`;
    }).join('')]));
    check(`a full disk, by ${record}`, said.node === said.cpp && said.cpp.includes('ENOSPC') && said.cpp.includes(' 1048576\n'),
      `${said.node}\n  in Node.cpp ${said.cpp}`);
  }
}
fs.rmSync(directory, {recursive: true});
conclude();
