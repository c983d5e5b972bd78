const message = f => {
  try {
    return f();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
const big = 9007199254740993n, seven = 7n, minus = -9n, one = 1;
console.log(big - seven, big * big, big / seven, minus / seven, minus % seven, seven ** 30n);
console.log(minus & seven, minus | seven, minus ^ seven, seven << 70n, minus >> 1n, ~seven, -big);
console.log(big > 9007199254740992, 9007199254740992 < big, big < 9007199254740992.5, seven >= 7, seven < NaN, seven < undefined, seven < null);
console.log(seven < '8', seven < '0x10', '6' < seven, seven < 'x', seven >= 'x', big > seven, minus < seven, seven < Infinity);
console.log(seven === 7n, seven === 7, seven == 7, seven == '7', seven == '7.0', seven == 'x', 0n == '', 0n == false, seven == 7.5);
for (const f of [() => big - one, () => one * big, () => big / 2, () => 2 % big, () => big & null, () => seven ** 2, () => seven ** -1n,
  () => seven / 0n, () => seven % 0n, () => seven >>> 1n, () => +seven, () => big - '1', () => Symbol() * big, () => JSON.stringify({n: big})]) console.log(message(f));
let n = 5n;
n += 2n; n -= 1n; n *= 3n; n /= 2n; n %= 5n; n <<= 3n; n |= 1n; n &= 61n; n ^= 4n; n >>= 1n;
console.log(n); console.log(n++); console.log(++n); console.log(n--); console.log(--n); console.log(n);
const counter = {next: 9007199254740993n, list: [1n]};
console.log(counter.next++, ++counter.next, counter.next--, --counter.next, counter.list[0]++, counter.list[0] -= 3n, counter);
const worth = {valueOf() { return 40n; }};
console.log(worth + 2n, worth - 2n, worth * worth, worth > 39, -worth, worth == 40, typeof (worth + worth));
console.log(big.toString(), big.toString(16), (255n).toString(2), `${big}`, BigInt.asIntN(8, 255n), BigInt.asUintN(64, minus), BigInt(big), Number(seven));
const numberLike = {valueOf() { return 6; }};
console.log(numberLike ** 2, -numberLike, ~numberLike, +numberLike, numberLike >>> 1, numberLike << 3, 2 ** -1, 1 ** NaN);
let word = '5';
console.log(word++, word, [] - 1, [4] * 2);
