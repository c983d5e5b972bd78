'use strict';
// make bench-hardening: measures what each kind of the compiler's hardening (cmake/Hardening.cmake) costs Listing 1, in
// instructions for each request, counted like `make count`, and in bytes of code. The library and the program are built
// in build/hardening once without hardening, once with each kind, and once with all kinds, which takes some minutes
// each. Writes bench/results/hardening.json and the table in docs/safety.md. With KINDS only those kinds are measured,
// and the other results of the same machine and compiler are kept:
//   KINDS=zero-init,fortify node bench/hardening.js
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {root} = require('./lib/servers.js');
const {describe, sentence} = require('./lib/machine.js');
const {fill, markdown, writeJson} = require('./lib/report.js');
const {count} = require('../tests/count/count.js');
const {table} = require('../tools/load.js');

// local-bounds is measured too, although ON does not include it.
const kinds = ['OFF', 'zero-init', 'stack-clash', 'fortify', 'array-bounds', 'ON', 'local-bounds'];
const flags = {
  'OFF': 'none', 'zero-init': '`-ftrivial-auto-var-init=zero`', 'stack-clash': '`-fstack-clash-protection`',
  'fortify': '`-D_FORTIFY_SOURCE=3`', 'array-bounds': '`-fsanitize=array-bounds -fsanitize-trap=array-bounds`',
  'ON': 'all of these', 'local-bounds': '`-fsanitize=local-bounds` (not used)',
};
const most = 5250;

function must(command, args) {
  const run = spawnSync(command, args, {cwd: root, encoding: 'utf8', maxBuffer: 1 << 28});
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`${command} ${args.join(' ')}\n${run.stdout.slice(-3000)}${run.stderr.slice(-3000)}`);
  return run.stdout;
}

function measure(kind) {
  const build = path.join(root, 'build/hardening');
  console.log(`building with NODECPP_HARDENING=${kind} …`);
  must('cmake', ['--preset', 'release', '-B', build, `-DNODECPP_HARDENING=${kind}`, '-DNODECPP_TESTS=OFF',
    '-DNODECPP_EXAMPLES=OFF', '-DNODECPP_BENCH=OFF', '-DNODECPP_TOOLS=OFF',
    // The library itself is compiled with local-bounds only here, to measure the cost.
    '-DNODECPP_HARDENING_LIBRARY=zero-init;stack-clash;fortify;array-bounds;local-bounds']);
  must('cmake', ['--build', build, '--parallel', String(process.env.JOBS || os.cpus().length), '--target', 'count_listing1']);
  const program = path.join(build, 'tests/count_listing1');
  const [code] = /^\s*(\d+)/m.exec(must('size', [program]).split('\n')[1]).slice(1);
  const {total} = count(program);
  console.log(`${kind}: ${total} instructions a request, ${code} bytes of code`);
  return {kind, instructions: total, code: Number(code)};
}

try {
  const asked = process.env.KINDS ? process.env.KINDS.split(',') : kinds;
  const unknown = asked.filter(kind => !kinds.includes(kind));
  if (unknown.length) throw new Error(`there is no ${unknown.join(', ')}: ${kinds.join(', ')}`);
  const machine = describe(root);
  const date = new Date().toISOString().slice(0, 10);
  const results = path.join(root, 'bench/results/hardening.json');
  const last = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : {measured: []};
  const same = last.machine?.cpu === machine.cpu && last.machine?.compiler === machine.compiler;
  const fresh = asked.map(measure);
  const measured = kinds.map(kind => fresh.find(one => one.kind === kind) ||
    (same && last.measured.find(one => one.kind === kind))).filter(Boolean);
  const off = measured.find(one => one.kind === 'OFF');
  const more = (one, what) => (off ? `${one[what] >= off[what] ? '+' : ''}${(100 * (one[what] / off[what] - 1)).toFixed(1)} %` : '');
  const rows = [['', 'instructions a request', 'to none', 'code of the program, KiB', 'to none'], ...measured.map(one =>
    [flags[one.kind], String(one.instructions), more(one, 'instructions'), String(Math.round(one.code / 1024)), more(one, 'code')])];
  console.log('\n' + table(rows));
  if (measured.length === kinds.length) {
    const on = measured.find(one => one.kind === 'ON');
    writeJson(results, {date, machine, most, measured});
    fill(path.join(root, 'docs/safety.md'), 'hardening', `Measured ${sentence(machine, date)}, ${machine.compiler}. A request of Listing 1 may ` +
      `cost ${most} instructions; with all of these it costs ${on.instructions}.\n\n${markdown(rows)}`);
    console.log('\nwrote bench/results/hardening.json; docs/safety.md has the table');
  } else {
    console.log('\nnothing was written, since not all kinds are measured');
  }
} catch (error) {
  console.error('bench-hardening: ' + error.message);
  process.exit(1);
}
