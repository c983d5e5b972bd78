'use strict';
// The Node.js side of make bench-records: does the work of examples/records/records.js, with streams or with the …Sync
// functions, for at most SECONDS seconds. Prints what examples/records prints, and the number of bytes.
//   node records_node.js streams|sync read FILE RECORD SECONDS
//   node records_node.js streams|sync write FILE BYTES RECORD SECONDS
const fs = require('fs');

const [way, op, path, ...rest] = process.argv.slice(2);
const [total, record, limit] = op === 'read' ? [Infinity, ...rest.map(Number)] : rest.map(Number);
const start = process.hrtime.bigint();
const passed = () => Number(process.hrtime.bigint() - start) / 1e9;
let bytes = 0;
// The clock is read only after every 64 records, because reading it takes time too.
let untilLook = 64;
const over = () => {
  if (--untilLook > 0) return false;
  untilLook = 64;
  return passed() >= limit;
};
// Returns the last, shorter record when the records do not divide the file's size.
const lastOf = buf => {
  const last = buf.subarray(0, total - bytes < record ? total - bytes : 0);
  bytes += last.length;
  return last;
};
const report = () => console.log(JSON.stringify({op, record, bytes, seconds: passed()}));

const ways = {
  streams: {
    read() {
      const s = fs.createReadStream(path, {highWaterMark: record});
      s.on('data', buf => {
        bytes += buf.length;
        if (over()) s.destroy();
      });
      s.on('close', report);
    },
    write() {
      const buf = Buffer.alloc(record, '0123456789abcdef\n');
      const s = fs.createWriteStream(path);
      const more = () => {
        while (bytes + record <= total && !over()) {
          bytes += record;
          if (!s.write(buf)) return s.once('drain', more);
        }
        s.end(lastOf(buf));
      };
      s.on('close', report);
      more();
    },
  },
  sync: {
    read() {
      const buf = Buffer.alloc(record);
      const fd = fs.openSync(path, 'r');
      for (let size; !over() && (size = fs.readSync(fd, buf)) > 0;) bytes += size;
      fs.closeSync(fd);
      report();
    },
    write() {
      const buf = Buffer.alloc(record, '0123456789abcdef\n');
      const fd = fs.openSync(path, 'w');
      while (bytes + record <= total && !over()) bytes += fs.writeSync(fd, buf);
      fs.writeSync(fd, lastOf(buf));
      fs.closeSync(fd);
      report();
    },
  },
};
ways[way][op]();
