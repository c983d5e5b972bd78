'use strict';
// Functions that all writers of tables share: `keep` writes a table, and `mark` returns the first line of a table in
// C++.
const fs = require('fs');
const path = require('path');

const folder = process.argv[2] || path.join(__dirname, '..');

module.exports = {
  keep: (name, text) => fs.writeFileSync(path.join(folder, name), text),
  mark: writer =>
    `// Written by tests/answers/write/${writer} from the answers of Node ${process.version}. Do not edit.`,
};
