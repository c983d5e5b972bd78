'use strict';
// make conformance: asks Node.cpp's servers, and Node's with the same certificates, with other people's suites and
// clients, and Node.cpp's clients with other people's servers. Fails when a suite finds something that it does not find
// with Node, or when a check fails.
//   node tests/conformance/run.js [--only NAME] [--update]
// --only runs the suites whose name contains NAME. --update writes the counts into docs/tls.md and
// docs/conformance.md.
const fs = require('fs');
const os = require('os');
const path = require('path');
const tls = require('tls');
const {execFileSync} = require('child_process');
const {stopAll} = require('../support/programs.js');
const {checks} = require('../h1spec/checks.js');
const {askAll} = require('../h1spec/ask.js');
const {table} = require('../../tools/load.js');
const {fill, markdown} = require('../../bench/lib/report.js');
const {root, tools, missing, makeCertificates} = require('./tools.js');
const {scanners, accepted} = require('./scanners.js');
const clients = require('./clients.js');
const own = require('./own_client.js');
const {startNginx} = require('./nginx.js');
const {serve, both, asked: askedOf, passed, failures} = require('./both.js');
const ends = require('./ends.js');

const programs = {ours: [path.join(root, 'build/release/tests/conformance_server')],
  node: [process.execPath, path.join(__dirname, 'server.js')]};
const option = name => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] || '' : '');

// A row of the table: what the suite found in ours and in Node's, and the texts that are complaints or remarks.
async function scanned(scanner, key, folder) {
  const [ours, node] = await both(programs, key, folder, scanner.scan);
  const isIn = list => one => list.includes(one);
  const more = ours.filter(one => !isIn(node)(one));
  const less = node.filter(one => !isIn(ours)(one));
  const remarks = more.flatMap(one => accepted.filter(([what]) => what.test(one)).map(([, why]) => `only ours: ${one}: ${why}`));
  const complaints = more.filter(one => !accepted.some(([what]) => what.test(one))).map(one => `only ours: ${one}`);
  return {name: `${scanner.name}, ${key.toUpperCase()} key`, ours: `${ours.length} findings`, node: `${node.length} findings`, complaints,
    remarks: [...remarks, ...less.map(one => `only Node's: ${one}`)]};
}

const asked = (...all) => askedOf(programs, ...all);

async function h1spec(server, folder) {
  const options = {port: server.port, host: '127.0.0.1', servername: 'localhost', ca: fs.readFileSync(path.join(folder, 'ca.pem')),
    allowHalfOpen: true};
  const wrongs = await askAll(() => tls.connect(options));
  return wrongs.map((why, i) => ({name: checks[i][0], why}));
}

async function behindNginx(server, folder) {
  const http = await serve(programs, server.which, '', folder);
  const nginx = await startNginx(folder, path.join(folder, `nginx-${server.which}`), {tls: server.port, http: http.port});
  const lists = [];
  for (const front of ['byTls', 'byHttp']) {
    for (const one of await clients.curlOfAny(`https://localhost:${nginx[front]}`, folder))
      lists.push({...one, name: `${front === 'byTls' ? 'https' : 'http'} behind nginx: ${one.name}`});
  }
  nginx.child.kill('SIGKILL');
  http.child.kill('SIGKILL');
  return lists;
}

// The checks compare with Node's client themselves.
async function compared(name, checksOf) {
  const list = await checksOf;
  return {name, ours: passed(list), node: 'the measure', complaints: failures('ours', list), remarks: []};
}

function suites(folder) {
  return [
    ...scanners.flatMap(scanner => scanner.keys.map(key => ({name: `${scanner.name}, ${key}`, needs: scanner.tool,
      run: () => scanned(scanner, key, folder)}))),
    {name: 'h1spec', needs: 'openssl', run: () => asked('h1spec\'s checks by TLS', 'ec', folder, h1spec)},
    {name: 'curl', needs: 'curl', run: () => asked('curl', 'ec', folder, clients.curl)},
    {name: 's_client, ec', needs: 'openssl', run: () => asked('openssl s_client, EC key', 'ec', folder, clients.sClient)},
    {name: 's_client, rsa', needs: 'openssl', run: () => asked('openssl s_client, RSA key', 'rsa', folder, clients.sClient)},
    {name: 'npm', needs: 'packages', run: () => asked('https, undici, got, axios, autocannon', 'ec', folder, clients.npm)},
    {name: 'pypi', needs: 'python', run: () => asked('requests, httpx', 'ec', folder, clients.pypi)},
    {name: 'nginx in front', needs: 'nginx', run: () => asked('curl, nginx in front', 'ec', folder, behindNginx)},
    {name: 'client: Node', needs: 'openssl', run: () => compared('our client with Node\'s server', own.withServer(folder))},
    {name: 'client: s_server, ec', needs: 'openssl', run: () => compared('our client with s_server, EC key', own.withOpenssl(folder, 'ec'))},
    {name: 'client: s_server, rsa', needs: 'openssl', run: () => compared('our client with s_server, RSA key', own.withOpenssl(folder, 'rsa'))},
    {name: 'client: nginx', needs: 'nginx', run: () => compared('our client with nginx', own.withNginx(folder))},
    {name: 'proxy: nginx', needs: 'nginx', run: () => compared('our proxy in front of nginx', own.proxyOfNginx(folder))},
    ...ends.suites(folder),
  ];
}

function version(command, args, pattern) {
  try {
    return pattern.exec(execFileSync(command, args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']}))[1];
  } catch {
    return 'of an unknown version';
  }
}

const differs = row => (row.complaints.length ? `${row.complaints.length} that count` : row.remarks.length
  ? `${row.remarks.length} that do not count` : 'nothing');
const cells = rows => [['suite', 'Node.cpp', 'Node', 'what differs'], ...rows.map(row => [row.name, row.ours, row.node, differs(row)])];

function report(rows) {
  console.log('\n' + table(cells(rows)));
  for (const row of rows) {
    for (const one of row.complaints) console.log(`FAILED ${row.name}: ${one}`);
    for (const one of row.remarks) console.log(`${row.name}: ${one}`);
  }
}

// Writes the tables of the pages whose suites were all chosen.
function update(all, chosen, rows, leftOut) {
  const openssl = version(tools.openssl, ['version'], /OpenSSL (\S+)/);
  const pages = [[undefined, 'docs/tls.md', 'conformance', `Node.cpp beside Node.js ${process.version}, both with the same certificates; OpenSSL ` +
    `${openssl} of the system for Node.cpp, ${process.versions.openssl} inside Node.`],
  ['web', 'docs/conformance.md', 'ends', `Node.cpp beside Node.js ${process.version}.`]];
  for (const [page, file, mark, text] of pages) {
    const left = leftOut.filter(one => one.page === page).map(one => one.text);
    if (all.every(suite => suite.page !== page || chosen.includes(suite)))
      fill(path.join(root, file), mark, [text, markdown(cells(rows.filter(row => row.page === page)), 4), ...left].join('\n\n'));
  }
}

(async () => {
  const started = Date.now();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'conformance-'));
  process.on('exit', () => { stopAll('SIGKILL'); fs.rmSync(folder, {recursive: true, force: true}); });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  makeCertificates(folder);
  const rows = [];
  const leftOut = [];
  const all = suites(folder);
  const chosen = all.filter(({name}) => name.includes(option('--only')));
  for (const suite of chosen) {
    if (!tools[suite.needs]) {
      leftOut.push({page: suite.page, text: `${suite.name} is left out: ${missing[suite.needs]}.`});
      console.log(leftOut[leftOut.length - 1].text);
      continue;
    }
    const from = Date.now();
    try {
      rows.push({...await suite.run(), page: suite.page});
    } catch (error) {
      rows.push({name: suite.name, ours: '', node: '', complaints: [error.message], remarks: [], page: suite.page});
    }
    console.log(`${suite.name}: ${rows[rows.length - 1].ours}, Node ${rows[rows.length - 1].node} (${Math.round((Date.now() - from) / 1000)} s)`);
  }
  report(rows);
  const bad = rows.filter(({complaints}) => complaints.length).length;
  if (process.argv.includes('--update')) update(all, chosen, rows, leftOut);
  console.log(`${Math.round((Date.now() - started) / 1000)} s`);
  console.log(`${rows.length - bad} passed, ${bad} failed, ${leftOut.length} skipped`);
  process.exit(bad ? 1 : 0);
})().catch(error => {
  console.error(error.stack);
  process.exit(1);
});
