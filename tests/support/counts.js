'use strict';
// Counts the checks of a test that is a script, and shows those that fail.
let passed = 0;
let failed = 0;

// Counts a check. `detail` says what was wrong with it.
function check(what, ok, detail = '') {
  if (ok) return passed++;
  failed++;
  console.log(detail ? `${what}: ${detail}` : what);
}

// Counts whether two values are the same, as JSON.
function same(what, got, wanted) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  check(what, a === b, `${a} in place of ${b}`);
}

// Prints the sum in the form that tools/runner.js reads, and ends the process: with 1 when a check has failed.
function conclude() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

module.exports = {check, conclude, same};
