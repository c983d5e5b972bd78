'use strict';
// Reads a table of comma-separated values, and sums it up by one column.
const measure = require('../measure.js');

let text = 'id,name,amount,country\n';
for (let i = 0; i < 3000; i++) text += `${i},"Name, ${i}",${(i * 37) % 1000 / 4},${['de', 'fr', 'it', 'se'][i % 4]}\n`;

function fields(line) {
  const out = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      const end = line.indexOf('"', at + 1);
      out.push(line.slice(at + 1, end));
      at = end + 2;
    } else {
      let end = line.indexOf(',', at);
      if (end === -1) end = line.length;
      out.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return out;
}

measure(() => {
  const [head, ...lines] = text.trim().split('\n');
  const amount = head.split(',').indexOf('amount');
  const country = head.split(',').indexOf('country');
  const totals = new Map();
  let letters = 0;
  for (const line of lines) {
    const row = fields(line);
    totals.set(row[country], (totals.get(row[country]) ?? 0) + Number(row[amount]));
    letters += row[1].length;
  }
  return [...totals].map(([name, total]) => name + ':' + total.toFixed(1)).join(' ') + ' ' + letters;
});
