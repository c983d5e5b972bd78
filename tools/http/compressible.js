'use strict';
// Writes src/http/compression/compressible_types.inc, the media types whose data becomes smaller although their names do
// not say so. Run it with the Node.js of node_modules when package-lock.json pins another version of mime-db:
//   node tools/http/compressible.js
// With --check it writes nothing and fails when the file differs.
const fs = require('fs');
const path = require('path');
const types = require('mime-db');
const {version} = require('mime-db/package.json');

const file = path.join(__dirname, '../../src/http/compression/compressible_types.inc');
// The names that say it, as in the npm package `compressible` and in compressible.cpp.
const byName = /^text\/|\+(?:json|text|xml)$/i;
const names = Object.keys(types).sort();
const wrong = names.filter(name => types[name].compressible === false && byName.test(name));
if (wrong.length) throw new Error(`by their names these are compressible, and mime-db says that they are not: ${wrong}`);
const text = `// Written by tools/http/compressible.js from mime-db ${version}. Do not edit.\n` +
  names.filter(name => types[name].compressible && !byName.test(name)).map(name => `TYPE("${name}")\n`).join('');
if (!process.argv.includes('--check')) {
  fs.writeFileSync(file, text);
} else if (fs.readFileSync(file, 'utf8') !== text) {
  console.log('src/http/compression/compressible_types.inc is not what tools/http/compressible.js writes');
  process.exitCode = 1;
}
