'use strict';
// Plays Conway's game of life in a Buffer of 128 by 128 cells.
const measure = require('../measure.js');

const size = 128;
const first = Buffer.alloc(size * size);
for (let i = 0; i < first.length; i++) first[i] = (i * 7919) % 5 === 0 || i % 11 === 3 ? 1 : 0;

function step(cells) {
  const next = Buffer.alloc(size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let around = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          if (dx === 0 && dy === 0) continue;
          const row = (y + dy + size) % size;
          const column = (x + dx + size) % size;
          around += cells[row * size + column];
        }
      }
      next[y * size + x] = around === 3 || (around === 2 && cells[y * size + x] === 1) ? 1 : 0;
    }
  }
  return next;
}

measure(() => {
  let cells = first;
  for (let i = 0; i < 10; i++) cells = step(cells);
  let alive = 0;
  for (const cell of cells) alive += cell;
  return `${alive} ${cells.subarray(0, 40).join('')}`;
});
