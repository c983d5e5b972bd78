'use strict';
// The servers that are measured, each with a description of how it responds to GET /?value=hello. A server that is not
// available here has `missing`, a sentence that says why. It is left out, never replaced by another.
const fs = require('fs');
const path = require('path');
const {spawnSync} = require('child_process');
const {Server} = require('../../tests/parity/server.js');
const {cores, says} = require('./processes.js');
const {choose: chooseOf} = require('./choose.js');

const root = path.resolve(__dirname, '../..');
const release = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const unchecked = process.env.NODECPP_BUILD_NOSAFETY || path.join(root, 'build/nosafety');
const peers = path.join(root, 'bench/peers');
const scratch = path.join(root, 'build/bench');

const notBuilt = (file, how) => (fs.existsSync(file) ? null : `${path.relative(root, file)} is not there: ${how}`);

function nginx() {
  const own = path.join(root, 'build/peers/nginx/usr/sbin/nginx');
  return ['/usr/sbin/nginx', own].find(file => fs.existsSync(file));
}

const nginxVersion = () => (says(nginx(), ['-v']) || '').replace('nginx version: nginx/', '');
const nginxMissing = () => (nginx() ? null : 'nginx is not there: tools/setup.sh bench could not get the Debian package');
const nginxCommand = name => ['sh', path.join(peers, 'nginx.sh'), path.join(scratch, name), nginx()];

const goProgram = path.join(scratch, 'go_peer');

// Builds the Go server here, without modules, so that no network is needed.
function buildGo() {
  if (!says('go', ['version'])) return 'Go is not there: tools/setup.sh bench could not get the Debian package golang-go';
  const {status, stderr} = spawnSync('go', ['build', '-o', goProgram, path.join(peers, 'go/main.go')], {
    encoding: 'utf8',
    env: {...process.env, GO111MODULE: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0',
      GOCACHE: path.join(scratch, 'go_cache')},
  });
  return status === 0 ? null : `the Go program does not build: ${stderr}`;
}

const bun = path.join(peers, 'node_modules/@oven/bun-linux-x64/bin/bun');
const express = path.join(peers, 'node_modules/express/package.json');
const npmHow = 'tools/setup.sh bench could not get it from npm';
const listing1 = path.join(root, 'examples/listing1/listing1.js');

// `optional`: the server is measured only when SERVERS names it.
const definitions = [
  {
    id: 'floor', label: 'floor',
    does: 'a bare epoll loop that parses nothing and sends Listing 1\'s bytes: no server can cost less',
    command: () => [path.join(release, 'bench/floor')],
    missing: () => notBuilt(path.join(release, 'bench/floor'), 'make bench builds it'),
  },
  {
    id: 'nodecpp', label: 'Node.cpp', does: 'Listing 1 in Node.cpp, `examples/listing1/listing1.cpp`',
    command: () => [path.join(release, 'examples/listing1')],
    missing: () => notBuilt(path.join(release, 'examples/listing1'), 'make bench builds it'),
  },
  {
    id: 'nosafety', label: 'Node.cpp, checks off', does: 'the same, the memory-safety checks compiled out',
    command: () => [path.join(unchecked, 'examples/listing1')],
    missing: () => notBuilt(path.join(unchecked, 'examples/listing1'), 'make bench builds it'),
  },
  {
    id: 'classic', label: 'Node.cpp, classic', optional: true, does: 'Listing 1 in the form of the article\'s C++',
    command: () => [path.join(release, 'examples/listing1_classic')],
    missing: () => notBuilt(path.join(release, 'examples/listing1_classic'), 'make bench builds it'),
  },
  {
    id: 'async', label: 'Node.cpp, coroutine', optional: true,
    does: 'Listing 1 with a handler that is a coroutine and awaits once, `examples/listing1/listing1_async.cpp`',
    command: () => [path.join(release, 'examples/listing1_async')],
    missing: () => notBuilt(path.join(release, 'examples/listing1_async'), 'make bench builds it'),
  },
  {
    id: 'nginx-return', label: 'nginx, return',
    does: '`return 200 $arg_value`: no file is touched; Content-Length where Listing 1 sends chunks',
    command: () => nginxCommand('nginx_return'), missing: nginxMissing, version: nginxVersion,
  },
  {
    id: 'nginx-file', label: 'nginx, file', target: '/hello.xml?value=hello',
    does: 'a static file of the same five bytes, `/hello.xml`, as the article measured it',
    command: () => nginxCommand('nginx_file'), missing: nginxMissing, version: nginxVersion,
  },
  {
    id: 'go', label: 'Go net/http', does: 'Listing 1 on `net/http`, `bench/peers/go/main.go`; Content-Length, not chunks',
    command: () => [goProgram], missing: buildGo,
    version: () => (says('go', ['version']) || '').replace(/^go version go(\S+).*/, '$1'),
  },
  {
    id: 'bun', label: 'Bun', does: 'Listing 1 on `Bun.serve`, `bench/peers/bun.js`; Content-Length, not chunks',
    command: () => [bun, path.join(peers, 'bun.js')], missing: () => notBuilt(bun, npmHow),
    version: () => says(bun, ['--version']),
  },
  {
    id: 'node', label: 'Node.js', does: 'Listing 1, `examples/listing1/listing1.js`',
    command: () => [process.execPath, listing1], missing: () => null, version: () => process.version.slice(1),
  },
  {
    id: 'express', label: 'Express', env: {NODE_ENV: 'production'},
    does: 'Listing 1 as a route in Express on the same Node.js, `bench/peers/express.js`, in production mode',
    command: () => [process.execPath, path.join(peers, 'express.js')], missing: () => notBuilt(express, npmHow),
    version: () => JSON.parse(fs.readFileSync(express, 'utf8')).version,
  },
];

// Returns the chosen definitions as servers on their core: {servers, skipped: [{id, label, why}]}.
function choose(ids) {
  fs.mkdirSync(scratch, {recursive: true});
  const {chosen, skipped} = chooseOf('server', definitions, ids);
  const servers = chosen.map(one => {
    const server = new Server(one.label, ['taskset', '-c', String(cores.server), ...one.command()], one.env);
    return Object.assign(server, {id: one.id, does: one.does, target: one.target || '/?value=hello',
      version: one.version ? one.version() : null});
  });
  return {servers, skipped};
}

module.exports = {choose, root, scratch, bun, nginx, nginxVersion, nginxCommand};
