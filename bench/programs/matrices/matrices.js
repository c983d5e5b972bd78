'use strict';
// Multiplies two matrices of 120 by 120.
const measure = require('../measure.js');

const n = 120;
const matrix = f => {
  const rows = [];
  for (let i = 0; i < n; i++) {
    rows[i] = [];
    for (let j = 0; j < n; j++) rows[i][j] = f(i, j);
  }
  return rows;
};
const a = matrix((i, j) => (i * 3 + j) % 7 + 0.5);
const b = matrix((i, j) => (i + j * 5) % 11 - 0.25);

measure(() => {
  const c = matrix(() => 0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  }
  let trace = 0;
  for (let i = 0; i < n; i++) trace += c[i][i];
  return `${trace} ${c[3][17]}`;
});
