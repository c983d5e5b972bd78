'use strict';
// Installs the library into an empty prefix and builds an outside project with find_package(NodeCpp) and with
// pkg-config. The prefix is moved after the installation, as packages are.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const compiler = process.env.NODECPP_CXX || 'clang++-19';
const project = path.join(__dirname, 'project');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-consume-'));
let passed = 0;
let failed = 0;

function run(command, args, env = {}) {
  const result = spawnSync(command, args, {encoding: 'utf8', env: {...process.env, ...env}, timeout: 300000});
  if (result.error) throw result.error;
  if (result.status !== 0) {
    throw new Error(`${command} ${args.join(' ')}\nexit code ${result.status} ${result.signal || ''}\n` +
      result.stdout + result.stderr);
  }
  return result.stdout;
}

function step(name, work) {
  try {
    work();
    passed++;
  } catch (error) {
    failed++;
    console.log(`${name}: ${error.message}`);
  }
}

function expect(actual, wanted) {
  if (actual !== wanted) throw new Error(`printed ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`);
}

try {
  const prefix = path.join(work, 'prefix');
  step('install', () => {
    run('cmake', ['--install', build, '--prefix', path.join(work, 'first')]);
    fs.renameSync(path.join(work, 'first'), prefix);
    for (const file of fs.readdirSync(path.join(prefix, 'include/nodecpp'))) {
      if (!file.endsWith('.h') && !fs.statSync(path.join(prefix, 'include/nodecpp', file)).isDirectory()) {
        throw new Error(`${file} is installed among the headers`);
      }
    }
    const targets = fs.readFileSync(path.join(prefix, 'lib/cmake/NodeCpp/NodeCppTargets.cmake'), 'utf8');
    if (targets.includes(root)) throw new Error('the exported target names the source tree');
    // A sanitizer needs its runtime library, which users would have to link and ship. A check that only traps needs no
    // library, so all names in -fsanitize= must also be in -fsanitize-trap=.
    const pc = fs.readFileSync(path.join(prefix, 'lib/pkgconfig/nodecpp.pc'), 'utf8');
    for (const text of [targets, pc]) {
      if (/-flto/.test(text)) throw new Error('the exported target carries flags of our own');
      const trapped = new Set([...text.matchAll(/-fsanitize-trap=([\w-]+)/g)].map(match => match[1]));
      for (const [, check] of text.matchAll(/-fsanitize=([\w,-]+)/g)) {
        if (!trapped.has(check)) throw new Error(`the exported target needs the library of the sanitizer ${check}`);
      }
    }
    if (!targets.includes('-Werror=string-plus-int')) throw new Error('the exported target lost the trap warnings');
    for (const text of [targets, pc])
      if (!/-min-jump-table-entries=8|-param=case-values-threshold=8/.test(text)) throw new Error('the option for switches is not exported');
    if (!targets.includes('_GLIBCXX_ASSERTIONS')) throw new Error('the exported target lost the checks of the standard library');
  });
  step('find_package', () => {
    const out = path.join(work, 'cmake');
    run('cmake', ['-S', project, '-B', out, '-G', 'Ninja', `-DCMAKE_PREFIX_PATH=${prefix}`,
      `-DCMAKE_CXX_COMPILER=${compiler}`, '-DCMAKE_BUILD_TYPE=Release']);
    run('cmake', ['--build', out]);
    expect(run(path.join(out, 'outsider'), []), 'value: hello\n');
    expect(run(path.join(out, 'sockets'), []), 'hello\n');
    const native = path.join(out, 'native.node');
    expect(run(process.execPath, ['-e', `const m = require('${native}'); m.helloLater('you').then(console.log);
      console.log(m.hello('me'))`]), 'hello me\nhello you\n');
    const declarations = fs.readFileSync(path.join(out, 'native.d.ts'), 'utf8');
    if (!declarations.includes('export function hello(name: string): string;')) throw new Error(declarations);
    // The module is one file: loading it must not need shared libraries of ours or fmt.
    const needed = run('readelf', ['-d', native]).match(/NEEDED.*/g).join();
    if (/fmt|icu|cares|nodecpp/.test(needed)) throw new Error(needed);
  });
  const plugin = path.join(prefix, 'lib/nodecpp/nodecpp_check.so');
  if (fs.existsSync(plugin)) {
    step('nodecpp-check', () => {
      expect(run(path.join(work, 'cmake/checked'), []), 'value: hello\n');
      const env = {PKG_CONFIG_PATH: path.join(prefix, 'lib/pkgconfig')};
      const flags = run('pkg-config', ['--cflags', 'nodecpp'], env).trim() + ' ' + run('pkg-config', ['--variable=check', 'nodecpp'], env).trim();
      const bad = path.join(work, 'bad.cpp');
      fs.writeFileSync(bad, '#include <nodecpp/timers.h>\nvoid later() { int n = 1; nodecpp::setTimeout([&] { n++; }, 1); }\n');
      const refused = spawnSync(compiler, [...flags.split(/\s+/), '-fsyntax-only', bad], {encoding: 'utf8'});
      if (refused.status === 0 || !refused.stderr.includes('NC010')) throw new Error(`not refused: ${refused.stderr}`);
    });
  }
  step('find_package refuses another version', () => {
    const copy = path.join(work, 'newer');
    fs.cpSync(project, copy, {recursive: true});
    const lists = path.join(copy, 'CMakeLists.txt');
    fs.writeFileSync(lists, fs.readFileSync(lists, 'utf8').replace('NodeCpp 0.1', 'NodeCpp 99.0'));
    try {
      run('cmake', ['-S', copy, '-B', path.join(work, 'newer-build'), '-G', 'Ninja', `-DCMAKE_PREFIX_PATH=${prefix}`,
        `-DCMAKE_CXX_COMPILER=${compiler}`]);
    } catch (error) {
      if (error.message.includes('99.0')) return;
      throw error;
    }
    throw new Error('version 99.0 was found');
  });
  // Debian 12's own g++ is version 12, which is too old.
  const old = ['g++-12', 'g++-11', 'clang++-14'].find(each => spawnSync(each, ['--version']).status === 0);
  if (!old) console.log('The refusal of old compilers is not tested: no old compiler is installed.');
  const fails = (command, args) => {
    const {status, stderr} = spawnSync(command, args, {encoding: 'utf8', timeout: 60000});
    if (status === 0) throw new Error(`${command} ${args.join(' ')} did not fail`);
    return stderr;
  };
  if (old) {
    step('find_package says what compiler it needs', () => {
      const told = fails('cmake', ['-S', project, '-B', path.join(work, 'old-build'), '-G', 'Ninja',
        `-DCMAKE_PREFIX_PATH=${prefix}`, `-DCMAKE_CXX_COMPILER=${old}`]);
      if (!told.replace(/\s+/g, ' ').includes('Node.cpp needs clang 19 or later, or g++ 14 or later')) throw new Error(told);
    });
    step('headers say what compiler they need', () => {
      const told = fails(old, ['-std=c++20', `-I${path.join(prefix, 'include')}`, '-c', path.join(project, 'main.cpp'), '-o',
        path.join(work, 'old.o')]);
      const errors = told.split('\n').filter(line => /error:/.test(line));
      if (errors.length !== 1 || !errors[0].includes('Node.cpp needs clang 19 or later')) throw new Error(told);
    });
  }
  step('precompiled header', () => {
    const copy = path.join(work, 'precompiled');
    fs.cpSync(project, copy, {recursive: true});
    const lists = path.join(copy, 'CMakeLists.txt');
    fs.writeFileSync(lists, fs.readFileSync(lists, 'utf8').replace('PRIVATE NodeCpp::nodecpp', 'PRIVATE NodeCpp::precompiled'));
    const out = path.join(work, 'precompiled-build');
    run('cmake', ['-S', copy, '-B', out, '-G', 'Ninja', `-DCMAKE_PREFIX_PATH=${prefix}`, `-DCMAKE_CXX_COMPILER=${compiler}`]);
    const told = run('cmake', ['--build', out, '--target', 'outsider', '--verbose']);
    if (!/include-pch/.test(told)) throw new Error('no precompiled header is used');
    expect(run(path.join(out, 'outsider'), []), 'value: hello\n');
    const env = {PKG_CONFIG_PATH: path.join(prefix, 'lib/pkgconfig')};
    const flags = run('pkg-config', ['--cflags', 'nodecpp'], env).trim().split(/\s+/);
    const libraries = run('pkg-config', ['--libs', 'nodecpp'], env).trim().split(/\s+/);
    const pch = path.join(work, 'nodecpp.pch');
    run(compiler, ['-O2', ...flags, '-x', 'c++-header', path.join(prefix, 'include/nodecpp/precompiled.h'), '-o', pch]);
    const program = path.join(work, 'by-hand');
    run(compiler, ['-O2', ...flags, '-include-pch', pch, path.join(project, 'main.cpp'), path.join(project, 'second.cpp'),
      ...libraries, '-o', program]);
    expect(run(program, []), 'value: hello\n');
  });
  step('pkg-config', () => {
    const env = {PKG_CONFIG_PATH: path.join(prefix, 'lib/pkgconfig')};
    const flags = run('pkg-config', ['--cflags', '--libs', 'nodecpp'], env).trim().split(/\s+/);
    const out = path.join(work, 'outsider');
    run(compiler, ['-O2', path.join(project, 'main.cpp'), path.join(project, 'second.cpp'), ...flags, '-o', out]);
    expect(run(out, []), 'value: hello\n');
    const sockets = path.join(work, 'sockets');
    const both = run('pkg-config', ['--cflags', '--libs', 'nodecpp-ws'], env).trim().split(/\s+/);
    run(compiler, ['-O0', path.join(project, 'sockets.cpp'), ...both, '-o', sockets]);
    expect(run(sockets, []), 'hello\n');
  });
  step('hardening', () => {
    const env = {PKG_CONFIG_PATH: path.join(prefix, 'lib/pkgconfig')};
    const flags = run('pkg-config', ['--cflags', '--libs', 'nodecpp'], env).trim().split(/\s+/);
    const out = path.join(work, 'hardened');
    const ends = (bug, signal, words) => {
      const ended = spawnSync(out, [bug], {encoding: 'utf8', timeout: 20000, env: {...process.env, LONG_TEXT: 'longer than its place'}});
      if (ended.signal !== signal || !ended.stderr.includes(words) || ended.stdout !== '') {
        throw new Error(`${bug}: ended by ${ended.signal || ended.status}, ${ended.stdout}${ended.stderr}`);
      }
    };
    run(compiler, ['-O2', path.join(project, 'hardened.cpp'), ...flags, '-o', out]);
    ends('index', 'SIGABRT', 'FATAL ERROR: an index is outside of its array');
    ends('index in a thread', 'SIGABRT', 'FATAL ERROR: an index is outside of its array');
    ends('buffer', 'SIGABRT', '*** buffer overflow detected ***');
    // A large frame jumps over the guard page when nothing touches the pages between.
    ends('frame', 'SIGSEGV', '');
    expect(run(out, ['variable']), '0\n');
    // Without optimisation there must be no warning. The C library would warn if _FORTIFY_SOURCE were set then.
    const compileFlags = run('pkg-config', ['--cflags', 'nodecpp'], env).trim().split(/\s+/);
    const told = spawnSync(compiler, ['-O0', '-Wall', '-c', path.join(project, 'hardened.cpp'), ...compileFlags, '-o', path.join(work, 'plain.o')],
      {encoding: 'utf8', timeout: 300000});
    if (told.status !== 0 || /warning/.test(told.stderr)) throw new Error(told.stderr);
  });
} finally {
  fs.rmSync(work, {recursive: true, force: true});
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
