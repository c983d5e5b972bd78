// Buffer.from of values whose type is known only at run time.
const values = JSON.parse('{"text": "żółw", "list": [104, 105, 300, -1, 1.9], "hex": "6869", "nothing": null, "number": 5, "flag": true, "object": {"a": 1}}');
console.log(Buffer.from(values.text), Buffer.from(values.list), Buffer.from(values.hex, 'hex').toString());
const sent = JSON.stringify({body: Buffer.from('abc')});
const {body} = JSON.parse(sent);
console.log(sent, Buffer.from(body), Buffer.from(body.data).equals(Buffer.from('abc')));
const holder = {buffer: Buffer.from('xy'), typed: new Uint8Array([1, 2]), words: new Uint16Array([258, 3]), memory: new ArrayBuffer(2)};
const copy = Buffer.from(holder.buffer);
copy[0] = 65;
console.log(copy, holder.buffer, Buffer.from(holder.typed), Buffer.from(holder.words), Buffer.from(holder.memory));
for (const name of ['nothing', 'number', 'flag', 'object', 'missing']) {
  try {
    console.log(Buffer.from(values[name]));
  } catch (error) {
    console.log(error.code, error.message);
  }
}
const text = 'Łódź';
console.log(Buffer.of(Buffer.byteLength(text), text.length), Buffer.from('1.2.3.4'.split('.').map(Number)));
