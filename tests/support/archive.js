'use strict';
// Fetches an archive of others' tests and unpacks it. The archive is kept in the cache outside of build/ (~/.cache/nodecpp), and
// nothing of it is committed.
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const hashOf = file => crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');

async function download(archive, to) {
  const failures = [];
  for (const address of archive.addresses) {
    console.log(`fetching ${address} (${archive.size})`);
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      fs.writeFileSync(`${to}.part`, Buffer.from(await answer.arrayBuffer()));
      const hash = hashOf(`${to}.part`);
      if (hash !== archive.sha256) throw new Error(`its SHA-256 is ${hash}`);
      fs.renameSync(`${to}.part`, to);
      return;
    } catch (error) {
      failures.push(`${address}: ${error.cause?.message || error.message}`);
    }
  }
  throw new Error(`${archive.name} could not be fetched:\n  ${failures.join('\n  ')}\nIs there a network? ${archive.advice}`);
}

// Returns the folder `to` with what is in the folder `inside` of the archive. Fetches and unpacks it before, when that was not done
// yet. `archive` has name, sha256, addresses, size (for people), inside, and advice for when it cannot be fetched.
async function unpacked(archive, to) {
  const mark = path.join(to, '.whole');
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === archive.sha256) return to;
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'nodecpp');
  fs.mkdirSync(cache, {recursive: true});
  const file = path.join(cache, archive.name);
  if (!fs.existsSync(file) || hashOf(file) !== archive.sha256) await download(archive, file);
  fs.rmSync(to, {recursive: true, force: true});
  fs.mkdirSync(to, {recursive: true});
  const {status, stderr} = spawnSync('tar',
    ['-xf', file, '-C', to, `--strip-components=${archive.inside.split('/').length}`, archive.inside], {encoding: 'utf8'});
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  fs.writeFileSync(mark, archive.sha256);
  return to;
}

module.exports = {unpacked};
