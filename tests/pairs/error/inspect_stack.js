'use strict';
// The program sets the stacks itself, so that they are the same in both languages.
const lines = (...names) => names.map((name) => `\n    at ${name} (/x/${name}.js:1:2)`).join('');
const make = (message, stack, cause) => {
  const error = cause ? new Error(message, {cause}) : new Error(message);
  error.stack = stack;
  return error;
};
const inner = make('inner', 'Error: inner' + lines('f', 'g', 'h', 'i', 'main'));
console.log(inner);
console.log(make('outer', 'Error: outer' + lines('k', 'g', 'h', 'i', 'main'), inner));
console.log(make('few', 'Error: few' + lines('k', 'h', 'i', 'main'), inner));
console.log(make('all', 'Error: all' + lines('f', 'g', 'h', 'i', 'main', 'start'), inner));
console.log(make('none', 'Error: none', inner));
console.log(make('no lines\n    at all', 'Error: no lines\n    at all'));
const coded = make('coded', 'Error: coded' + lines('f'));
coded.code = 'E_CODE';
console.log(coded);
console.log([inner], {inner});
console.log(make('own', 'something else'));
console.log(make('empty', ''));
