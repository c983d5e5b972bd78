'use strict';
// Runs the loops of src/date/date_bench.cpp in Node.js and prints nanoseconds for each operation, the median of 15
// runs.
process.env.TZ = 'Europe/Berlin';
const start = 1767323045678, step = 3600007, steps = 10000;
let sink;
function measure(name, f, count = steps) {
  const runs = [];
  for (let run = 0; run < 25; run++) {
    const begin = process.hrtime.bigint();
    for (let i = 0; i < count; i++) sink = f(start + i * step);
    runs.push(Number(process.hrtime.bigint() - begin) / count);
  }
  console.log(`date/${name}`.padEnd(24), runs.slice(10).sort((a, b) => a - b)[7].toFixed(1), 'ns');
}
measure('getHours', time => new Date(time).getHours());
measure('getUTCFullYear', time => new Date(time).getUTCFullYear());
measure('setDate', time => { const date = new Date(time); return date.setDate(date.getDate() + 1); });
measure('local', time => new Date(2026, 5, time / 1e10, 12, 30).getTime());
measure('toISOString', time => new Date(time).toISOString());
measure('toString', time => new Date(time).toString());
measure('toLocaleString', time => new Date(time).toLocaleString(), 2000);
// Each call parses another text, because V8 remembers texts that it has parsed.
measure('parse/iso', time => Date.parse('2026-01-02T03:04:05.' + (100 + time % 900) + 'Z'));
measure('parse/local', time => Date.parse('2026-01-02T03:' + (10 + time % 50)));
measure('parse/http', time => Date.parse('Fri, 02 Jan 2026 03:04:' + (10 + time % 50) + ' GMT'));
if (sink === 'never') console.log(sink);
