'use strict';
// Fetches test262 from Debian's source package of SpiderMonkey 78. The tarball is kept in the cache outside of build/
// (~/.cache/nodecpp), and its test262 is unpacked into build/test262/source. Nothing of it is committed.
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const name = 'mozjs78_78.15.0.orig.tar.xz';
const sha256 = '2f33dcb6130b08adca5d81fee9dbfcb5e87c51a4a969f46b46df61170298b4ca';
// Debian keeps the packages of a release for years, and all packages at snapshot.debian.org. DEBIAN_MIRROR names
// another mirror.
const addresses = [
  `${process.env.DEBIAN_MIRROR || 'http://deb.debian.org/debian'}/pool/main/m/mozjs78/${name}`,
  `https://snapshot.debian.org/archive/debian/20230610T000000Z/pool/main/m/mozjs78/${name}`,
];

const hashOf = file => crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');

async function download(to) {
  const failures = [];
  for (const address of addresses) {
    console.log(`fetching ${address} (57 MiB)`);
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      fs.writeFileSync(`${to}.part`, Buffer.from(await answer.arrayBuffer()));
      const hash = hashOf(`${to}.part`);
      if (hash !== sha256) throw new Error(`its SHA-256 is ${hash}`);
      fs.renameSync(`${to}.part`, to);
      return;
    } catch (error) {
      failures.push(`${address}: ${error.cause?.message || error.message}`);
    }
  }
  throw new Error(`test262 could not be fetched:\n  ${failures.join('\n  ')}\nIs there a network? DEBIAN_MIRROR names a mirror.`);
}

// Returns the folder of test262's tests, which contains built-ins/ and language/. Downloads and unpacks test262 before, when
// that was not done yet.
async function source(root) {
  const to = path.join(root, 'build/test262/source');
  const mark = path.join(to, '.whole');
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === sha256) return to;
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'nodecpp');
  fs.mkdirSync(cache, {recursive: true});
  const tarball = path.join(cache, name);
  if (!fs.existsSync(tarball) || hashOf(tarball) !== sha256) await download(tarball);
  fs.rmSync(to, {recursive: true, force: true});
  fs.mkdirSync(to, {recursive: true});
  const inside = 'firefox-78.15.0/js/src/tests/test262';
  const {status, stderr} = spawnSync('tar', ['-xJf', tarball, '-C', to, `--strip-components=${inside.split('/').length}`, inside],
    {encoding: 'utf8'});
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  fs.writeFileSync(mark, sha256);
  return to;
}

module.exports = {source};
