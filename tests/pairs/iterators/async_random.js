'use strict';
// Random async generators that are called without waiting: in which microtask each result comes.
let lines = [], tick = 0, left = 0, running = true;
const log = (...what) => lines.push(tick + ' ' + what.join(' '));
class Draw {
  constructor(seed) { this.state = seed; }
  below(n) {
    this.state = (this.state * 1103 + 12345) % 65521;
    return Math.floor(this.state / 7) % n;
  }
}
const count = () => { tick++; if (running) Promise.resolve().then(count); };
const told = (name, promise) => promise.then(r => log(name, r.done ? 'done' : 'gives', r.value), error => log(name, 'fails', error.message));

async function* body(seed, depth) {
  const draw = new Draw(seed);
  const name = 'g' + seed;
  for (let i = 0; i < 5 && left > 0; i++) {
    left--;
    const value = draw.below(1000);
    const how = draw.below(12);
    let message = '';
    if (how < 3) {
      yield value;
    } else if (how < 5) {
      await null;
    } else if (how === 5) {
      if (depth > 0) log(name, 'had', yield* body(value, depth - 1));
    } else if (how === 6) {
      try {
        yield value;
      } catch (error) {
        message = error.message;
      }
      log(name, 'went on', message);
    } else if (how === 7) {
      try {
        if (depth > 0) yield* body(value + 1, depth - 1);
      } catch (error) {
        message = error.message;
      }
      log(name, 'delegated', message);
    } else if (how === 8) {
      yield* [value, value + 1];
    } else if (how === 9) {
      yield Promise.resolve(value);
    } else if (how === 10) {
      if (draw.below(3) === 0) throw new Error('of ' + name);
    } else if (draw.below(3) === 0) {
      return value;
    }
  }
  log(name, 'ends');
  return -1;
}
async function main() {
  let sum = 0;
  count();
  for (let seed = 1; seed <= 1500; seed++) {
    const draw = new Draw(seed);
    lines = [];
    left = 40;
    tick = 0;
    const all = [body(draw.below(9000), 2), body(draw.below(9000), 2)];
    for (let i = 0; i < 10; i++) {
      const which = draw.below(2);
      const name = 'call ' + i + ' of ' + which;
      const how = draw.below(12);
      if (how < 8) told(name, all[which].next());
      else if (how === 8) told(name, all[which].return(-5));
      else if (how === 9) told(name, all[which].throw(new Error('thrown')));
      else for (let k = 0; k < how; k++) await null;
    }
    for (let k = 0; k < 60; k++) await null;
    for (const line of lines) for (let i = 0; i < line.length; i++) sum = (sum * 31 + line.charCodeAt(i)) % 1000003;
    if (seed <= 20) console.log(lines.join('\n'));
    console.log(seed, lines.length, sum);
  }
  running = false;
}
main();
