// Writes console.out and console.err: what Node prints for tests/console/script.js, with a clock that advances by 1.5
// ms at each reading, and with warnings printed at once.
'use strict';
const {keep} = require('./table.js');

Error.stackTraceLimit = 0;
const printed = {out: '', err: ''};
process.stdout.write = (text) => { printed.out += text; return true; };
process.stderr.write = (text) => { printed.err += text; return true; };
process.emitWarning = (text) => { printed.err += `warning: ${text}\n`; };
let clock = 0;
process.hrtime = (since) => {
  clock += 1_500_000;
  const nanoseconds = clock - (since ? since[0] * 1e9 + since[1] : 0);
  return [Math.floor(nanoseconds / 1e9), nanoseconds % 1e9];
};
require('../../console/script.js');
for (const name of ['out', 'err']) keep(`console.${name}`, printed[name]);
