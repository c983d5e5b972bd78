'use strict';
// make autobahn: runs the cases of the Autobahn suite, with PyPI's kosoku, against the server and the client of
// packages/ws and of npm's ws. Fails when a case ends otherwise with ours than with npm's. A few cases of compression fail with
// both, since they have not been carried over from Python 2.
//   node tests/autobahn/run.js [CASES]      CASES is a pattern of cases, such as 9.*; by default all but 9.* and 13.*,
//                                           which take ten minutes and more
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn} = require('child_process');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const suite = path.join(root, 'build/peers/python/bin/kosoku');
const chosen = process.argv[2] ? ['-i', process.argv[2]] : ['-x', '9.*', '-x', '13.*'];
const ends = {
  server: {ours: [path.join(build, 'tests/autobahn_server')], npm: [process.execPath, path.join(__dirname, 'server.js')]},
  client: {ours: [path.join(build, 'tests/autobahn_client')], npm: [process.execPath, path.join(__dirname, 'client.js')]},
};
const children = new Set();
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); });

// Starts a program. `line` resolves to the first line that it prints, `ended` to its exit code.
function start(command, args, env = {}) {
  const child = spawn(command, args, {env: {...process.env, ...env}, stdio: ['ignore', 'pipe', 'inherit']});
  children.add(child);
  const line = new Promise(resolve => child.stdout.once('data', chunk => resolve(String(chunk).trim())));
  const ended = new Promise(resolve => child.on('close', code => {
    children.delete(child);
    resolve(code);
  }));
  return {child, line, ended};
}

const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

// Returns the verdicts on one end: {case: behavior}.
async function verdicts(side, who, port, folder) {
  const out = path.join(folder, side + who);
  const [command, ...args] = ends[side][who];
  if (side === 'server') {
    const server = start(command, args, {PORT: String(port)});
    await server.line;
    await start(suite, ['-m', 'fuzzingclient', '-p', '2', ...chosen, '-o', out, `127.0.0.1:${port}`]).ended;
    server.child.kill('SIGKILL');
  } else {
    const server = start(suite, ['-m', 'fuzzingserver', ...chosen, '-o', out, `127.0.0.1:${port}`]);
    await wait(2000);
    await start(command, [...args, `ws://127.0.0.1:${port}`]).ended;
    await Promise.race([server.ended, wait(3000)]);
    server.child.kill('SIGINT');
    await Promise.race([server.ended, wait(3000)]);
  }
  const index = JSON.parse(fs.readFileSync(path.join(out, 'index.json'), 'utf8'));
  return Object.fromEntries(Object.values(index).flatMap(cases => Object.entries(cases).map(([name, {behavior}]) => [name, behavior])));
}

(async () => {
  if (!fs.existsSync(suite)) throw new Error('kosoku is not installed (PyPI): run make autobahn');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-autobahn-'));
  let passed = 0, failed = 0;
  try {
    let port = 9300;
    for (const side of Object.keys(ends)) {
      const ours = await verdicts(side, 'ours', port++, folder), npm = await verdicts(side, 'npm', port++, folder);
      const counts = {};
      for (const [name, verdict] of Object.entries(ours)) {
        counts[verdict] = (counts[verdict] || 0) + 1;
        if (verdict === npm[name]) {
          passed++;
        } else {
          failed++;
          console.log(`${side}, ${name}: ${verdict}; npm's ws: ${npm[name]}`);
        }
      }
      console.log(`${side}: ${Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`);
      if (!Object.keys(ours).length) throw new Error(`no case was run with the ${side}`);
    }
  } finally {
    fs.rmSync(folder, {recursive: true, force: true});
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})().catch(error => {
  console.error('autobahn: ' + error.message);
  process.exit(1);
});
