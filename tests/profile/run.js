'use strict';
// Checks whether the kept profile (tools/training/clang-N.proftext) is outdated: a function with branches that have
// changed since it was counted is compiled without a profile. The bitcode in the library's objects shows for which
// functions the compiler used the counts. A function that is inlined at each call is in no object and is not judged.
//   node tests/profile/run.js BUILD/CMakeFiles/nodecpp.dir COUNTS.proftext LLVM_BIN
const fs = require('fs');
const os = require('os');
const path = require('path');
const {execFileSync} = require('child_process');

// The largest share of the training's counts that may belong to changed functions.
const mostStale = 0.2;

// Returns the functions of a profile in text form: the name without the file, and the sum of the counters.
function counted(text) {
  const functions = new Map();
  for (const entry of text.split(/\n\n+/)) {
    const lines = entry.split('\n').filter(line => line !== '' && !line.startsWith(':') && !line.startsWith('# IR'));
    const values = lines.indexOf('# Counter Values:');
    if (values < 0) continue;
    const name = lines[0].replace(/^.*;/, '');
    let sum = 0;
    for (let i = values + 1; i < lines.length && /^\d+$/.test(lines[i]); i++) sum += Number(lines[i]);
    functions.set(name, (functions.get(name) || 0) + sum);
  }
  return functions;
}

// Adds to `into`, for each function that LLVM's assembly defines, whether the compiler had counts for it.
function defined(assembly, into) {
  for (const [line, name] of assembly.matchAll(/^define .*?@"?([^"( ]+)"?\(.*$/gm)) {
    // Copies that the compiler's passes make have a suffix in their names.
    const plain = name.replace(/\.(llvm|cold|part|specialized|resume|destroy|cleanup)\b.*$/, '');
    into.set(plain, (into.get(plain) || false) || / !prof !\d+/.test(line));
  }
}

function judge(functions, used) {
  let known = 0;
  const stale = [];
  for (const [name, sum] of functions) {
    if (!used.has(name)) continue;
    known += sum;
    if (!used.get(name)) stale.push({name, sum});
  }
  stale.sort((a, b) => b.sum - a.sum);
  const lost = stale.reduce((all, {sum}) => all + sum, 0);
  return {share: known ? lost / known : 1, stale};
}

// Tests the check itself: one function of two has changed since it was counted.
const used = new Map();
defined('define void @_Za(i32 %0) #1 !prof !7 {\ndefine internal i32 @_Zb() #2 {\n', used);
const planted = judge(counted(':ir\n_Za\n# Func Hash:\n1\n# Num Counters:\n1\n# Counter Values:\n30\n\nfile.cpp;_Zb\n' +
  '# Func Hash:\n2\n# Num Counters:\n2\n# Counter Values:\n4\n6\n\n_Zc\n# Func Hash:\n2\n# Num Counters:\n1\n# Counter Values:\n9\n'), used);
if (planted.share !== 0.25 || planted.stale[0].name !== '_Zb') {
  console.log('the check itself is wrong:', planted, '\n0 passed, 1 failed');
  process.exit(1);
}

const [objects, counts, bin] = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-profile-'));
const found = new Map();
try {
  for (const object of fs.readdirSync(objects, {recursive: true})) {
    if (!/\.o$/.test(object)) continue;
    const bitcode = path.join(work, 'object.bc');
    execFileSync(path.join(bin, 'llvm-objcopy'),
      [`--dump-section=.llvm.lto=${bitcode}`, path.join(objects, object), path.join(work, 'object.o')]);
    defined(execFileSync(path.join(bin, 'llvm-dis'), [bitcode, '-o', '-'], {maxBuffer: 1 << 30}).toString(), found);
  }
} finally {
  fs.rmSync(work, {recursive: true, force: true});
}
const {share, stale} = judge(counted(fs.readFileSync(counts, 'utf8')), found);
console.log(`${stale.length} functions have changed since the profile was made, ${(share * 100).toFixed(1)} % of its counts`);
for (const {name} of stale.slice(0, 12)) console.log(`  ${name}`);
if (share > mostStale) console.log('The profile is out of date: run make profile, and commit tools/training/*.proftext.');
console.log(share > mostStale ? '0 passed, 1 failed' : '1 passed, 0 failed');
process.exit(share > mostStale ? 1 : 0);
