'use strict';
// Checks that the comparison can fail: compares Listing 1 in Node.js with itself, changed in one way each time, and
// verifies that exactly the right scripts differ.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {run} = require('./run.js');

const root = path.resolve(__dirname, '../..');
const original = fs.readFileSync(path.join(root, 'examples/listing1/listing1.js'), 'utf8');
const before = 'const http = require(\'http\');';
const patch = code => original.replace(before, `${before}\n${code}`);

const socketWrite = change => patch(`const net = require('net'); const write = net.Socket.prototype.write;
  net.Socket.prototype.write = function (data, encoding, done) {
    const text = Buffer.from(data, typeof encoding === 'string' ? encoding : undefined).toString('latin1');
    return write.call(this, Buffer.from((${change})(text), 'latin1'), done);
  };`);

const hellp = original.replace('\'\' + value', '(\'\' + value).replace(\'hello\', \'hellp\')');

// Each case has: what is changed, the program, the script that runs, and whether the result must differ.
const cases = [
  ['nothing', original, 'get', false],
  ['nothing, in a script with cuts that differ', original, 'absolute form', false],
  ['one byte of a body', hellp, 'get', true],
  ['the same where it does not show', hellp, 'head', false],
  ['a header more', original.replace('{\'Content-Type\'', '{\'X\': \'y\', \'Content-Type\''), 'get', true],
  ['the case of a header', original.replace('Content-Type', 'content-type'), 'get', true],
  ['the reason', original.replace('Method Not', 'Method not'), 'post with a body', true],
  ['an answer too many', socketWrite('text => text + (text.startsWith("HTTP/1.1 200") ? "x" : "")'), 'pipeline of two', true],
  ['a date of another form', socketWrite('text => text.replace(/ GMT/, " UTC")'), 'get', true],
  ['a date that is late', patch('const real = Date.prototype.toUTCString; Date.prototype.toUTCString = function () { ' +
    'return real.call(new Date(this - 10000)); };'), 'get', true],
  ['the end of a kept connection', original.replace('}).listen', '}).on(\'connection\', s => s.on(\'data\', () => ' +
    'setTimeout(() => s.end(), 20))).listen'), 'get', true],
  ['a reset in place of an end', original.replace('}).listen', '}).on(\'clientError\', (e, s) => ' +
    's.resetAndDestroy()).listen'), 'bare line feeds', true],
  ['the death of the server', original.replace('const value', 'if (request.url.includes("hello")) process.exit(7); const value'),
    'get', true],
  ['an answer that never comes', original.replace('response.end(\'\' + value', 'if (!request.url.includes("hello")) ' +
    'response.end(\'\' + value'), 'get', true],
  ['what only a cut shows', socketWrite('text => text').replace('const net', 'http._connectionListener; const net')
    .replace('}).listen', '}).on(\'connection\', s => { let n = 0; s.on(\'data\', () => { if (++n === 2) s.destroy(); }); ' +
    '}).listen'), 'get', true],
];

(async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-parity-'));
  let passed = 0;
  let failed = 0;
  for (const [what, text, only, differs] of cases) {
    const file = path.join(directory, 'spoilt.js');
    fs.writeFileSync(file, text);
    const lines = [];
    const result = await run({sets: ['listing1'], only, commands: [['spoilt', [process.execPath, '--no-deprecation', file]]]},
      line => lines.push(line));
    if (result.failed === (differs ? 1 : 0) && result.passed === (differs ? 0 : 1)) {
      passed++;
    } else {
      failed++;
      console.log(`spoilt: ${what}: "${only}" ${differs ? 'was not found to differ' : 'was found to differ'}`);
      console.log(lines.join('\n'));
    }
  }
  fs.rmSync(directory, {recursive: true});
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
