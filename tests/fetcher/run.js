'use strict';
// Runs examples/fetcher. Soon after a response no shop works on a request any more.
const {askBoth} = require('../support/first_answer.js');

// [query, answer, how many are open]
const questions = [
  ['a=20/ok&b=300/ok&c=400/ok', '200 a sells it for 197\n', 0],
  ['a=200/fail&b=20/fail&c=60/ok', '200 c sells it for 199\n', 0],
  ['a=1/bad&b=40/ok&c=1/hang', '200 b sells it for 198\n', 0],
  ['a=1/stall&b=20/moved&c=300/ok', '200 b sells it for 198\n', 0],
  ['a=1/stall&b=1/hang&c=1/hang&limit=60', '504 The operation was aborted due to timeout\n', 0],
  ['a=1/bad&b=20/fail&c=1/fail', '502 All promises were rejected\n', 0],
  ['', '200 a sells it for 197\n', 0],
];

askBoth('fetcher', questions, 50);
