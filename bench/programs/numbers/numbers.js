'use strict';
// Converts numbers to texts and back: decimal, fixed, hexadecimal, padded, grouped.
const measure = require('../measure.js');

function grouped(n) {
  const digits = String(n);
  let out = '';
  for (let i = 0; i < digits.length; i++) {
    if (i > 0 && (digits.length - i) % 3 === 0) out += ',';
    out += digits[i];
  }
  return out;
}

function roman(n) {
  const letters = ['M', 'CM', 'D', 'CD', 'C', 'XC', 'L', 'XL', 'X', 'IX', 'V', 'IV', 'I'];
  const values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
  let out = '';
  for (let i = 0; i < values.length; i++) {
    while (n >= values[i]) {
      out += letters[i];
      n -= values[i];
    }
  }
  return out;
}

measure(() => {
  let letters = 0;
  let sum = 0;
  let last = '';
  for (let i = 1; i < 1000; i++) {
    const fixed = (i * 1.37).toFixed(3);
    const hex = (i * 2654435761 % 4294967296).toString(16).padStart(8, '0');
    last = `${grouped(i * 12345)} ${roman(i)} ${fixed} ${hex} ${i / 7}`;
    letters += last.length;
    sum += parseFloat(fixed) + parseInt(hex, 16) + Number(String(i / 8));
  }
  return `${letters} ${sum.toFixed(2)} ${last}`;
});
