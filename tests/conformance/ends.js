'use strict';
// The ends of the web's protocols: npm's ws, eventsource and undici, Node's own WebSocket and Python's websockets ask the
// servers of ends/, and the clients of ends/ ask Node's servers, npm's ws and Python's websockets. The table is in
// docs/conformance.md.
const path = require('path');
const {start} = require('../support/programs.js');
const {root, tools, run} = require('./tools.js');
const {asked} = require('./both.js');
const {told} = require('./clients.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = {ours: [path.join(build, 'tests/ends_server')], node: [process.execPath, path.join(__dirname, 'ends/server.js')]};
const client = {ours: [path.join(build, 'tests/ends_client')],
  node: [process.execPath, '--no-warnings', '--experimental-eventsource', path.join(__dirname, 'ends/client.js')]};

const byNpm = which => (server, folder) => told(process.execPath, ['--no-warnings', path.join(__dirname, 'peers/web_clients.js'), which], server, folder);
const byPython = (server, folder) => told(tools.python, [path.join(__dirname, 'peers/websockets_clients.py')], server, folder);

// What a client has printed, by the first word or words of its lines.
function steps(out) {
  const told = new Map();
  for (const line of out.split('\n').filter(Boolean)) {
    const [name, ...rest] = line.split(' | ');
    told.set(name, [...(told.get(name) || []), rest.join(' | ')]);
  }
  return told;
}

// Asks the server with the clients of Node.cpp and of Node: each step must come to the same.
async function compare(name, command, env, mode, key, folder) {
  const server = await start(command, {...env, ...(key ? {KEY: path.join(folder, `${key}.key`), CERT: path.join(folder, `${key}.pem`)} : {})});
  const args = [mode, `http${key ? 's' : ''}://localhost:${server.port}`, ...(key ? [path.join(folder, 'ca.pem')] : [])];
  const [ours, node] = await Promise.all(['ours', 'node'].map(who => run(client[who][0], [...client[who].slice(1), ...args], {seconds: 90})));
  server.child.kill('SIGKILL');
  const [mine, wanted] = [steps(ours.out), steps(node.out)];
  const complaints = ours.code === 0 && node.code === 0 ? [] : [`ended with ${ours.code}, Node's with ${node.code}: ${ours.errors}${node.errors}`];
  let same = 0;
  for (const step of new Set([...wanted.keys(), ...mine.keys()])) {
    const [one, other] = [mine, wanted].map(all => (all.get(step) || ['nothing']).join(' ; '));
    if (one === other) same++;
    else complaints.push(`${step}: ${one.slice(0, 300)}, Node: ${other.slice(0, 300)}`);
  }
  if (wanted.size < 5) complaints.push('hardly anything was asked');
  return {name, ours: `${same} of ${wanted.size}`, node: 'the measure', complaints, remarks: []};
}

function suites(folder) {
  const servers = [['ws', 'npm\'s ws'], ['globals', 'the WebSocket of Node and of undici, undici\'s EventSource'],
    ['eventsource', 'npm\'s eventsource'], ['undici', 'npm\'s undici']];
  const npm = path.join(__dirname, 'ends/server.js');
  const python = [tools.python, path.join(__dirname, 'peers/websockets_server.py')];
  const keys = [['', ''], [' by TLS', 'ec']];
  return [
    ...keys.flatMap(([by, key]) => [
      ...servers.map(([which, name]) => ({name: `ends: ${which}${by}`, needs: 'packages', page: 'web',
        run: () => asked(programs, `${name}${by}, our server`, key, folder, byNpm(which))})),
      {name: `ends: websockets${by}`, needs: 'python', page: 'web',
        run: () => asked(programs, `Python's websockets${by}, our server`, key, folder, byPython)},
      {name: `ends: client, ws${by}`, needs: 'packages', page: 'web',
        run: () => compare(`our ws${by}, npm's ws as the server`, [process.execPath, npm], {}, 'ws', key, folder)},
    ]),
    ...['deflate', 'contexts', 'windows'].map(how => ({name: `ends: client, websockets, ${how}`, needs: 'python', page: 'web',
      run: () => compare(`our ws, Python's websockets as the server, ${how}`, python, {HOW: how}, 'ws', '', folder)})),
    {name: 'ends: client, websockets by TLS', needs: 'python', page: 'web',
      run: () => compare('our ws by TLS, Python\'s websockets as the server', python, {}, 'ws', 'ec', folder)},
    {name: 'ends: client, web', needs: 'packages', page: 'web',
      run: () => compare('our WebSocket, npm\'s ws as the server', [process.execPath, npm], {}, 'web', '', folder)},
    {name: 'ends: client, web, websockets', needs: 'python', page: 'web',
      run: () => compare('our WebSocket, Python\'s websockets as the server', python, {}, 'web', '', folder)},
    {name: 'ends: client, events', needs: 'packages', page: 'web',
      run: () => compare('our EventSource, Node\'s http as the server', [process.execPath, npm], {}, 'events', '', folder)},
    {name: 'ends: client, fetch', needs: 'packages', page: 'web',
      run: () => compare('our fetch, Node\'s http as the server', [process.execPath, npm], {}, 'fetch', '', folder)},
  ];
}

module.exports = {suites};
