'use strict';
// Feels whether the machine is late. On a busy one, what a script says after 200 ms is said after 600, or the server hears
// of it then, and a time-out that is to come behind it comes before. So a pulse asks the server something all the while, on
// connections of its own: an answer takes a millisecond or two unless client or server had to wait for a processor.
const {probe, sleep} = require('./client.js');

const EVERY = 10;  // milliseconds between two beats
const LATE = 60;  // by how much a beat may be late: the scripts' times are at least a hundred milliseconds apart

class Pulse {
  constructor(port, bytes) {
    this.lastLate = -Infinity;
    this.beatBegan = performance.now();
    this.stopped = false;
    this.over = this.beat(port, bytes);
  }

  async beat(port, bytes) {
    while (!this.stopped) {
      this.beatBegan = performance.now();
      await sleep(EVERY);
      await probe(port, bytes);
      this.look();
    }
  }

  look() {
    const now = performance.now();
    if (now - this.beatBegan > EVERY + LATE) this.lastLate = now;
  }

  // Whether the machine was late at any time since `began`, as performance.now() gives it.
  wasLate(began) {
    this.look();  // the beat that is under way may be the late one
    return this.lastLate >= began;
  }

  stop() {
    this.stopped = true;
    return this.over;
  }
}

module.exports = {Pulse};
