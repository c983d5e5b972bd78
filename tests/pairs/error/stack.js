'use strict';
// Keeps only functions of this file: their lines are "    at name (…/stack.js:12:5)", in C++ "…/stack.cpp:12".
const named = (error) => {
  const names = [];
  for (const line of error.stack.split('\n')) {
    const words = line.trim().split(' ');
    if (line.includes('error/stack.') && line.endsWith(')')) names.push(words.slice(1, words.length - 1).join(' '));
  }
  return names.join(', ').replace(', Object.<anonymous>', '');
};

function inner() {
  return new Error('wrong');
}
function outer() {
  const error = inner();
  return error;
}
function deep(n) {
  if (n === 0) return new RangeError('deep');
  const error = deep(n - 1);
  return error;
}
class Order {
  constructor() {
    this.error = new TypeError('made');
  }
}
class OrderError extends Error {}
function refuse() {
  const error = new OrderError('own');
  return error;
}

const error = outer();
console.log(error.stack.split('\n')[0], '|', named(error));
error.message = 'other';
error.name = 'Changed';
console.log(error.stack.split('\n')[0], '|', String(error));
console.log(named(deep(50)).split(', ').length, named(deep(3)));
const order = new Order();
console.log(named(order.error));
console.log(named(refuse()));
Error.stackTraceLimit = 2;
console.log(named(deep(50)));
Error.stackTraceLimit = 0;
console.log(deep(1).stack, '|', outer());
Error.stackTraceLimit = 50;
console.log(named(deep(30)).split(', ').length);
Error.stackTraceLimit = 10;
error.stack = 'mine';
console.log(error.stack, error.stack === 'mine', error.stack + '!');
Error.captureStackTrace(error);
console.log(error.stack.split('\n')[0]);

async function last(fails) {
  await null;
  if (fails) throw new TypeError('later');
  return 1;
}
async function middle(fails) {
  const one = await last(fails);
  return one + 1;
}
async function first(fails) {
  return await middle(fails) + 1;
}
first(false).then((sum) => console.log(sum));
first(true).catch((caught) => {
  console.log(caught.stack.split('\n')[0], '|', named(caught));
});
