'use strict';
// Computes with numbers only: after how many steps points leave the Mandelbrot set.
const measure = require('../measure.js');

measure(() => {
  let total = 0;
  let inside = 0;
  for (let y = 0; y < 60; y++) {
    for (let x = 0; x < 80; x++) {
      const re = x / 40 - 1.5;
      const im = y / 30 - 1;
      let a = 0;
      let b = 0;
      let n = 0;
      while (n < 200 && a * a + b * b < 4) {
        const next = a * a - b * b + re;
        b = 2 * a * b + im;
        a = next;
        n++;
      }
      total += n;
      if (n === 200) inside++;
    }
  }
  return `${total} ${inside}`;
});
