'use strict';
// What idle connections cost: a load program opens them, and the server's resident memory is compared before and after.
const path = require('path');
const {start, family, residentMiB, descriptorLimit} = require('./processes.js');

// The load program for connections of http that stay open after the answer to a request for `url`.
const httpLoad = url => (port, count) => [process.execPath, path.join(__dirname, 'idle.js'), String(port), String(count), url];

// Opens connections that stay open. Resolves, when all of them are open, to a function that ends them.
async function open(server, command) {
  const {child, ended} = start(command, {stdin: 'pipe'});
  const line = new Promise(resolve => child.stdout.on('data', chunk => { if (String(chunk).includes('\n')) resolve(String(chunk)); }));
  const {errors} = JSON.parse(await Promise.race([ended, line]));
  if (errors > 0) throw new Error(`${server.label}, ${command.slice(1).join(' ')}: ${errors} connections failed`);
  return async () => {
    child.stdin.end();
    await ended;
  };
}

// Returns the KiB by which each of `most` connections makes `server` larger, which is stopped afterwards; with fewer
// descriptors, of as many as there can be. `load(port, count)` is the command of the load program.
async function memoryOfEach(server, load, most) {
  const count = Math.min(most, descriptorLimit() - 200);
  const port = await server.port();
  const ends = [await open(server, load(port, 64))];  // what the first connections of a server need
  const pids = family(server.child.pid);
  const before = residentMiB(pids);
  ends.push(await open(server, load(port, count)));
  const resident = residentMiB(pids);
  for (const end of ends) await end();
  await server.stop();
  return (resident - before) * 1024 / count;
}
module.exports = {httpLoad, memoryOfEach};
