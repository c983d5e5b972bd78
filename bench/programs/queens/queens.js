'use strict';
// Finds all solutions of the eight queens problem by backtracking.
const measure = require('../measure.js');

function place(row, n, columns, up, down) {
  if (row === n) return 1;
  let ways = 0;
  for (let column = 0; column < n; column++) {
    if (columns[column] || up[row + column] || down[row - column + n]) continue;
    columns[column] = up[row + column] = down[row - column + n] = true;
    ways += place(row + 1, n, columns, up, down);
    columns[column] = up[row + column] = down[row - column + n] = false;
  }
  return ways;
}

measure(() => {
  const n = 8;
  return place(0, n, new Array(n).fill(false), new Array(2 * n).fill(false), new Array(2 * n + 1).fill(false));
});
