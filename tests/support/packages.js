'use strict';
// The packages: each folder packages/NAME has include/, and becomes the library nodecpp_NAME.
const fs = require('fs');
const path = require('path');

// Returns the names of the packages below `root`.
function packages(root) {
  const folder = path.join(root, 'packages');
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter(name => fs.existsSync(path.join(folder, name, 'include'))) : [];
}
const includeOf = (root, name) => path.join(root, 'packages', name, 'include');

module.exports = {packages, includeOf};
