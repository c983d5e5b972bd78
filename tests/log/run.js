'use strict';
// Tests nodecpp-log on recordings of tests/log/program.cpp: its output, its exit codes, that it counts requests like
// the runtime, that import reverses export, and who may ask `view` for data.
//   node tests/log/run.js [--tool nodecpp-log] [--program log_program]
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {freePort, children, stopAll} = require('../support/programs.js');

const build = process.env.NODECPP_BUILD || path.resolve(__dirname, '../../build/release');
const option = (name, otherwise) => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise;
const tool = option('--tool', path.join(build, 'nodecpp-log'));
const program = option('--program', path.join(build, 'tests/log_program'));

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-log-test-'));
const inWork = name => path.join(work, name);
let passed = 0;
let failed = 0;
function check(what, ok, detail = '') {
  if (ok) return passed++;
  failed++;
  console.log(`${what}: ${detail}`);
}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const run = (args, options = {}) =>
  spawnSync(tool, args, {encoding: 'utf8', timeout: 30000, maxBuffer: 1 << 28, ...options});
const lines = text => text.split('\n').filter(Boolean);

// Sends parts with pauses on one connection, and waits for the connection's end.
function send(port, parts) {
  return new Promise(resolve => {
    let got = '';
    const socket = net.connect(port, '127.0.0.1');
    socket.on('data', data => { got += data.toString('latin1'); });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
    (async () => {
      for (const part of parts) {
        socket.write(part, 'latin1');
        await sleep(25);
      }
      await sleep(60);
      socket.end();
    })();
    setTimeout(() => socket.destroy(), 5000).unref();
  });
}

const get = url => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`;
const conversations = [
  ['one', [get('/one')], ['GET /one']],
  ['pipelined', [get('/p1') + get('/p2') + get('/later') + get('/p3')], ['GET /p1', 'GET /p2', 'GET /later', 'GET /p3']],
  ['chunked, in pieces', ['POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe', 'llo\r\n0\r\n\r\n' + get('/c2')],
    ['POST /c', 'GET /c2']],
  ['a head in pieces', ['\r\nGET /he', 'ad HTTP/1.1\r\nHo', 'st: a\r\n\r', '\n'], ['GET /head']],
  ['a body like a request', ['POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 34\r\n\r\n' + get('/inside1')], ['POST /b']],
  ['bad', ['BAD BAD BAD\r\n\r\n' + get('/never')], [null]],
  ['no host: refused, and counted', ['GET /nohost HTTP/1.1\r\n\r\n'], ['GET /nohost']],
  ['a head that is too large', [`GET /large HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17000)}\r\n\r\n`], [null]],
  ['a bad chunk', ['POST /chunk HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'], ['POST /chunk']],
  ['the last one', ['GET /close HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n' + get('/behind')], ['GET /close', null]],
  ['upgrade', ['GET /up HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n\x81hello', '\x81again'], ['GET /up']],
  ['connect', ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', get('/tunnelled')], ['CONNECT a:1']],
  ['a client of its own', [get('/ask')], ['GET /ask', 'GET /asked']],
];

// Returns a port such that the next port is free too. A recent connection may still occupy it.
async function twoPorts() {
  for (;;) {
    const port = await freePort();
    const next = net.createServer();
    const free = await new Promise(resolve => next.on('error', () => resolve(false)).listen(port + 1, '127.0.0.1', () => resolve(true)));
    if (free) return new Promise(resolve => next.close(() => resolve(port)));
  }
}

async function record(name, options = [], env = {}) {
  const port = await twoPorts();
  const folder = inWork(name);
  const child = spawn(program, [`--nodecpp-record=${folder}`, ...options], {env: {...process.env, ...env, PORT: port}, stdio: ['ignore', 'ignore', 'pipe']});
  children.push(child);
  const ended = new Promise(resolve => child.on('exit', resolve));
  for (let i = 0; i < 200 && !(await send(port + 1, ['probe'])); i++) await sleep(25);
  return {port, folder, ended};
}

// Returns the turn at which a replay until this request stops, or null when it runs to the log's end.
function stopsBefore(folder, number) {
  return new Promise(resolve => {
    const child = spawn(program, [`--nodecpp-replay=${folder}`, `--nodecpp-until=request:${number}`], {stdio: ['ignore', 'ignore', 'pipe']});
    children.push(child);
    let text = '';
    child.stderr.on('data', data => {
      text += data;
      const stopped = /stopped before request (\d+), in turn (\d+)/.exec(text);
      if (!stopped) return;
      child.kill('SIGKILL');
      resolve(Number(stopped[1]) === number ? Number(stopped[2]) : NaN);
    });
    child.on('exit', () => resolve(null));
  });
}

async function testRequests({port, folder, ended}) {
  const expected = [];
  for (const [, parts, requests] of conversations) {
    await send(port, parts);
    expected.push(...requests);
  }
  // Bytes that a net server receives are not HTTP requests.
  await send(port + 1, [get('/echoed')]);
  await send(port, [get('/crash')]);
  expected.push('GET /crash');
  await Promise.race([ended, sleep(5000)]);

  const {status, stdout, stderr} = run(['requests', folder, '--json']);
  check('requests ends well', status === 0 && stderr === '', `${status} ${stderr}`);
  const items = lines(stdout).map(JSON.parse);
  const found = items.map(item => item.number === null ? null : `${item.method} ${item.url}`);
  check('the requests', JSON.stringify(found) === JSON.stringify(expected), `${JSON.stringify(found)}\n  expected ${JSON.stringify(expected)}`);
  const counted = items.filter(item => item.number !== null);
  check('their numbers', counted.every((item, i) => item.number === i + 1));
  const of = url => items.find(item => item.url === url);
  check('bytes in', of('/one')?.bytesIn === get('/one').length, JSON.stringify(of('/one')));
  check('bytes in of a body', of('/c')?.bytesIn === 72 && of('/c').complete, JSON.stringify(of('/c')));
  check('bytes out', of('/one')?.bytesOut > 100 && of('/one').firstByte > 0, JSON.stringify(of('/one')));
  check('latency', of('/ask')?.firstByte > of('/asked')?.firstByte, JSON.stringify([of('/ask'), of('/asked')]));
  check('an upgrade', of('/up')?.upgrade === true && of('/up').problem === undefined, JSON.stringify(of('/up')));
  check('a bad body', of('/chunk')?.problem === 'HPE_INVALID_CHUNK_SIZE', JSON.stringify(of('/chunk')));
  const bad = items.filter(item => item.number === null);
  check('bad requests', bad.map(item => item.problem).join() === 'HPE_INVALID_METHOD,HPE_HEADER_OVERFLOW,HPE_CLOSED_CONNECTION', JSON.stringify(bad));
  check('an answer that never came', of('/crash')?.firstByte === null, JSON.stringify(of('/crash')));
  const text = run(['requests', folder]).stdout;
  check('requests in words', /^ +1 +turn \d+ +connection \d+ +GET \/one  in 30  out \d+  \d+\.\d{3} ms$/m.test(text), text);

  // The runtime must count the requests like the tool.
  for (const item of counted) {
    const turn = await stopsBefore(folder, item.number);
    check(`a replay until request ${item.number}`, turn === item.turn, `stops in turn ${turn}, not in ${item.turn} (${item.url})`);
  }
  check('a replay until a request that never came', await stopsBefore(folder, counted.length + 1) === null, 'stops');
}

function testShow({folder}) {
  const all = run(['show', folder]);
  check('show ends well', all.status === 0 && all.stderr === '', `${all.status} ${all.stderr}`);
  check('show begins with the segment', all.stdout.startsWith('turn 0 0.000000000  segment worker:"main"'), all.stdout.slice(0, 100));
  const json = lines(run(['show', folder, '--json']).stdout).map(JSON.parse);
  check('as many lines of JSON', json.length === lines(all.stdout).length && json.length > 100, `${json.length}`);
  check('received bytes', json.some(record => record.kind === 'received' && record.bytes === get('/one')));
  const last = json.at(-1).turn;
  const part = lines(run(['show', folder, '--json', '--from', '3', `--to=${last - 1}`]).stdout).map(JSON.parse);
  check('--from, --to', part.length === json.filter(record => record.turn >= 3 && record.turn < last).length && part[0].kind === 'turn');

  const pipe = spawnSync('sh', ['-c', `'${tool}' show '${folder}' | head -n 1; '${tool}' show '${folder}' | true`], {encoding: 'utf8'});
  check('a closed pipe', pipe.stderr === '' && lines(pipe.stdout).length === 1, pipe.stderr);

  const bytes = fs.readFileSync(path.join(folder, 'main.0000.log'));
  const variant = (name, change) => {
    const copy = inWork(name);
    fs.mkdirSync(copy, {mode: 0o700});
    fs.writeFileSync(path.join(copy, 'main.0000.log'), change(Buffer.from(bytes)), {mode: 0o600});
    return copy;
  };
  const torn = run(['show', variant('torn', copy => copy.subarray(0, copy.length - 3))]);
  check('a torn tail is no fault', torn.status === 0 && torn.stderr === '' && lines(torn.stdout).length === json.length - 1, torn.stderr);
  const damaged = variant('damaged', copy => { copy[copy.length >> 1] ^= 4; return copy; });
  for (const command of ['show', 'requests']) {
    const {status, stdout, stderr} = run([command, damaged]);
    check(`${command} names the damage`, status === 1 && stdout.length > 100 && /main\.0000\.log at byte \d+: /.test(stderr), `${status} ${stderr}`);
  }
  const other = run(['show', variant('other', () => Buffer.from('something else'))]);
  check('no log of ours', other.status === 1 && /is no log/.test(other.stderr), other.stderr);

  for (const [args, what] of [[[], 'missing'], [['dance'], 'no command dance'], [['show'], 'missing'], [['show', inWork('none')], 'cannot read'],
    [['show', work], 'no log'], [['show', folder, '--worker', 'w'], 'there is main'], [['show', folder, '--from', 'x'], 'a number'],
    [['show', folder, '--from', '9', '--to', '3'], 'behind'], [['show', folder, '--what'], 'no option --what'], [['show', folder, 'more'], 'too many'],
    [['requests', folder, '--worker'], 'needs a value'], [['view', inWork('none')], 'cannot read'], [['view', folder, '--port', '70000'], '65535'],
    [['export', folder], '--to'], [['import', folder, folder], '--key']]) {
    const {status, stderr} = run(args);
    check(`nodecpp-log ${args.join(' ')}`, status === 2 && stderr.includes(what) && stderr.includes('--help'), `${status} ${stderr}`);
  }
  check('--help', run(['--help']).status === 0 && run(['--help']).stdout.includes('nodecpp-log requests'));
}

function testTransport({folder}) {
  const key = inWork('k');
  check('keygen', run(['keygen', key]).status === 0);
  check('the private key is private', (fs.statSync(`${key}.key`).mode & 0o777) === 0o600);
  check('keygen writes over nothing', run(['keygen', key]).status === 2);
  run(['keygen', inWork('other')]);
  const file = inWork('exported');
  const exported = run(['export', folder, '--to', `${key}.pub`], {stdio: ['ignore', fs.openSync(file, 'w'), 'pipe']});
  check('export warns', exported.status === 0 && /passwords/.test(exported.stderr), exported.stderr);
  const sealed = fs.readFileSync(file);
  check('nothing can be read in it', !sealed.includes('GET /one') && !sealed.includes('main.0000'));

  const back = inWork('back');
  const imported = run(['import', '--key', `${key}.key`, file, back]);
  check('import', imported.status === 0 && imported.stderr === '', imported.stderr);
  check('the same comes back', fs.readFileSync(path.join(back, 'main.0000.log')).equals(fs.readFileSync(path.join(folder, 'main.0000.log'))));
  check('for its owner alone', (fs.statSync(back).mode & 0o777) === 0o700 && (fs.statSync(path.join(back, 'main.0000.log')).mode & 0o777) === 0o600);
  check('import writes over nothing', run(['import', '--key', `${key}.key`, file, back]).status === 2);
  check('the wrong half', run(['import', '--key', `${key}.pub`, file, inWork('no')]).status === 2);

  const bad = (what, bytes, name = `${key}.key`) => {
    fs.writeFileSync(inWork('bad'), bytes);
    const {status, stderr} = run(['import', '--key', name, inWork('bad'), inWork('no')]);
    check(what, status === 1 && stderr.length > 30, `${status} ${stderr}`);
  };
  bad('another key', sealed, inWork('other.key'));
  for (const at of [0, 5, 15, 16, 40, 95, 96, 110, 119, 122, 200, sealed.length >> 1, sealed.length - 22, sealed.length - 1])
    bad(`cut at ${at}`, sealed.subarray(0, at));
  // A cut at the end of a message must be noticed too, because the last message is missing.
  bad('without its end', sealed.subarray(0, sealed.length - 21));
  bad('with more behind it', Buffer.concat([sealed, Buffer.from([0])]));
  for (const at of [3, 30, 100, 118, 121, 130, sealed.length >> 1, sealed.length - 4]) {
    const changed = Buffer.from(sealed);
    changed[at] ^= 1;
    bad(`changed at ${at}`, changed);
  }
  check('nothing is left of what was bad', !fs.readdirSync(work).some(name => name.startsWith('no')), fs.readdirSync(work).join(' '));
}

const ask = (port, options) => new Promise((resolve, reject) => {
  http.request({host: '127.0.0.1', port, ...options}, response => {
    let body = '';
    response.setEncoding('utf8').on('data', chunk => { body += chunk; }).on('end', () => resolve({status: response.statusCode, headers: response.headers, body}));
  }).on('error', reject).end();
});

async function testView({folder}) {
  const child = spawn(tool, ['view', folder], {stdio: ['ignore', 'pipe', 'inherit']});
  children.push(child);
  const address = new URL(String(await new Promise(resolve => child.stdout.once('data', resolve))).trim());
  const {port, pathname} = address;
  const asJson = async (what, options) => JSON.parse((await ask(port, {path: pathname + 'api/' + what, ...options})).body);
  check('an address with a key', address.hostname === '127.0.0.1' && /^\/[0-9a-f]{32}\/$/.test(pathname), address.href);
  const page = await ask(port, {path: pathname});
  check('the page', page.status === 200 && page.body.includes('<!doctype html>') && !page.body.includes('{{'), page.body.slice(0, 100));
  check('it may load nothing from elsewhere', /default-src 'none'; script-src 'nonce-[0-9a-f]{32}';/.test(page.headers['content-security-policy']));
  check('and does not ask to', !/(src|href)="(?!data:)|https?:\/\//.test(page.body));
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port}.evil.example`, `localhost:${Number(port) + 1}`])
    check(`Host: ${host}`, (await ask(port, {path: pathname, headers: {host}})).status === 403);
  check('Host: localhost', (await ask(port, {path: pathname, headers: {host: `localhost:${port}`}})).status === 200);
  for (const wrong of ['/', '/api/summary', `/${'0'.repeat(32)}/`, pathname.slice(0, -1), `/x${pathname}`])
    check(`without the key: ${wrong}`, (await ask(port, {path: wrong})).status === 404);
  check('nothing else', (await ask(port, {path: pathname + 'api/else'})).status === 404 && (await ask(port, {path: pathname, method: 'POST'})).status === 405);
  check('no folder is served', (await ask(port, {path: pathname + '../../etc/passwd'})).status === 404);

  const summary = await asJson('summary');
  const items = lines(run(['requests', folder, '--json']).stdout).map(JSON.parse);
  check('summary', summary.program === fs.realpathSync(program) && summary.requests === items.filter(item => item.number).length, JSON.stringify(summary));
  const list = await asJson('requests?search=POST+%2Fc&limit=500');
  check('search', list.total === 2 && list.items[0].url === '/c' && list.items[1].url === '/chunk', JSON.stringify(list));
  check('a page of the list', (await asJson('requests?offset=3&limit=2')).items.length === 2);
  for (const odd of ['timeline?from=-1&to=x&buckets=99999999999', 'timeline?from=9223372036854775807&buckets=0', 'requests?offset=9999999999999&limit=-3',
    'request?index=999999', 'request?index=1&offset=99999999', 'output?index=18446744073709551616'])
    check(odd, typeof await asJson(odd) === 'object');
  const slow = await asJson('requests?sort=slowest');
  check('slowest first', slow.items.every((item, i) => i === 0 || item.latency <= slow.items[i - 1].latency) && slow.items[0].latency > 1e7, JSON.stringify(slow.items[0]));

  // The bytes that the program has sent are found by running it again.
  check('the replay is possible', (await asJson('replay')).state === 'possible');
  let replay = await asJson('replay', {method: 'POST'});
  for (let i = 0; i < 200 && replay.state === 'running'; i++) {
    await sleep(50);
    replay = await asJson('replay');
  }
  const one = (await asJson('requests?search=%2Fone')).items[0];
  const {writes} = await asJson(`output?index=${one.index}`);
  const sent = writes.map(write => Buffer.from(write.bytes, 'base64').toString()).join('');
  check('bytes out', writes.every(write => write.same === true) && /^HTTP\/1\.1 200 OK\r\n[^]*parts [^]*GET \/one/.test(sent), `${JSON.stringify(replay)} ${sent}`);
  const details = await asJson(`request?index=${one.index}`);
  check('bytes in', Buffer.from(details.bytes, 'base64').toString() === get('/one'), details.bytes);
  child.kill('SIGTERM');
  check('it ends', await new Promise(resolve => child.on('exit', resolve)) === 0);

  // A log of another build cannot be replayed, so only lengths and checksums are known.
  const other = inWork('rebuilt');
  fs.mkdirSync(other, {mode: 0o700});
  const changed = fs.readFileSync(path.join(folder, 'main.0000.log'));
  fs.writeFileSync(path.join(other, 'main.0000.log'), mended(changed, summary.buildId));
  const second = spawn(tool, ['view', other], {stdio: ['ignore', 'pipe', 'pipe']});
  children.push(second);
  const there = new URL(String(await new Promise(resolve => second.stdout.once('data', resolve))).trim());
  const state = JSON.parse((await ask(there.port, {path: there.pathname + 'api/replay', method: 'POST'})).body);
  check('another build is not run', state.state === 'impossible' && state.message.includes('another build'), JSON.stringify(state));
  // Truncates the file while the tool reads it.
  let words = '';
  second.stderr.on('data', data => { words += data; });
  const ended = new Promise(resolve => second.on('exit', resolve));
  fs.truncateSync(path.join(other, 'main.0000.log'), 0);
  await ask(there.port, {path: there.pathname + 'api/request?index=3'}).catch(() => {});
  check('a log that is cut while it is read', await ended === 1 && words.includes('was cut while'), words);
}

// Returns the log with another build-id in its first record, and with that record's checksum corrected.
function mended(bytes, buildId) {
  const at = bytes.indexOf(buildId);
  bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
  const size = bytes.readUInt16LE(13);
  let sum = ~0;
  for (const byte of bytes.subarray(12, 15 + size)) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = sum & 1 ? sum >>> 1 ^ 0x82f63b78 : sum >>> 1;
  }
  bytes.writeUInt32LE(~sum >>> 0, 15 + size);
  return bytes;
}

const allOf = folder => Buffer.concat(fs.readdirSync(folder).map(name => fs.readFileSync(path.join(folder, name))));
const replayOf = (folder, options = []) => spawnSync(program, [`--nodecpp-replay=${folder}`, ...options], {encoding: 'utf8', timeout: 20000});

// Tests that secrets are hidden: in the environment, in header fields, and in all parts of the log.
async function testSecrets() {
  const key = inWork('k');
  const {port, folder, ended} = await record('secrets', ['--nodecpp-record-redact=X-Token'], {PASSWORD: 'unread s3cret'});
  await send(port, ['GET /one HTTP/1.1\r\nHost: a\r\nCook', 'ie: id=s3cret\r\nX-Token: s3cret\r\n\r\n']);
  await send(port, [get('/crash')]);
  await Promise.race([ended, sleep(5000)]);
  check('a variable that is not read is not recorded', !allOf(folder).includes('unread s3cret') && allOf(folder).includes('PASSWORD'));
  const shown = run(['show', folder]);
  check('show hides credentials', shown.status === 0 && !shown.stdout.includes('s3cret') && shown.stdout.includes('ie: *********'), shown.stdout);
  check('show --secrets', run(['show', folder, '--secrets']).stdout.includes('id=s3cret'));
  for (const [options, hidden] of [[[], true], [['--secrets'], false]]) {
    const file = inWork(`exported-${hidden}`);
    const back = inWork(`back-${hidden}`);
    const exported = run(['export', folder, '--to', `${key}.pub`, ...options], {stdio: ['ignore', fs.openSync(file, 'w'), 'pipe']});
    const imported = run(['import', '--key', `${key}.key`, file, back]);
    check('export', exported.status === 0 && imported.status === 0, exported.stderr + imported.stderr);
    check(`export ${options}: credentials`, allOf(back).includes('s3cret') !== hidden);
    check('manifest', JSON.parse(fs.readFileSync(path.join(back, 'manifest.jsonl'), 'utf8')).log === 'main');
    const replayed = replayOf(back);
    check(`export ${options}: replays as it was`, replayed.status === 0 || /Error: as asked/.test(replayed.stderr) && /identical/.test(replayed.stdout), `${replayed.status} ${replayed.stdout} ${replayed.stderr}`);
  }
}

async function testSealed() {
  const key = inWork('k');
  const sealed = await record('sealed', [`--nodecpp-record-key=${key}.pub`]);
  await send(sealed.port, [get('/one')]);
  children.at(-1).kill('SIGKILL');
  await sealed.ended;
  check('nothing can be read', !allOf(sealed.folder).includes('GET /one'));
  const shown = run(['show', sealed.folder]);
  check('show says what to do', shown.status === 1 && /is encrypted: nodecpp-log import/.test(shown.stderr), shown.stderr);
  const refused = replayOf(sealed.folder);
  check('and so does a replay', refused.status === 4 && /is encrypted: nodecpp-log import/.test(refused.stderr), refused.stderr);
  const clear = inWork('clear');
  const imported = run(['import', '--key', `${key}.key`, sealed.folder, clear]);
  check('import', imported.status === 0 && /was not finished/.test(imported.stderr), imported.stderr);
  check('its requests', /GET \/one/.test(run(['requests', clear]).stdout));
  const replayed = replayOf(clear);
  check('its replay', replayed.status === 0 && /identical/.test(replayed.stdout), replayed.stderr);
  // The recording is already encrypted.
  const file = inWork('exported-sealed');
  const exported = run(['export', sealed.folder, '--to', `${key}.pub`], {stdio: ['ignore', fs.openSync(file, 'w'), 'pipe']});
  run(['import', '--key', `${key}.key`, file, inWork('back-sealed')]);
  check('its export', exported.status === 0 && /goes as it is/.test(exported.stderr) &&
    run(['import', '--key', `${key}.key`, inWork('back-sealed'), inWork('clear-again')]).status === 0 &&
    /GET \/one/.test(run(['requests', inWork('clear-again')]).stdout), exported.stderr);
}

async function testLimit() {
  const limited = await record('limited', ['--nodecpp-record-limit=1M']);
  for (let i = 0; i < 4; i++)
    await send(limited.port, [`POST /body${i} HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n${'x'.repeat(900000)}`]);
  await send(limited.port, [get('/last')]);
  children.at(-1).kill('SIGKILL');
  await limited.ended;
  const bytes = allOf(limited.folder).length;
  check('a limit', bytes <= (1 << 20) + 1000, `${bytes}`);
  const {status, stdout, stderr} = run(['requests', limited.folder]);
  check('what is left can be read', status === 0 && /GET \/last/.test(stdout), `${status} ${stdout} ${stderr}`);
  const refused = replayOf(limited.folder);
  check('it is not replayed', refused.status === 4 && /segments are gone, and with them the program's start/.test(refused.stderr), refused.stderr);
}

(async () => {
  const recording = await record('recording');
  await testRequests(recording);
  testShow(recording);
  testTransport(recording);
  await testView(recording);
  await testSecrets();
  await testSealed();
  await testLimit();
  console.log(`nodecpp-log: ${passed} passed, ${failed} failed`);
})().catch(error => { failed++; console.log(error); }).finally(() => {
  stopAll('SIGKILL');
  fs.rmSync(work, {recursive: true});
  process.exit(failed ? 1 : 0);
});
