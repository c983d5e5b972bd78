// Async functions that never suspend, or fail at once.
async function value(x) { return x; }
async function nothing() {}
async function thrown() { throw new Error('thrown at once'); }
async function nested(x) { return value(x + 1); }
async function caught() {
  try {
    await thrown();
  } catch (error) {
    return 'caught ' + error.message;
  }
}
value(3).then(v => console.log('value', v));
nothing().then(() => console.log('nothing'));
thrown().catch(error => console.log(error.message));
nested(4).then(v => console.log('nested', v));
caught().then(v => console.log(v));
(async a => console.log('in', a))(5);
console.log('main');
