// Calls the functions of console with values of all kinds, statement by statement the same as script_test.cpp. The
// files tests/answers/console.out and console.err have what Node prints for this script.
'use strict';
class Point {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
}

console.log();
console.log('plain');
console.log('two', 'words', 3, true, null, undefined);
console.log('%s is %d years and %i days, %f, %j %o %O %% %c', 'Bob', 42.5, 17.9, '1.5', {a: [1]}, [1], {b: 'x'}, 'css');
console.log(['a', 1], {name: 'x', list: [1, 2, 3]}, new Map([['k', 'v']]), new Set([1]));
console.info('info', Buffer.from('abc'));
console.debug('debug %s');
console.warn('warn', new Point(1, 2));
console.error(new TypeError('bad'));
console.error('100%', 5);
console.dir({a: {b: {c: {d: 1}}}});
console.dir({a: {b: {c: {d: 1}}}}, {depth: 0});
console.dir(Buffer.from([1, 2, 3]));
console.dirxml('dirxml', [1], 2);

console.group('outer');
console.log('in\ntwo lines');
console.error('error inside');
console.groupCollapsed('inner %d', 2);
console.log({a: 1, text: 'x'.repeat(70)});
console.groupEnd();
console.log('back');
console.group();
console.log('deeper');
console.groupEnd();
console.groupEnd();
console.groupEnd();
console.log('out');

console.count();
console.count();
console.count('x');
console.countReset();
console.count();
console.count(5);
console.countReset('missing');

console.assert(true, 'never');
console.assert(false);
console.assert(false, 'with %s', 'text');
console.assert(0, {a: 1});
console.assert(1 === 2, 'x', 5);
console.trace();
console.trace('here %d', 1);

console.table([[1, 2], [3, 4]]);
console.table([{a: 1, b: 'Y'}, {a: 'Z', b: 2}]);
console.table([{a: 1, b: 'Y'}, {a: 'Z', c: [1, 2, 3, 4]}, 'primitive', 7]);
console.table([{a: 1, b: 'Y'}, {a: 'Z', b: 2}], ['b']);
console.table([{a: 1}, 5], ['a', 'z']);
console.table({x: [1], y: {2: 'two', 1: 'one'}, z: {deep: {a: 1, b: 2, c: 3}, few: {a: [1], b: 2}}});
console.table(new Map([['k', 1], ['l', {a: 1}]]));
console.table(new Set(['ä', '日本']));
console.table(Buffer.from([7, 8]));
console.table([]);
console.table(5);
console.table('text');
console.table(undefined);
console.table([new Point(1, 2), new Point(3, 4)]);

console.time('t');
console.time('t');
console.timeLog('t');
console.timeLog('t', 'more', {x: 1});
console.timeEnd('t');
console.timeEnd('t');
console.timeLog('nobody');
console.time();
console.timeEnd();
