const http = require('http');
const fs = require('fs');
const url = require('url');
const {setTimeout: sleep} = require('timers/promises');

// Takes orders. /add?order=7&item=tea adds an item to an order at today's price. /pay?order=7 returns the total and
// closes the order. An item is not available when its supplier has not named its price within the limit.

const file = () => process.env.PRICES || 'examples/flight/prices.txt';
const limit = 25;

class Price {
  constructor(cents) {
    this.cents = cents;
  }
}

class Line {
  constructor(item) {
    this.item = item;
    this.price = undefined;
  }
}

class Order {
  constructor() {
    this.lines = [];
    this.asking = 0;
  }
}

const orders = new Map();

function orderOf(id) {
  if (!orders.has(id)) orders.set(id, new Order());
  return orders.get(id);
}

// Reads a row of the file: the item, its price, and the milliseconds that its supplier needs to answer.
async function priceOf(item) {
  const text = await fs.promises.readFile(file(), 'utf8');
  for (const row of text.split('\n')) {
    const parts = row.split(' ');
    if (parts[0] !== item) continue;
    await sleep(Number(parts[2]));
    return new Price(Number(parts[1]));
  }
  return undefined;
}

async function late() {
  await sleep(limit);
  return undefined;
}

async function add(order, item) {
  const line = new Line(item);
  order.lines.push(line);
  order.asking++;
  line.price = await Promise.race([priceOf(item), late()]);
  order.asking--;
  if (!line.price) order.lines.pop();
  return line;
}

function total(order) {
  let cents = 0;
  for (const line of order.lines) cents += line.price.cents;
  return cents;
}

const server = http.createServer(async (request, response) => {
  const urlObj = url.parse(request.url, true);
  const id = urlObj.query['order'] || '0';
  const order = orderOf(id);
  if (urlObj.pathname === '/add') {
    const line = await add(order, urlObj.query['item'] || '');
    response.statusCode = line.price ? 200 : 404;
    response.end(line.price ? 'added ' + line.item + '\n' : 'there is no ' + line.item + '\n');
  } else if (order.asking > 0) {
    response.statusCode = 409;
    response.end('a price is still asked for\n');
  } else {
    response.end('order ' + id + ': ' + total(order) + ' cents\n');
    orders.delete(id);
  }
});

server.listen(process.env.PORT || 2006, '127.0.0.1');
