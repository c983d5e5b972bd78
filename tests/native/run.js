'use strict';
// Tests a native module in Node.js: all kinds of arguments and results, errors in both directions, memory, promises,
// threads, and the declarations that TypeScript checks. MODULE is target.node; without it the module of the build is
// used.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const file = path.resolve(process.argv[2] || path.join(build, 'tests/native/native.node'));
const quick = process.argv.includes('--quick');  // used under a sanitizer
const cases = [];
const test = (name, run) => cases.push({name, run});

for (const part of ['values', 'bytes', 'callbacks', 'classes', 'promises', 'threads']) {
  require(`./${part}.js`)({test, m: require(file), file, quick});
}

// Runs a script in a process of its own, to see from outside how the process ends.
function node(script, args = [], env = {}) {
  const result = spawnSync(process.execPath, [...args, '-e', `const m = require(${JSON.stringify(file)});\n${script}`],
    {encoding: 'utf8', timeout: 60000, env: {...process.env, ...env}});
  return {...result, text: result.stdout + result.stderr};
}

test('a process ends while calls are on the pool', () => {
  for (const end of ['process.exit(3)', 'process.exitCode = 3; process.reallyExit(3)']) {
    const {status, text} = node(`m.sleep(3000); m.fillSlowly(Buffer.alloc(100), 1); m.progress(1e9, () => {});
      setTimeout(() => { ${end} }, 50);`);
    assert.strictEqual(status, 3, text);
  }
});

test('a process lives as long as its calls, and not longer', () => {
  const {status, text} = node(`m.listen(n => n); m.sleep(100).then(n => console.log('slept', n));`);
  assert.strictEqual(text, 'slept 100\n');
  assert.strictEqual(status, 0);
});

test('NODECPP_OPTIONS bounds the pool', () => {
  const {text} = node(`const all = Array.from({length: 6}, () => m.sleep(50).then(() => 'ok', error => error.code));
    Promise.all(all).then(all => console.log(all.filter(one => one === 'ok').length, all[5]))`, [],
  {NODECPP_OPTIONS: '--nodecpp-pool-size=1 --nodecpp-pool-queue=2'});
  assert.match(text, /^[23] ERR_POOL_QUEUE_FULL\n$/);
});

test('an error that nobody catches ends the program as any other', () => {
  const {status, text} = node(`m.fail('range')`);
  assert.strictEqual(status, 1);
  assert.match(text, /RangeError: a range\n {4}at \[eval\]/);
  const later = node(`m.failLater('range')`);
  assert.strictEqual(later.status, 1);
  assert.match(later.text, /RangeError: a range/);
});

// Tests docs/native.md: its JavaScript must print what its comments say, and each line of its C++ must be in this test.
test('the page', async () => {
  const page = fs.readFileSync(path.join(root, 'docs/native.md'), 'utf8');
  const own = fs.readFileSync(path.join(__dirname, 'functions.h'), 'utf8') +
    fs.readFileSync(path.join(__dirname, 'module.cpp'), 'utf8');
  for (const [, language, code] of page.matchAll(/```(js|cpp)\n([\s\S]*?)```/g)) {
    if (language === 'cpp') {
      for (const line of code.split('\n')) assert.ok(own.includes(line.trim()), `not in the test: ${line}`);
      continue;
    }
    const wanted = [...code.matchAll(/(?:^| )\/\/ (.*)$/gm)].map(found => found[1]);
    const printed = [];
    const console = {log: (...values) => printed.push(require('util').format(...values))};
    const AsyncFunction = (async () => {}).constructor;
    await new AsyncFunction('native', 'console', code)(require(file), console);
    assert.deepStrictEqual(printed, wanted);
  }
});

test('the declarations pass tsc, and catch what is wrong', () => {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  if (quick) return;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-native-'));
  try {
    fs.copyFileSync(file.replace(/\.node$/, '.d.ts'), path.join(folder, 'native.d.ts'));
    fs.copyFileSync(path.join(__dirname, 'use.ts'), path.join(folder, 'use.ts'));
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const {status, stdout} = spawnSync(process.execPath, [tsc, '--noEmit', '--strict', '--target', 'es2022',
      '--module', 'nodenext', '--types', 'node', 'use.ts'], {cwd: folder, encoding: 'utf8'});
    assert.strictEqual(stdout, '');
    assert.strictEqual(status, 0);
  } finally {
    fs.rmSync(folder, {recursive: true, force: true});
  }
});

(async () => {
  let passed = 0;
  let failed = 0;
  for (const {name, run} of cases) {
    try {
      await run();
      passed++;
    } catch (error) {
      failed++;
      console.log(`${name}: ${error.stack}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
