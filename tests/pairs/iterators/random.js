'use strict';
// Random generators that delegate to each other and to shared ones, call each other while they run, and get return()
// and throw().
let lines = [], left = 0;
const log = (...what) => lines.push(what.join(' '));
class Draw {
  constructor(seed) { this.state = seed; }
  below(n) {
    this.state = (this.state * 1103 + 12345) % 65521;
    return Math.floor(this.state / 7) % n;
  }
}
const shared = [], taken = [];  // no generator is delegated to by two at the same time: see docs/iterators.md
const attempt = (name, f) => {
  try {
    const r = f();
    log(name, r.done ? 'done' : r.value);
  } catch (error) {
    log(name, 'throws', error.message);
  }
};
function* body(seed, depth) {
  const draw = new Draw(seed);
  const name = 'g' + seed;
  try {
    for (let i = 0; i < 6 && left > 0; i++) {
      left--;
      const value = draw.below(1000);
      const other = draw.below(4);
      const how = draw.below(10);
      let message = '';
      if (how < 3) {
        yield value;
      } else if (how === 3 || how === 4) {
        if (depth > 0) yield* body(value, depth - 1);
      } else if (how === 5) {
        try {
          if (shared[other] && !taken[other]) {
            taken[other] = true;
            yield* shared[other];
          }
        } catch (error) {
          message = error.message;
        }
        log(name, 'delegated', message);
      } else if (how === 6) {
        try {
          yield value;
        } catch (error) {
          message = error.message;
        }
        log(name, 'went on', message);
      } else if (how === 7) {
        if (shared[other]) attempt(name + ' asks', () => shared[other].next());
      } else if (how === 8) {
        if (shared[other]) attempt(name + ' returns', () => shared[other].return(value));
      } else if (draw.below(3) === 0) {
        throw new Error('of ' + name);
      } else {
        if (shared[other]) attempt(name + ' throws', () => shared[other].throw(new Error('by ' + name)));
      }
    }
  } finally {
    log(name, 'ends');
  }
}
let sum = 0;
for (let seed = 1; seed <= 3000; seed++) {
  const draw = new Draw(seed);
  lines = [];
  left = 60;
  for (let i = 0; i < 4; i++) {
    shared[i] = body(draw.below(9000), 3);
    taken[i] = false;
  }
  for (let i = 0; i < 14; i++) {
    const which = shared[draw.below(4)];
    const how = draw.below(12);
    if (how < 9) attempt('next', () => which.next());
    else if (how === 9) attempt('return', () => which.return(5));
    else attempt('throw', () => which.throw(new Error('from outside')));
  }
  left = 0;
  for (const each of shared) attempt('last', () => each.return(1));
  for (const line of lines) for (let i = 0; i < line.length; i++) sum = (sum * 31 + line.charCodeAt(i)) % 1000003;
  if (seed <= 40) console.log(lines.join('\n'));
  console.log(seed, lines.length, sum);
}
