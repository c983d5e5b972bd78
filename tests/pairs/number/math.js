// The functions of Math.
console.log(Math.round(2.5), Math.round(-2.5), Math.round(0.49999999999999994), Math.round(-0.2), Math.ceil(-0.5), Math.trunc(-4.7), Math.sign(-3));
console.log(Math.max(), Math.min(), Math.max(1, 2.5, 2), Math.min(0, -0), Math.max(NaN, 1), Math.hypot(3, 4), Math.hypot());
console.log(Math.imul(0xffffffff, 5), Math.clz32(1), Math.clz32(0), Math.fround(5.5), Math.fround(5.05), Math.f16round(5.05), Math.abs(-7));
console.log(Math.sqrt(2), Math.cbrt(27), Math.log(0), Math.log1p(-1), Math.log2(8), Math.log10(1000), Math.exp(0), Math.expm1(0), Math.pow(2, 0.5), Math.pow(1, Infinity), (-8) ** (1 / 3));
console.log(Math.PI, Math.E, Math.LN2, Math.LN10, Math.LOG2E, Math.LOG10E, Math.SQRT2, Math.SQRT1_2);
console.log(Math.atan2(1, -1), Math.asin(2), Math.acosh(0.5), Math.sinh(0), Math.atanh(1));
let inside = true, last = -1, changes = 0;
for (let i = 0; i < 1000; i++) {
  const n = Math.random();
  inside = inside && n >= 0 && n < 1;
  if (n !== last) changes++;
  last = n;
}
console.log(inside, changes > 990, (Math.random() * 6 | 0) < 6);
