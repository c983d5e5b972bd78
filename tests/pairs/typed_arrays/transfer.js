// transfer() and transferToFixedLength() take the bytes out of a buffer, which is detached then.
const tell = (name, b) => console.log(name, b.byteLength, b.detached, b.maxByteLength, b.resizable);
const first = new ArrayBuffer(4, {maxByteLength: 8});
new Uint8Array(first).set([1, 2, 3, 4]);
tell('first', first);
const second = first.transfer();
tell('first', first);
tell('second', second);
const third = second.transferToFixedLength();
tell('second', second);
tell('third', third);
console.log(new Uint8Array(third));
const longer = third.transferToFixedLength(6);
tell('longer', longer);
console.log(new Uint8Array(longer));
const shorter = longer.transferToFixedLength(2);
console.log(new Uint8Array(shorter));
for (const f of [() => first.resize(2), () => first.resize(-1), () => third.resize(2), () => third.transferToFixedLength(), () => shorter.transferToFixedLength(-1)]) {
  try {
    f();
  } catch (error) {
    console.log(error.name, error.message);
  }
}
