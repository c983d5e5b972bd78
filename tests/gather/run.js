'use strict';
// Runs examples/gather. The winners' connections are kept, and the losers' are closed when the response comes.
const {askBoth} = require('../support/first_answer.js');

// [query, answer, how many are open]
const questions = [
  ['a=20/ok&b=300/ok&c=400/ok', '200 from a\n', 1],
  ['a=200/fail&b=20/fail&c=60/ok', '200 from c\n', 2],
  ['a=1/cut&b=40/ok&c=1/hang', '200 from b\n', 1],
  ['a=1/stall&b=1/stall&c=40/ok', '200 from c\n', 1],
  ['a=1/stall&b=1/cut&c=1/hang&limit=60', '504 The operation was aborted due to timeout\n', 0],
  ['a=1/cut&b=20/fail&c=1/fail', '502 All promises were rejected\n', 2],
  ['a=300/ok&b=300/ok&c=20/ok&limit=100', '200 from c\n', 1],
  ['a=1/hang&b=1/hang&c=1/hang&limit=30', '504 The operation was aborted due to timeout\n', 0],
];

askBoth('gather', questions);
