'use strict';
// Divides a recording's first segment into records and joins them again, for tests that change it
// (src/os/trace/record_kinds.h).
const fs = require('fs');

const table = Array.from({length: 256}, (_, index) => {
  let sum = index;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
  return sum >>> 0;
});

function crc32c(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ table[(sum ^ byte) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
}

const PREAMBLE = 12;

// Returns the records as {kind, begin, fields, end}, with offsets in `log`.
function records(log) {
  const found = [];
  for (let at = PREAMBLE; at < log.length && log[at] !== 0;) {
    const long = log[at] & 0x80;
    const fields = at + (long ? 5 : 3);
    const size = long ? log.readUInt32LE(at + 1) : log.readUInt16LE(at + 1);
    found.push({kind: log[at] & 0x7f, begin: at, fields, end: fields + size});
    at = fields + size + 4;
  }
  return found;
}

// Corrects the checksum of a record after its bytes were changed.
function mend(log, record) {
  log.writeUInt32LE(crc32c(log.subarray(record.begin, record.end)), record.end);
}

const read = folder => fs.readFileSync(`${folder}/main.0000.log`);

// Returns the end of the log's last record.
const endOf = log => {
  const all = records(log);
  return all[all.length - 1].end + 4;
};

// Returns the number of bytes in the records of all segments in a folder. A segment's file may be larger than its
// records, and the last segment may be empty.
function size(folder) {
  const names = fs.readdirSync(folder).filter(name => /^main\.\d+\.log$/.test(name)).sort();
  let bytes = 0;
  for (const name of names) {
    const log = fs.readFileSync(`${folder}/${name}`);
    if (log[0] !== 0) bytes += endOf(log);
  }
  return bytes;
}

module.exports = {crc32c, records, mend, read, endOf, size, KIND: {turn: 8, connection: 9, received: 12}};
