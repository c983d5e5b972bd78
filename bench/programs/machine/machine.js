'use strict';
// Runs a state machine over the bytes of a Buffer: quoted fields, commas and lines.
const measure = require('../measure.js');

let lines = '';
for (let i = 0; i < 2000; i++) lines += `${i},"a ""quoted"" text, ${i}",plain,${i * 3}\r\n`;
const bytes = Buffer.from(lines);

const START = 0, PLAIN = 1, QUOTED = 2, QUOTE = 3;

measure(() => {
  let state = START, fields = 0, rows = 0, quotes = 0, sum = 0;
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i];
    switch (state) {
      case START:
        if (c === 34) state = QUOTED;
        else if (c === 44) fields++;
        else if (c === 10) rows++;
        else if (c !== 13) state = PLAIN;
        break;
      case PLAIN:
        if (c === 44) {
          fields++;
          state = START;
        } else if (c === 13) {
          fields++;
          state = START;
        } else {
          sum = (sum * 31 + c) | 0;
        }
        break;
      case QUOTED:
        if (c === 34) state = QUOTE;
        else sum = (sum + c) | 0;
        break;
      case QUOTE:
        if (c === 34) {
          quotes++;
          state = QUOTED;
        } else {
          fields++;
          state = START;
        }
        break;
    }
  }
  return `${fields} ${rows} ${quotes} ${sum}`;
});
