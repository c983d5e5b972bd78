// stderr
const fs = require('fs');
fs.readFile('/none', () => {
  fs.cpSync('/tmp', '/tmp/inside/it');
});
