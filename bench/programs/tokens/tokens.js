'use strict';
// Splits an arithmetic expression into tokens, and evaluates it by recursive descent.
const measure = require('../measure.js');

let text = '1';
for (let i = 0; i < 500; i++) text += ` + ${i} * (${i % 13} - ${i % 7}) - (${i} / 4)`;

function tokens(source) {
  const out = [];
  let i = 0;
  while (i < source.length) {
    const c = source.charCodeAt(i);
    if (c === 32) {
      i++;
    } else if (c >= 48 && c <= 57) {
      let value = 0;
      while (i < source.length && source.charCodeAt(i) >= 48 && source.charCodeAt(i) <= 57) {
        value = value * 10 + source.charCodeAt(i) - 48;
        i++;
      }
      out.push({kind: 'number', value});
    } else {
      out.push({kind: source[i], value: 0});
      i++;
    }
  }
  return out;
}

class Parser {
  constructor(list) {
    this.list = list;
    this.at = 0;
  }
  is(kind) {
    return this.at < this.list.length && this.list[this.at].kind === kind;
  }
  sum() {
    let value = this.product();
    while (this.is('+') || this.is('-')) {
      const kind = this.list[this.at++].kind;
      const right = this.product();
      value = kind === '+' ? value + right : value - right;
    }
    return value;
  }
  product() {
    let value = this.factor();
    while (this.is('*') || this.is('/')) {
      const kind = this.list[this.at++].kind;
      const right = this.factor();
      value = kind === '*' ? value * right : value / right;
    }
    return value;
  }
  factor() {
    if (this.is('(')) {
      this.at++;
      const value = this.sum();
      this.at++;
      return value;
    }
    return this.list[this.at++].value;
  }
}

measure(() => new Parser(tokens(text)).sum());
