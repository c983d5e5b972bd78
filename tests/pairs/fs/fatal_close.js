const fs = require('fs');
process.on('exit', code => console.log('exit', code));
fs.close(999);
