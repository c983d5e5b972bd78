'use strict';
// Objects that emit events and listen to each other: an auction with bidders.
const EventEmitter = require('events');
const measure = require('../measure.js');

class Auction extends EventEmitter {
  constructor(name) {
    super();
    this.name = name;
    this.price = 0;
  }
  bid(who, price) {
    if (price <= this.price) {
      this.emit('refused', who, price);
      return;
    }
    this.price = price;
    this.emit('bid', who, price);
  }
}

measure(() => {
  let heard = 0;
  let refused = 0;
  let first = '';
  const auction = new Auction('vase');
  for (let i = 0; i < 8; i++) auction.on('bid', (who, price) => { heard += price % (i + 2); });
  auction.on('refused', () => refused++);
  auction.once('bid', who => { first = who; });
  for (let i = 0; i < 5000; i++) auction.bid('bidder ' + i % 7, (i * 7919) % 10007 > 5000 ? i : i - 3);
  auction.removeAllListeners('bid');
  auction.bid('late', 100000);
  return `${heard} ${refused} ${first} ${auction.price} ${auction.listenerCount('bid')}`;
});
