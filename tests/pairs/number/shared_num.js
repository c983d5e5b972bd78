// A number that closures share and change is passed wherever a number is, also to a Buffer's bytes.
let delay = 1, at = 1, factor = 2.5;
const list = [10, 20, 30], bytes = Buffer.alloc(6);
const next = () => { at += 1; };
setTimeout(() => {
  delay *= 3;
  setTimeout(() => console.log('later', delay), delay);
}, delay);
console.log(list[at], 'abc'.slice(at), list.slice(at), list.at(at), 'abc'.charAt(at), 'x'.repeat(at), bytes.subarray(at).length);
next();
console.log(at * factor, factor / at | 0, 1 << at, -factor, at < factor, at === 2, list[0] + factor, factor % at, Math.floor(factor), factor.toFixed(2));
bytes[0] = factor;
bytes[1] = at;
bytes[2] |= 1 << (at & 7);
bytes[3] += factor * 2 + 0.6;
bytes[4] -= at;
bytes[5] = 300.7;
bytes[5] ^= at;
console.log(bytes, bytes.writeUInt16BE(at, at), bytes.readUInt8(at));
