'use strict';
// Fetches the web platform's tests from Debian's source package of Node.js 20, which carries those that Node runs.
const path = require('path');
const {unpacked} = require('../support/archive.js');

const name = 'nodejs_20.19.2+dfsg.orig.tar.xz';
const archive = {
  name,
  sha256: '5e5559381ad031d245a8efa403458abbb73755f74c3e6380f185a4dd342b7949',
  // Debian keeps the packages of a release for years, and all packages at snapshot.debian.org. DEBIAN_MIRROR names
  // another mirror.
  addresses: [
    `${process.env.DEBIAN_MIRROR || 'http://deb.debian.org/debian'}/pool/main/n/nodejs/${name.replace('+', '%2b')}`,
    `https://snapshot.debian.org/archive/debian/20250810T000000Z/pool/main/n/nodejs/${name.replace('+', '%2b')}`,
  ],
  size: '19 MiB',
  inside: 'node-v20.19.2/test/fixtures/wpt',
  advice: 'DEBIAN_MIRROR names a mirror.',
};

// WPT's table of URL patterns, which Node 20 did not carry yet, comes with a crate that implements them in Rust.
const patterns = {
  name: 'urlpattern-0.6.0.crate',
  sha256: 'df16f50ef4cc145211879a3867ba757076b25dfee812040dcb0658bd9ae7904b',
  addresses: ['https://static.crates.io/crates/urlpattern/urlpattern-0.6.0.crate'],
  size: '36 KiB',
  inside: 'urlpattern-0.6.0/src/testdata',
  advice: 'The crate urlpattern 0.6.0 can also be put into ~/.cache/nodecpp by hand.',
};

// Returns the folder of the tests, which contains encoding/, streams/, url/ and others. Beside it is url_patterns/.
async function source(root) {
  await unpacked(patterns, path.join(root, 'build/url_patterns'));
  return unpacked(archive, path.join(root, 'build/wpt'));
}

module.exports = {source};
