'use strict';
// What all writers of tables share: where a table goes, and its first line where it is C++.
const fs = require('fs');
const path = require('path');

const folder = process.argv[2] || path.join(__dirname, '..');

module.exports = {
  keep: (name, text) => fs.writeFileSync(path.join(folder, name), text),
  mark: writer =>
    `// Written by tests/answers/write/${writer} from the answers of Node ${process.version}. Do not edit.`,
};
