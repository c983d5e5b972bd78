// stderr
// env: NODE_DEBUG=foo,bar*,h.t
// util.debuglog: which sections NODE_DEBUG names, and what is printed.
const util = require('util');
for (const section of ['foo', 'FOO', 'fo', 'foobar', 'bar', 'Barrel', 'h.t', 'hat', 'xbar', '']) {
  const log = util.debuglog(section);
  console.log(section, log.enabled);
}
const log = util.debuglog('foo-bar');
log('not printed');
const bar = util.debug('bar');
const print = util.debuglog('Bar-1', () => {});
bar('x %d %s', 3, 'y', [1], {a: 'b'});
print();
print({deep: {er: {than: {two: 1}}}});
