// toLocaleString of numbers and lists in American English.
const attempt = f => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.message);
  }
};
const numbers = [0, -0, 1, -1, 12, 123, 1234, 12345.6, 1.0005, 1.0015, 1234567.891, 999.9995, 999999.9999, 1e21, 1e-7, NaN, Infinity, -Infinity, 0.5, 2.5, 1.2345, 1.2355, 123456789012345680000, -1234.5678, 0.0005, 0.00049999, 0.1, 0.05, 0.004, 1e300, 5e-324];
for (const number of numbers) {
  console.log(number.toLocaleString(), number.toLocaleString('en-US', {minimumFractionDigits: 2}), number.toLocaleString('en-US', {maximumFractionDigits: 0}), number.toLocaleString('en-US', {minimumFractionDigits: 2, maximumFractionDigits: 2}));
  console.log(number.toLocaleString('en-US', {style: 'percent'}), number.toLocaleString('en-US', {style: 'percent', minimumFractionDigits: 1}), number.toLocaleString('en-US', {useGrouping: false}));
  for (const currency of ['USD', 'eur', 'JPY', 'CHF', 'CAD']) console.log(number.toLocaleString('en-US', {style: 'currency', currency}), number.toLocaleString('en-US', {style: 'currency', currency, maximumFractionDigits: 0}));
}
attempt(() => (1).toLocaleString('en-US', {style: 'currency'}));
attempt(() => (1).toLocaleString('en-US', {minimumFractionDigits: 101}));
attempt(() => (1).toLocaleString('en-US', {minimumFractionDigits: 3, maximumFractionDigits: 2}));
console.log([1234.5, 2, -1e6].toLocaleString(), [0.5].toLocaleString('en-US', {style: 'percent'}), [].toLocaleString(), new Float64Array([1e4, 2.25]).toLocaleString(), new Uint8Array([1, 255]).toLocaleString());
let seed = 1;
for (let i = 0; i < 2000; i++) {
  seed = (seed * 48271) % 2147483647;
  const number = seed / [1, 7, 1000, 1e6, 64][i % 5] - 1e6;
  console.log(number.toLocaleString(), number.toLocaleString('en-US', {maximumFractionDigits: i % 7}));
}
