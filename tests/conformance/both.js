'use strict';
// Runs a suite of checks against a server of Node.cpp and one of Node, and compares the outcomes.
const path = require('path');
const {start} = require('../support/programs.js');

// Starts the server of Node.cpp ("ours") or of Node with a kind of key, or without TLS. `programs` has both commands.
async function serve(programs, which, key, folder) {
  const env = key ? {KEY: path.join(folder, `${key}.key`), CERT: path.join(folder, `${key}.pem`)} : {};
  const {port, child} = await start(programs[which], env);
  return {which, label: `${which}-${key}`, port, child, base: `http${key ? 's' : ''}://localhost:${port}`};
}

// Runs a suite against both servers at the same time. Each must still run afterwards, and have said nothing.
async function both(programs, key, folder, suite) {
  const servers = [await serve(programs, 'ours', key, folder), await serve(programs, 'node', key, folder)];
  const results = await Promise.all(servers.map(async server => {
    const result = await suite(server, folder);
    const {exitCode, signalCode, errors} = server.child;
    if (exitCode !== null || signalCode !== null || errors)
      throw new Error(`${server.label} has ${errors ? `said ${errors}` : `ended with ${exitCode ?? signalCode}`}`);
    return result;
  }));
  servers.forEach(({child}) => child.kill('SIGKILL'));
  return results;
}

const passed = list => `${list.filter(({why}) => !why).length} of ${list.length}`;
const failures = (whose, list) => list.filter(({why}) => why).map(({name, why}) => `${whose}: ${name}: ${why}`);

// The same checks with both servers. What fails with Node's, too, is no fault of ours.
async function asked(programs, name, key, folder, suite) {
  const [ours, node] = await both(programs, key, folder, suite);
  const withNode = new Set(node.filter(({why}) => why).map(one => one.name));
  const complaints = failures('ours', ours.filter(one => !withNode.has(one.name)));
  if (ours.length < node.length) complaints.push(`ours: only ${ours.length} checks of ${node.length}`);
  if (!ours.length) complaints.push('no check was made');
  return {name, ours: passed(ours), node: passed(node), complaints, remarks: failures('Node\'s', node)};
}

module.exports = {serve, both, asked, passed, failures};
