'use strict';
// Measures whether the machine is late. On a busy machine a step that should happen after 200 ms happens after 600 ms,
// or the server notices it that late, and a time-out that should come later comes earlier. The pulse sends requests to
// the server all the time on connections of its own: a response takes a millisecond or two unless the client or the
// server had to wait for a processor.
const {probe, sleep} = require('./client.js');

const EVERY = 10;  // milliseconds between two requests
// A response may be late by this number of milliseconds; the times in the scripts are at least a hundred milliseconds
// apart.
const LATE = 60;

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

  // Returns whether the machine was late at any time since `began`, a value of performance.now().
  wasLate(began) {
    this.look();  // the request in progress may be the late one
    return this.lastLate >= began;
  }

  stop() {
    this.stopped = true;
    return this.over;
  }
}

module.exports = {Pulse};
