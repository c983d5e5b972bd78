'use strict';
// Builds a preset and runs its tests, for make test and make test-all. The output of builds is shortened. The output of
// a failing test is shown completely.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn, spawnSync} = require('child_process');

const root = path.resolve(__dirname, '..');
const jobs = process.env.JOBS || String(os.cpus().length);
const tty = process.stdout.isTTY;
const seconds = since => `${Math.round((Date.now() - since) / 1000)} s`;

// Runs a command and passes each line of its output to `line`. Resolves to the exit code.
function run(command, args, line, env = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {cwd: root, env: {...process.env, ...env}, stdio: ['ignore', 'pipe', 'pipe']});
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      stream.setEncoding('utf8');
      stream.on('data', chunk => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop();
        lines.forEach(line);
      });
      stream.on('end', () => { if (rest) line(rest); });
    }
    child.on('error', error => {
      line(error.message);
      resolve(127);
    });
    child.on('close', code => resolve(code ?? 1));
  });
}

async function configure(preset) {
  // CMake configures each time, because the tests that can run may have changed, for example after Node.js was
  // installed.
  if (!fs.existsSync(path.join(root, 'build', preset, 'build.ninja'))) console.log(`configuring build/${preset}`);
  const lines = [];
  const code = await run('cmake', ['--preset', preset], line => lines.push(line));
  if (code !== 0) console.log(lines.join('\n'));
  return code === 0;
}

// Builds and shows the progress: in one line on a terminal, otherwise every half minute. Errors are shown at once. With
// `background` the build uses only processor time that is idle otherwise, so that the tests beside it run undisturbed,
// and shows no progress.
async function build(preset, targets, {background = false} = {}) {
  const since = Date.now();
  console.log(`building build/${preset}${background ? ', beside the tests' : ''}`);
  let shown = Date.now();
  const idle = background ? ['chrt', '--idle', '0'] : [];
  const [command, ...args] = [...idle, 'cmake', '--build', '--preset', preset, '--parallel', jobs,
    ...(targets.length ? ['--target', ...targets] : []), '--', '-k', '0'];
  const code = await run(command, args, line => {
    if (line.startsWith('-- ') || line.includes('Re-checking globbed')) return;
    const step = /^\[(\d+)\/(\d+)\]/.exec(line);
    if (!step) {
      console.log(line);
    } else if (background) {
      // No progress is shown, because the tests use the line of the terminal.
    } else if (tty) {
      process.stdout.write(`\r\x1b[K${line.slice(0, (process.stdout.columns || 100) - 1)}`);
    } else if (Date.now() - shown > 30000) {
      shown = Date.now();
      console.log(`  ${step[1]} of ${step[2]} steps, ${seconds(since)}`);
    }
  });
  if (tty) process.stdout.write('\r\x1b[K');
  console.log(code === 0 ? `built build/${preset} in ${seconds(since)}` : `build/${preset} did not build`);
  return code === 0;
}

const unescapeXml = text => text.replace(/&(lt|gt|amp|quot|apos|#x([0-9a-fA-F]+)|#(\d+));/g, (all, name, hex, decimal) =>
  (hex ? String.fromCharCode(parseInt(hex, 16)) : decimal ? String.fromCharCode(+decimal)
    : {lt: '<', gt: '>', amp: '&', quot: '"', apos: '\''}[name]));

// Returns the number of cases in one ctest test, as its program counted them. A program without such a count is one
// case.
function casesOf(output, ok) {
  const doctest = /\[doctest\] test cases:\s*(\d+) \|\s*(\d+) passed \|\s*(\d+) failed/.exec(output);
  const script = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].pop();
  let passed = doctest ? +doctest[2] : script ? +script[1] : ok ? 1 : 0;
  let failed = doctest ? +doctest[3] : script ? +script[2] : 0;
  if (!ok && failed === 0) failed = 1;
  return {passed, failed};
}

// Returns the names of the tests that ctest selects.
function testNames(preset, select) {
  const {stdout} = spawnSync('ctest', ['--test-dir', `build/${preset}`, '-N', ...select], {cwd: root, encoding: 'utf8'});
  return [...stdout.matchAll(/^\s*Test\s+#\d+: (\S+)/gm)].map(([, name]) => name);
}

async function test(preset, select) {
  const junit = path.join(root, 'build', preset, 'junit.xml');
  fs.rmSync(junit, {force: true});
  const args = ['--test-dir', `build/${preset}`, '--output-junit', junit, '--no-tests=error',
    '--test-output-size-passed', '1000000', '--test-output-size-failed', '1000000', '--timeout', '600', '-j', jobs];
  args.push(...select);
  await run('ctest', args, line => {
    const done = /^\s*\d+\/\d+ Test +#\d+: (\S+) \.*(.*)/.exec(line);
    if (tty && done) process.stdout.write(`\r\x1b[K${preset}: ${done[1]}${done[2]}`);
  });
  if (tty) process.stdout.write('\r\x1b[K');
  if (!fs.existsSync(junit)) {
    console.log(`${preset}: ctest found no tests`);
    return {passed: 0, failed: 1};
  }
  const total = {passed: 0, failed: 0};
  const xml = fs.readFileSync(junit, 'utf8');
  for (const [, attributes, body] of xml.matchAll(/<testcase ([^>]*)>([\s\S]*?)<\/testcase>/g)) {
    const name = /name="([^"]*)"/.exec(attributes)[1];
    const time = Number(/time="([^"]*)"/.exec(attributes)[1]);
    const ok = /status="run"/.test(attributes) && !/<failure/.test(body);
    const out = /<system-out>([\s\S]*?)<\/system-out>/.exec(body);
    const output = out ? unescapeXml(out[1]) : '';
    const {passed, failed} = casesOf(output, ok);
    total.passed += passed;
    total.failed += failed;
    console.log(`${failed ? 'FAILED' : '    ok'}  ${preset.padEnd(8)} ${name.padEnd(24)} ` +
      `${String(passed).padStart(5)} passed ${failed ? String(failed).padStart(4) + ' failed' : ' '.repeat(11)} ` +
      `${time.toFixed(1)} s`);
    if (failed) console.log(output.replace(/^/gm, '        '));
  }
  return total;
}

const buildPart = async ({preset, targets}, how) => await configure(preset) && await build(preset, targets, how);

// Builds the targets of each part (all targets when none is named) and runs the ctest tests that the part selects,
// except those that leaveOut(names) returns. The next part is built while the tests of one part run, because most tests
// wait for most of their time.
async function buildAndTest(...parts) {
  const total = {passed: 0, failed: 0};
  let built = parts.length > 0 && buildPart(parts[0]);
  for (const [i, {preset, select, leaveOut}] of parts.entries()) {
    // When a build fails, the tests of the targets that were built still run, because their results are useful.
    if (!await built) ++total.failed;
    built = i + 1 < parts.length && buildPart(parts[i + 1], {background: true});
    if (!select || !fs.existsSync(path.join(root, 'build', preset, 'build.ninja'))) continue;
    const out = leaveOut ? leaveOut(testNames(preset, select)) : [];
    const {passed, failed} = await test(preset, out.length ? [...select, '-E', `^(${out.join('|')})$`] : select);
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

// Runs a test program by itself and shows its output as it comes. Its last line gives the number of its cases.
async function program(name, command, args, env) {
  const since = Date.now();
  console.log(`running ${name}`);
  const lines = [];
  const code = await run(command, args, line => {
    lines.push(line);
    console.log(`  ${line}`);
  }, env);
  const total = casesOf(lines.join('\n'), code === 0);
  console.log(`${total.failed ? 'FAILED' : '    ok'}  ${name}: ${total.passed} passed, ${total.failed} failed, ${seconds(since)}`);
  return total;
}

// Prints the result of a run that began at `started`, and ends the process.
function conclude(passed, failed, started) {
  console.log(failed ? `\n${failed} of ${passed + failed} tests FAILED, in ${seconds(started)}.`
    : `\nAll ${passed} tests passed, in ${seconds(started)}.`);
  process.exit(failed ? 1 : 0);
}

module.exports = {root, buildAndTest, conclude, program};
