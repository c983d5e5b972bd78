'use strict';
// Measures JSON.parse and JSON.stringify of the given files in Node.js, and prints {"parse/NAME": microseconds, …}. The
// times are CPU times, as in src/json/json_bench.cpp.
const fs = require('fs');
const path = require('path');

const milliseconds = 500;

function microseconds(f) {
  const cpu = () => { const {user, system} = process.cpuUsage(); return user + system; };
  let calls = 0;
  for (const warm = performance.now(); performance.now() - warm < milliseconds / 2;) f();
  const before = cpu();
  for (const since = performance.now(); performance.now() - since < milliseconds; calls += 10) {
    for (let i = 0; i < 10; i++) f();
  }
  return (cpu() - before) / calls;
}

let kept;
const out = {};
for (const file of process.argv.slice(2)) {
  const name = path.basename(file, '.json');
  const text = fs.readFileSync(file, 'utf8');
  const value = JSON.parse(text);
  out[`parse/${name}`] = microseconds(() => { kept = JSON.parse(text); });
  out[`stringify/${name}`] = microseconds(() => { kept = JSON.stringify(value); });
}
console.log(JSON.stringify(out));
