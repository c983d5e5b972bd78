'use strict';
// Writes src/http/files/media_types.inc: the media type of each file extension, as npm's mime-types finds it in mime-db.
// Run it with the Node.js of node_modules when package-lock.json pins another version of the two:
//   node tools/mime/generate.js
const fs = require('fs');
const path = require('path');
const mime = require('mime-types');

// Returns [extension, type] in the order of the extensions. The house test compares the file with what this gives.
function mediaTypes() {
  const rows = Object.keys(mime.types).map(extension => [extension, mime.contentType(`.${extension}`)]);
  return rows.sort(([a], [b]) => (a < b ? -1 : 1));
}

function wrapped(items) {
  const lines = [''];
  for (const item of items) {
    if (lines.at(-1).length + item.length > 120) lines.push('');
    lines[lines.length - 1] += `${item},`;
  }
  return lines.join('\n');
}

function text() {
  const rows = mediaTypes();
  const types = [...new Set(rows.map(([, type]) => type))].sort();
  const version = name => require(`${name}/package.json`).version;
  return `// Written by tools/mime/generate.js from mime-db ${version('mime-db')} by the rules of mime-types ${version('mime-types')}. Do not edit. A row
// has a file extension and the place of its type among the types.
constexpr std::string_view mediaTypes[] = {
${wrapped(types.map(type => JSON.stringify(type)))}
};
constexpr ExtensionRow extensionRows[] = {
${wrapped(rows.map(([extension, type]) => `{"${extension}",${types.indexOf(type)}}`))}
};
`;
}

const file = 'src/http/files/media_types.inc';

module.exports = {file, text};
if (require.main === module) {
  fs.writeFileSync(path.resolve(__dirname, '../..', file), text());
}
