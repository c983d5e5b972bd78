const bytes = new Uint8Array([1, 2, 3]), numbers = new Float64Array([1.5, 2]), big = new BigInt64Array([1n, -2n]);
[bytes[0], bytes[2]] = [bytes[2], bytes[0]];
[numbers[0], numbers[1]] = [numbers[1], numbers[0]];
[big[0], big[1]] = [big[1], big[0]];
console.log(bytes, numbers, big);
