'use strict';
// Writes a list of 500 orders as JSON.
const measure = require('../measure.js');

const orders = [];
for (let i = 0; i < 500; i++) {
  orders.push({id: i, customer: {name: 'Customer ' + i, vip: i % 7 === 0}, note: `line "${i}"\n`,
    lines: [{sku: 'A' + i % 90, count: i % 5 + 1, price: i * 0.25}, {sku: 'B' + i % 50, count: 2, price: 1.5}]});
}

measure(() => {
  const text = JSON.stringify(orders);
  return text.length + ' ' + text.slice(1000, 1100);
});
