// Numbers that are converted to texts, and texts that are converted to numbers.
const numbers = [0, -0, 1e21, 5e-324, 123.456, 0.1 + 0.2, 2 ** 53, 1e-7, NaN, -Infinity, 255, -1.005];
for (const n of numbers) {
  console.log(n, String(n), `${n}`, 'n: ' + n);
  console.log(n.toFixed(2), n.toPrecision(3), n.toExponential(1), n.toString(16), n.toString(2));
}
for (const text of ['12px', ' 0x1f', '1e3', '.5', 'abc', '', '-7.9'])
  console.log(parseInt(text), parseInt(text, 16), parseFloat(text), Number(text), isNaN(text), isFinite(text));
for (const f of [n => n.toFixed(101), n => n.toPrecision(0), n => n.toExponential(-1), n => n.toString(1)])
  try {
    f(5);
  } catch (error) {
    console.log(error.name, error.message);
  }
console.log(Number.isInteger(5.0), Number.isSafeInteger(2 ** 53), Number.isNaN('x'), Number.MAX_SAFE_INTEGER, Number.EPSILON, Number.MIN_VALUE);
console.log([1.5, 2], {n: 7}, JSON.stringify({n: 0.5, none: NaN}));
