// stderr
const fs = require('fs');
fs.promises.rename('/none', '/none2');
