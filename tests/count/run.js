'use strict';
// make count: counts the instructions of a request to a program by function (count.js describes how).
//
//   run.js PROGRAM            fails when the count is more than 3% above the one in expected.json
//   run.js PROGRAM --show     also prints the functions
//   run.js PROGRAM --update   writes expected.json
//   run.js PROGRAM --against OTHER PERCENT
//                             fails when the count is more than PERCENT above the one of OTHER
//   run.js PROGRAM --above OTHER MOST
//                             fails when the count is more than MOST instructions above the one of OTHER
const fs = require('fs');
const path = require('path');
const {count} = require('./count.js');

const [program, ...flags] = process.argv.slice(2);
const expectedFile = path.join(__dirname, 'expected.json');
const name = path.basename(program).replace('count_', '');

process.on('uncaughtException', error => {
  console.error(error.message);
  process.exit(1);
});

const {rows, total} = count(program);

if (flags.includes('--show') || flags.includes('--update')) {
  for (const {name, each} of rows.slice(0, 60)) console.log(`${each.toFixed(1).padStart(9)}  ${name.slice(0, 130)}`);
}
console.log(`${total} instructions a request`);
const against = flags.indexOf('--against');
if (against >= 0) {
  const other = count(flags[against + 1]);
  const limit = Number(flags[against + 2]);
  const more = 100 * (total / other.total - 1);
  console.log(`${more.toFixed(1)}% more than the ${other.total} of ${path.basename(flags[against + 1])}, at most ${limit}% expected`);
  console.log(more <= limit ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exit(more <= limit ? 0 : 1);
} else if (flags.includes('--above')) {
  const [other, most] = flags.slice(flags.indexOf('--above') + 1);
  const more = total - count(other).total;
  console.log(`${more} more than ${path.basename(other)}, at most ${most} expected`);
  console.log(more <= Number(most) ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exit(more <= Number(most) ? 0 : 1);
} else if (flags.includes('--update')) {
  const all = JSON.parse(fs.readFileSync(expectedFile, 'utf8'));
  all.instructionsPerRequest[name] = total;
  fs.writeFileSync(expectedFile, JSON.stringify(all, null, 2) + '\n');
} else {
  const expected = JSON.parse(fs.readFileSync(expectedFile, 'utf8')).instructionsPerRequest[name];
  const ok = total <= expected * 1.03;
  console.log(ok ? `${expected} expected` : `more than 3% over the ${expected} of tests/count/expected.json. If it is worth ` +
    'it, run: make count UPDATE=1');
  if (total < expected * 0.97) console.log('This is less than 97% of the expected number: make count UPDATE=1 stores the lower number.');
  console.log(ok ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exit(ok ? 0 : 1);
}
