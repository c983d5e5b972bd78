// stderr
const fs = require('fs');
process.on('exit', code => console.log('exit', code));
fs.createReadStream('/none/at/all').on('close', () => console.log('close'));
