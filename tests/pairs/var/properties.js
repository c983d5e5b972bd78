'use strict';
const o = {name: 'o'};
Object.defineProperty(o, 'twice', {
  get() { return this.name + this.name; },
  set(v) { this.name = v; },
  enumerable: true,
});
Object.defineProperty(o, 'hidden', {value: 1});
console.log(o.twice, o.hidden);
o.twice = 'q';
console.log(o.name, o.twice, JSON.stringify(o), Object.keys(o), Object.getOwnPropertyNames(o), o);
console.log(Object.getOwnPropertyDescriptor(o, 'name'), Object.getOwnPropertyDescriptor(o, 'hidden'));
console.log(Object.getOwnPropertyNames([1, 2]), Object.getOwnPropertyDescriptor([1], 'length'), Object.getOwnPropertyDescriptor(o, 'none'));

const frozen = Object.freeze({a: 1, list: Object.freeze([1, 2])});
const sealed = Object.seal({a: 1});
const fixed = Object.preventExtensions({a: 1});
sealed.a = 2;
fixed.a = 2;
delete fixed.a;
const wrong = [
  () => { frozen.a = 2; },
  () => { frozen.b = 2; },
  () => { delete frozen.a; },
  () => { frozen.list[0] = 5; },
  () => { frozen.list.push(5); },
  () => { sealed.b = 1; },
  () => { delete sealed.a; },
  () => { fixed.a = 1; },
  () => { o.hidden = 2; },
  () => { delete o.hidden; },
  () => { Object.defineProperty(o, 'hidden', {value: 3, enumerable: true}); },
  () => { Object.defineProperty(o, 'odd', {get() {}, value: 3}); },
  () => { Object.defineProperty(o, 'odd', {get: 5}); },
  () => { Object.setPrototypeOf(o, o); },
  () => { Object.create(5); },
  () => { 'x' in 'text'; },
  () => { ({}) instanceof 5; },
];
for (const f of wrong) {
  try {
    f();
    console.log('nothing');
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }
}
console.log(Object.isFrozen(frozen), Object.isSealed(frozen), Object.isExtensible(frozen), Object.isSealed(sealed),
  Object.isFrozen(sealed), Object.isExtensible({}), Object.isFrozen({}), Object.isFrozen(5));
console.log(frozen, sealed, fixed);

const s = Symbol('secret');
const shared = Symbol.for('shared');
o[s] = 42;
o[shared] = 43;
console.log(o[s], o[Symbol.for('shared')], Object.keys(o), typeof s, s.toString(), s.description);
console.log(Object.getOwnPropertySymbols(o), o, s in o, Symbol('secret') === s, JSON.stringify(o));
try {
  console.log('' + s);
} catch (error) {
  console.log(error.message);
}

const bare = Object.create(null);
bare.x = 1;
console.log(bare, Object.getPrototypeOf(bare));
const later = {b: 1, 2: 'two', a: 1, 1: 'one'};
delete later.b;
later.b = 2;
for (const key in later) console.log(key, later[key]);
for (let i = 0; i < 70; i++) later['key' + i] = i;
for (let i = 0; i < 60; i++) delete later['key' + i];
console.log(later, Object.keys(later).length);
const twin = {x: 1, y: 2};
const other = {x: 1, y: 2};
twin.z = 3;
other.w = 4;
other.z = 5;
console.log(twin, other, {...twin, ...other, last: 1});
