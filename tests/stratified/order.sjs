// Shows the rules of retraction in StratifiedJS. src/concurrency/stratified_test.cpp is the same program in C++, and
// expects what `sjs order.sjs` prints (npm's stratifiedjs 0.19.0, which still runs under Node 24).
function log(x) { console.log(x); }
function work(name, ms, clean) {
  try { hold(ms); log(name + ' is over'); }
  retract { log(name + ' retracted'); }
  finally { if (clean) { hold(clean); log(name + ' is clean'); } log(name + ' finally'); }
}
log('- order');
waitfor { work('a', 1000, 70); } or { work('b', 10); } or { work('c', 1000, 30); }
log('over');
log('- at once');
waitfor { log('first'); } or { log('never'); }
log('- catch');
waitfor { try { hold(1000); } catch (e) { log('caught'); } log('never'); } or { hold(10); }
log('- inside out');
waitfor { try { work('inner', 1000, 10); } finally { log('outer finally'); } } or { hold(10); }
log('- early exit');
function f() { waitfor { work('a', 1000, 10); } or { hold(10); return 5; } return 6; }
log(f());
process.exit(0);
