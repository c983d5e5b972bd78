'use strict';
// Reads dates, moves them by days and months, and writes them in several forms.
const measure = require('../measure.js');

const texts = [];
for (let i = 0; i < 300; i++) texts.push(new Date(Date.UTC(2024, 0, 1) + i * 97654321).toISOString());

const two = n => String(n).padStart(2, '0');
const day = date => `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;

measure(() => {
  let lines = '';
  let weekend = 0;
  let apart = 0;
  let before = new Date(0);
  for (const text of texts) {
    const date = new Date(text);
    if (date.getUTCDay() % 6 === 0) weekend++;
    apart += (date - before) / 3600000;
    const due = new Date(date);
    due.setUTCMonth(due.getUTCMonth() + 1, 15);
    due.setUTCHours(12, 0, 0, 0);
    lines += `${day(date)} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} due ${day(due)} ${due.toISOString()} ${date.toUTCString()}\n`;
    before = date;
  }
  return `${weekend} ${apart.toFixed(3)} ${lines.length} ${lines.slice(1000, 1100)}`;
});
