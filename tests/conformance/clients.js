'use strict';
// Other people's clients. Each suite asks a server in its own way, and gives a list of checks: {name, why}, where `why`
// is empty for a check that passed.
const fs = require('fs');
const path = require('path');
const {tools, run} = require('./tools.js');

// Judges one run of a program: its exit code, and what its output must match.
async function judge(name, wanted, command, args, options) {
  const {code, out, errors} = await run(command, args, options);
  const right = code === wanted.code || wanted.code === undefined;
  const bad = !right ? `ended with ${code}: ${errors.trim().split('\n').pop()}`
    : wanted.out && !wanted.out.test(wanted.errorsToo ? out + errors : out) ? `printed ${JSON.stringify(out.slice(-200))}`
      : wanted.bytes !== undefined && out.length !== wanted.bytes ? `printed ${out.length} bytes` : '';
  return {name, why: bad};
}

function bigFile(folder) {
  const file = path.join(folder, 'big');
  if (!fs.existsSync(file)) fs.writeFileSync(file, 'x'.repeat(1 << 20));
  return file;
}

// What holds for a server and for nginx in front of one.
async function curlOfAny(base, folder) {
  const ask = (name, wanted, ...args) => judge(name, {code: 0, ...wanted}, tools.curl,
    ['-q', '-sS', '--max-time', '25', '--cacert', path.join(folder, 'ca.pem'), ...args]);
  const upload = ['--data-binary', `@${bigFile(folder)}`, `${base}/`];
  return [
    await ask('a GET', {out: /^xxxxx$/}, `${base}/?bytes=5`),
    await ask('a HEAD', {out: /^HTTP\/1\.1 200 OK\r\n[^]*content-length: 77\r\n[^]*\r\n\r\n$/i}, '-I', `${base}/?bytes=77`),
    await ask('a response of 3 MB', {bytes: 3e6}, `${base}/?bytes=3000000`),
    await ask('a body of 1 MiB there and back', {bytes: 1 << 20}, ...upload),
    await ask('Expect: 100-continue', {bytes: 1 << 20}, '-H', 'Expect: 100-continue', ...upload),
    await ask('a body in chunks', {bytes: 1 << 20}, '-H', 'Transfer-Encoding: chunked', ...upload),
    await ask('PUT', {bytes: 1 << 20}, '-T', bigFile(folder), `${base}/`),
    await ask('two requests on a connection', {out: /^1 0 $/}, '-w', '%{num_connects} ', '-o', '/dev/null', '-o', '/dev/null',
      `${base}/?bytes=1`, `${base}/?bytes=1`),
    await ask('Connection: close', {out: /^xconnection: close/i}, '-H', 'Connection: close', '-w', 'connection: %header{connection}',
      `${base}/?bytes=1`),
    await ask('HTTP/1.0', {out: /^xx200$/}, '-0', '--no-alpn', '-w', '%{http_code}', `${base}/?bytes=2`),
    await ask('60 requests, 20 at the same time', {out: /^(200 ){60}$/}, '-Z', '--parallel-max', '20', '-o', '/dev/null', '-w',
      '%{http_code} ', `${base}/?bytes=[1-60]`),
  ];
}

async function curl(server, folder) {
  const base = `https://localhost:${server.port}`;
  const plain = (name, wanted, ...args) => judge(name, wanted, tools.curl, ['-q', '-sS', '--max-time', '25', ...args]);
  const ask = (name, wanted, ...args) => plain(name, wanted, '--cacert', path.join(folder, 'ca.pem'), ...args);
  const how = ['-i', `${base}/?bytes=1`];
  return [
    ...await curlOfAny(base, folder),
    await ask('TLS 1.3', {code: 0, out: /^x-protocol: TLSv1\.3\r$/im}, '--tlsv1.3', ...how),
    await ask('TLS 1.2', {code: 0, out: /^x-protocol: TLSv1\.2\r$/im}, '--tls-max', '1.2', ...how),
    await ask('TLS 1.1 is refused', {code: 35}, '--tlsv1.0', '--tls-max', '1.1', '--ciphers', 'ALL:@SECLEVEL=0', ...how),
    await ask('HTTP/2 is offered', {code: 0, out: /^x1\.1$/}, '--http2', '-w', '%{http_version}', `${base}/?bytes=1`),
    await ask('without ALPN', {code: 0, out: /^x$/}, '--no-alpn', `${base}/?bytes=1`),
    await ask('without a ticket', {code: 0, out: /^x$/}, '--no-sessionid', `${base}/?bytes=1`),
    await ask('by an address instead of a name', {code: 0, out: /^x$/}, `https://127.0.0.1:${server.port}/?bytes=1`),
    await plain('no trust without the authority', {code: 60}, `${base}/`),
    await ask('no trust under another name', {code: 60}, '--resolve', `other.example:${server.port}:127.0.0.1`,
      `https://other.example:${server.port}/`),
  ];
}

// openssl s_client: handshakes of each kind with a request in them.
async function sClient(server, folder) {
  const request = 'GET /?bytes=5 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const session = path.join(folder, `session-${server.label}`);
  const trust = ['-CAfile', path.join(folder, 'ca.pem'), '-verify_return_error', '-verify_hostname', 'localhost'];
  const ask = (name, out, args, input = request, code = 0) => judge(name, {code, out, errorsToo: true}, tools.openssl,
    ['s_client', '-connect', `localhost:${server.port}`, ...trust, ...args], {input, seconds: 20});
  const read = (name, out, args) => ask(name, out, [...args, '-ign_eof']);
  const answered = /HTTP\/1\.1 200 OK[^]*\r\n\r\nxxxxx/;
  const after = (text, then = answered) => new RegExp(`${text}[^]*${then.source}`);
  const checks = [];
  for (const [flag, protocol] of [['-tls1_3', 'TLSv1\\.3'], ['-tls1_2', 'TLSv1\\.2']]) {
    checks.push(await read(`${flag}: a request`, after(`New, ${protocol}`), [flag]));
    fs.rmSync(session, {force: true});
    checks.push(await read(`${flag}: a ticket`, answered, [flag, '-sess_out', session]));
    checks.push(await read(`${flag}: that ticket again`, after(`Reused, ${protocol}`), [flag, '-sess_in', session]));
    checks.push(await read(`${flag}: ALPN`, after('ALPN protocol: http/1\\.1'), [flag, '-alpn', 'h2,http/1.1']));
    checks.push(await read(`${flag}: no name of the server`, answered, [flag, '-noservername']));
    checks.push(await read(`${flag}: records of 512 bytes`, answered, [flag, '-max_send_frag', '512']));
    checks.push(await read(`${flag}: by one byte for each read`, answered, [flag, '-read_buf', '1', '-split_send_frag', '1']));
    checks.push(await ask(`${flag}: the client ends before it asks`, new RegExp(`New, ${protocol}`), [flag], ''));
    checks.push(await ask(`${flag}: only protocols that there are not`, /alert number 120|no application protocol/i,
      [flag, '-alpn', 'h2', '-msg'], '', 1));
  }
  checks.push(await ask('keys that are updated', /^(?=[^]*KEYUPDATE)(?=[^]*\r\n\r\nxxxxx)/, ['-tls1_3'], ['k\n', 'K\n', request, '']));
  checks.push(await ask('a fall-back that must not be', /inappropriate fallback|alert number 86/i,
    ['-tls1_2', '-fallback_scsv', '-msg'], '', 1));
  checks.push(await ask('TLS 1.1', /alert number 70|protocol version/i, ['-tls1_1', '-cipher', 'ALL:@SECLEVEL=0', '-msg'], '', 1));
  checks.push(await ask('no cipher in common', /alert number 40|handshake failure/i,
    ['-tls1_2', '-cipher', 'aNULL:@SECLEVEL=0', '-msg'], '', 1));
  return checks;
}

// The programs of peers/ print a line for each check: "PASS client: name" or "FAIL client: name: why".
async function told(command, args, server, folder, env) {
  const {code, out, errors} = await run(command, [...args, server.base, path.join(folder, 'ca.pem')],
    {seconds: 120, env});
  const checks = out.split('\n').filter(Boolean).map(line => {
    const [, word, name, why] = /^(PASS|FAIL) ([^:]*: [^:]*)(?:: (.*))?$/.exec(line) || [null, 'FAIL', line, 'is no check'];
    return {name, why: word === 'PASS' ? '' : why || 'failed'};
  });
  if (code !== 0) checks.push({name: 'the program ends', why: `with ${code}: ${errors.trim().split('\n').pop()}`});
  return checks;
}
const npm = (server, folder) => told(process.execPath, [path.join(tools.packages, 'clients.js')], server, folder);
const pypi = (server, folder) => told(tools.python, [path.join(__dirname, 'peers/clients.py')], server, folder);

module.exports = {curl, curlOfAny, sClient, told, npm, pypi};
