const fs = require('fs');

// Reads or writes a file one record at a time, and prints the time that it took. This version uses callbacks, the C++
// version coroutines.
//   records read FILE RECORD
//   records write FILE BYTES RECORD

function report(op, record, bytes, start) {
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  console.log(`{"op":"${op}","record":${record},"bytes":${bytes},"seconds":${seconds}}`);
}

function read(path, record) {
  const start = process.hrtime.bigint();
  let bytes = 0;
  const s = fs.createReadStream(path, {highWaterMark: record});
  s.on('data', (buf) => {
    bytes += buf.length;
  });
  s.on('close', () => {
    report('read', record, bytes, start);
  });
}

function write(path, bytes, record) {
  const start = process.hrtime.bigint();
  const buf = Buffer.alloc(record, '0123456789abcdef\n');
  let left = bytes;
  const s = fs.createWriteStream(path);
  const more = () => {
    while (left >= record) {
      left -= record;
      if (!s.write(buf)) return s.once('drain', more);
    }
    s.end(buf.subarray(0, left));
  };
  s.on('close', () => {
    report('write', record, bytes, start);
  });
  more();
}

const op = process.argv[2];
const path = process.argv[3];
const record = Number(process.argv[op === 'write' ? 5 : 4]);
if (!(record >= 1)) throw new RangeError('RECORD is a size in bytes');
if (op === 'read') read(path, record);
if (op === 'write') write(path, Number(process.argv[4]), record);
