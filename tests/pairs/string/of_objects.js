// Texts of objects whose class has toString(), and `??` of a text with what was looked up.
class Point {
  constructor(x, y) { Object.assign(this, {x, y}); }
  toString() { return `(${this.x}; ${this.y})`; }
}
const point = new Point(1, 2.5);
let none;
console.log('at ' + point, point + '!', String(point), String(none), 'a' + point + none);
console.log([point, point].join(' - '), `${point}`);
let name;
console.log(name ?? process.env.NOT_SET_ANYWHERE, (name ?? process.env.HOME_OF_NOBODY) === undefined, name ?? process.argv[99] ?? 'none');
name = '';
console.log((name ?? process.env.PATH) === '');
