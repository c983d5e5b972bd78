'use strict';
// A template with {{names}} that is parsed once and filled in many times.
const measure = require('../measure.js');

function compile(source) {
  const parts = [];
  let at = 0;
  for (;;) {
    const open = source.indexOf('{{', at);
    if (open === -1) break;
    const close = source.indexOf('}}', open);
    parts.push({text: source.slice(at, open), name: source.slice(open + 2, close).trim()});
    at = close + 2;
  }
  parts.push({text: source.slice(at), name: ''});
  return parts;
}

function fill(parts, values) {
  let out = '';
  for (const part of parts) {
    out += part.text;
    if (part.name !== '') out += values.get(part.name) ?? '?';
  }
  return out;
}

const source = 'Dear {{ name }},\n\nyour order {{number}} of {{ count }} items comes to {{total}}.\n{{missing}}\nYours, {{ shop }}\n';

measure(() => {
  const parts = compile(source);
  let length = 0;
  let last = '';
  for (let i = 0; i < 1000; i++) {
    last = fill(parts, new Map([['name', 'Ann ' + i], ['number', String(i * 7)], ['count', String(i % 9)], ['total', (i * 1.5).toFixed(2)], ['shop', 'Books']]));
    length += last.length;
  }
  return length + ' ' + last;
});
