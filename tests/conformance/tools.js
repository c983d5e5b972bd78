'use strict';
// The programs that are run, each with a time-out, and certificates for the servers.
const fs = require('fs');
const path = require('path');
const {execFileSync, spawn} = require('child_process');

const root = path.resolve(__dirname, '../..');

// Returns the first of the files that exists, or the program of a name on the path.
function find(name, ...places) {
  const folders = process.env.PATH.split(':');
  return [...places.map(place => path.resolve(root, place)), ...folders.map(folder => path.join(folder, name)),
    `/usr/sbin/${name}`].find(file => fs.existsSync(file)) || '';
}

// The programs that tools/setup.sh conformance installs, and the sentence for one that is not there.
const tools = {
  curl: find('curl'),
  openssl: find('openssl'),
  sslscan: find('sslscan'),
  testssl: find('testssl', '/usr/bin/testssl'),
  nginx: find('nginx', 'build/peers/nginx/usr/sbin/nginx'),
  python: fs.existsSync(path.join(root, 'build/peers/python/bin/websockets')) ? path.join(root, 'build/peers/python/bin/python3') : '',
  packages: fs.existsSync(path.join(__dirname, 'peers/node_modules/eventsource')) ? path.join(__dirname, 'peers') : '',
};
const missing = {
  curl: 'curl is not installed (Debian package curl)',
  openssl: 'openssl is not installed (Debian package openssl)',
  sslscan: 'sslscan is not installed (Debian package sslscan)',
  testssl: 'testssl.sh is not installed (Debian package testssl.sh)',
  nginx: 'nginx is not installed (Debian package nginx)',
  python: 'sslyze, requests, httpx and websockets are not installed (PyPI, into build/peers/python)',
  packages: 'undici, got, axios, autocannon, ws and eventsource are not installed (npm, into tests/conformance/peers)',
};

const children = new Set();
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); });

// Runs a program until its end, `seconds` long at most. `input` is what it gets on standard input: a text, or a list of
// texts that are sent with pauses between them. Resolves to {code, out, errors}, where `code` is "late" when it was
// stopped.
function run(command, args, {seconds = 30, input = '', env = {}, cwd = root} = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {env: {...process.env, ...env}, cwd});
    children.add(child);
    const out = [];
    let errors = '';
    let late = false;
    const timer = setTimeout(() => { late = true; child.kill('SIGKILL'); }, seconds * 1000);
    child.stdout.on('data', chunk => out.push(chunk));
    child.stderr.on('data', chunk => { errors += chunk; });
    child.stdin.on('error', () => {});
    const parts = [].concat(input);
    const feed = () => {
      if (parts.length > 1) child.stdin.write(parts.shift());
      else return child.stdin.end(parts[0]);
      setTimeout(feed, 300);
    };
    feed();
    const done = code => {
      clearTimeout(timer);
      children.delete(child);
      resolve({code: late ? 'late' : code, out: Buffer.concat(out).toString('latin1'), errors});
    };
    child.on('error', error => { errors += error.message; done('not started'); });
    child.on('close', done);
  });
}

// Makes in `folder` an authority, and by it a certificate of localhost for each kind of key: ca.pem, ec.key, ec.pem,
// rsa.key and rsa.pem. other.pem is another authority, which signs nothing.
function makeCertificates(folder) {
  const openssl = args => execFileSync(tools.openssl, args, {cwd: folder, stdio: 'pipe'});
  const kinds = {ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], rsa: ['rsa:2048']};
  openssl(['req', '-x509', '-newkey', ...kinds.ec, '-nodes', '-subj', '/CN=the authority', '-days', '90', '-addext',
    'keyUsage=critical,keyCertSign,cRLSign', '-keyout', 'ca.key', '-out', 'ca.pem']);
  openssl(['req', '-x509', '-newkey', ...kinds.ec, '-nodes', '-subj', '/CN=another authority', '-keyout', 'other.key', '-out', 'other.pem']);
  for (const [name, kind] of Object.entries(kinds)) {
    openssl(['req', '-newkey', ...kind, '-nodes', '-subj', '/CN=localhost', '-keyout', `${name}.key`, '-out', `${name}.csr`,
      '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-addext', 'keyUsage=critical,digitalSignature',
      '-addext', 'extendedKeyUsage=serverAuth']);
    openssl(['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '60',
      '-copy_extensions', 'copyall', '-out', `${name}.pem`]);
  }
}

module.exports = {root, tools, missing, run, makeCertificates};
