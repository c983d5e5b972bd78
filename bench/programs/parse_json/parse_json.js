'use strict';
// Parses a list of 500 orders from JSON and adds up their amounts.
const measure = require('../measure.js');

let text = '[';
for (let i = 0; i < 500; i++) {
  text += (i ? ',' : '') + `{"id":${i},"customer":{"name":"Customer ${i}","vip":${i % 7 === 0}},"note":"line \\"${i}\\"\\n",` +
    `"lines":[{"sku":"A${i % 90}","count":${i % 5 + 1},"price":${i * 0.25}},{"sku":"B${i % 50}","count":2,"price":1.5}]}`;
}
text += ']';

measure(() => {
  const orders = JSON.parse(text);
  let total = 0;
  let vips = 0;
  let letters = 0;
  for (const order of orders) {
    if (order.customer.vip) vips++;
    letters += order.note.length + order.customer.name.length;
    for (const line of order.lines) total += line.count * line.price;
  }
  return `${total} ${vips} ${letters} ${orders[499].lines[0].sku}`;
});
