'use strict';
// Fetches test262 from Debian's source package of SpiderMonkey 78.
const path = require('path');
const {unpacked} = require('../support/archive.js');

const name = 'mozjs78_78.15.0.orig.tar.xz';
const archive = {
  name,
  sha256: '2f33dcb6130b08adca5d81fee9dbfcb5e87c51a4a969f46b46df61170298b4ca',
  // Debian keeps the packages of a release for years, and all packages at snapshot.debian.org. DEBIAN_MIRROR names
  // another mirror.
  addresses: [
    `${process.env.DEBIAN_MIRROR || 'http://deb.debian.org/debian'}/pool/main/m/mozjs78/${name}`,
    `https://snapshot.debian.org/archive/debian/20230610T000000Z/pool/main/m/mozjs78/${name}`,
  ],
  size: '57 MiB',
  inside: 'firefox-78.15.0/js/src/tests/test262',
  advice: 'DEBIAN_MIRROR names a mirror.',
};

// Returns the folder of test262's tests, which contains built-ins/ and language/.
const source = root => unpacked(archive, path.join(root, 'build/test262/source'));

module.exports = {source};
