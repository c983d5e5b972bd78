'use strict';
// Applies functions to lists: map, filter, reduce, and composed closures.
const measure = require('../measure.js');

const compose = (...steps) => value => steps.reduce((result, step) => step(result), value);
const add = n => value => value + n;
const times = n => value => value * n;

const orders = [];
for (let i = 0; i < 5000; i++) orders.push({customer: i % 50, amount: (i * 37) % 200, paid: i % 3 !== 0});

measure(() => {
  const price = compose(add(5), times(1.2), value => Math.round(value * 100) / 100);
  const paid = orders.filter(order => order.paid);
  const amounts = paid.map(order => price(order.amount));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const high = amounts.filter(amount => amount > 200).length;
  const some = orders.some(order => order.amount === 199);
  const every = amounts.every(amount => amount >= 6);
  const index = orders.findIndex(order => order.customer === 49 && order.paid);
  return `${total.toFixed(2)} ${high} ${some} ${every} ${index}`;
});
