// The operators and functions of BigInt.
let factorial = 1n;
for (let i = 1n; i <= 30n; i++) factorial *= i;
console.log(factorial, String(factorial), factorial.toString(16), `${factorial % 1000007n}`);
console.log(-7n / 2n, -7n % 2n, -7n >> 1n, 1n << 70n, ~5n, 12n & 10n, 12n | 3n, 12n ^ 5n, 2n ** 64n);
console.log(BigInt('0xffffffffffffffffffff'), BigInt(2 ** 53), BigInt(' 12 '), BigInt(true), BigInt.asIntN(8, 255n), BigInt.asUintN(8, -1n));
console.log(2n > 1, 2n == 2, 1n < 1.5, Number(2n ** 70n), 9007199254740993n > 9007199254740992, [1n, -2n]);
for (const f of [() => 1n / 0n, () => BigInt(1.5), () => BigInt('abc'), () => 2n ** -1n, () => 1n << 2n ** 64n, () => 5n.toString(40), () => BigInt.asIntN(-1, 1n)])
  try {
    f();
  } catch (error) {
    console.log(error.name, error.message);
  }
