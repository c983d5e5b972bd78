'use strict';
// Compares dates in all time zones around each change of the clocks from 1890 to 2100, and texts that may be dates,
// with Node.
//   node tests/date/run.js --program build/release/tests/date_cases [ZONE…]
const {spawnSync} = require('child_process');
const {sample, seed: sampled} = require('../support/sample.js');
const {offsets} = require('./tzif.js');

const args = process.argv.slice(2);
const program = args[args.indexOf('--program') + 1];
const only = args.filter((arg, i) => arg !== '--program' && args[i - 1] !== '--program');
const hour = 3600e3, day = 24 * hour;
const from = Date.UTC(1890, 0), to = Date.UTC(2101, 0);

// In these zones V8's data say which of two times is summer time, but the system's files do not.
const namesDiffer = new Set(['Africa/Casablanca', 'Africa/El_Aaiun', 'Africa/Windhoek']);

const lines = [];
const questions = [];  // {zone, text, answer, bare}; with `bare` the name of the zone is not compared
const ask = (line, question) => {
  lines.push(line);
  questions.push({text: line, ...question});
};

const nodeOffset = time => {
  const date = new Date(time);
  const local = new Date(0);
  local.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  local.setUTCHours(date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds());
  return (local.getTime() - time) / 1000;
};

// Returns the time in another year by which V8 decides whether it is summer time, to choose the zone's name.
function equivalent(time) {
  if (time >= 0 && time <= 2147483647000) return time;
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const recent = (leap ? 1956 : 1967) + new Date(Date.UTC(year, 0)).getUTCDay() * 12 % 28;
  return new Date(date).setUTCFullYear(2008 + (recent + 3 * 28 - 2008) % 28);
}

// Returns the changes of Node's clocks, to the millisecond.
function changes() {
  const found = [];
  let before = nodeOffset(from);
  for (let time = from; time < to; time += 20 * day) {
    const after = nodeOffset(time + 20 * day);
    if (after === before) continue;
    let low = time, high = time + 20 * day;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (nodeOffset(middle) === before) low = middle;
      else high = middle;
    }
    found.push(high);
    before = after;
  }
  return found;
}

let unfair = 0;
const unfairZones = new Set();
function askZone(zone) {
  process.env.TZ = zone;
  const system = offsets(zone);
  lines.push('Z ' + zone);
  const same = time => system && system(time) === nodeOffset(time);
  const aTime = time => {
    if (!same(time)) return unfair++, unfairZones.add(zone);
    fresh();
    const date = new Date(time);
    ask(`T ${time}`, {zone, answer: `${date} ${date.getTimezoneOffset()}`, bare: namesDiffer.has(zone) || !same(equivalent(time))});
  };
  // V8 caches offsets and assumes that clocks change at most once in 19 days. Where they changed twice, its answers
  // depend on earlier questions. Setting the variable TZ clears the cache.
  let close = false;
  const fresh = () => {
    if (close) process.env.TZ = zone;
  };
  const around = [-2 * day, -day, -hour, -1, 0, 1, hour, day, 2 * day];
  const found = changes();
  for (const change of [...found, Date.UTC(1995, 6), Date.UTC(2099, 0), Date.UTC(2500, 6), 8e15, -8e15]) {
    close = found.some(other => other !== change && Math.abs(other - change) < 40 * day);
    for (const more of [-hour, -1, 0, hour]) aTime(change + more);
    // Asks about local times that exist twice or not at all.
    if (!around.every(more => same(change + more))) {
      unfair += 8, unfairZones.add(zone);
      continue;
    }
    for (const offset of [nodeOffset(change - 1), nodeOffset(change)])
      for (const more of [-1800e3, -1, 0, 1800e3]) {
        const local = new Date(change + offset * 1000 + more);
        const parts = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'].map(part => local['getUTC' + part]());
        if (parts[0] < 100) continue;
        fresh();
        ask(`L ${parts.join(' ')}`, {zone, answer: String(new Date(...parts).getTime())});
      }
  }
}

// Asks about texts that are made of pieces of dates, in a zone with summer time.
function askTexts(count) {
  process.env.TZ = 'America/New_York';
  lines.push('Z America/New_York');
  let seed = [...sampled].reduce((sum, c) => Math.imul(sum, 31) + c.charCodeAt(0) >>> 0, 7);
  const random = n => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0, (seed >>> 7) % n);
  const pieces = ['Jan', 'feb', 'MARCH', 'Sept', 'Mon', 'Fri,', 'am', 'PM', 'z', 'Z', 'T', 't', 'UTC', 'GMT', 'ut', 'EST', 'pdt', '(c)', '(', ')',
    '(a(b))', ':', '::', '-', '+', '.', '/', ',', ' ', '\t', '\u00a0', '\u2028', '\ufeff', 'é', '日', 'foo', '[x]', '0', '1', '2', '9', '02', '12',
    '13', '24', '25', '31', '32', '59', '60', '99', '100', '000', '2026', '1999', '0000', '12345', '002026', '1234567890', '00000000012345',
    '08:30', '10:00', '23:59:59', '24:00', '23:59:60', '12:30:15.5', '12:30:15.123456', '10:', '11::', '-05', '-0500', '+05:30', '+5',
    '+12345', 'GMT+2', 'UTC-08:00', '2026-01-02', '2026-1-2', '2026-13-01', '2026-02-30', '1/2/2026', '12/25/95', '1.2.2026', '2 Jan 2026',
    'Jan 2, 2026', 'T10:00', 'T10:00:00Z', 'T10:00:00.123+01:00', 'T24:00', '+002026-01-02', '-000001', '\0', 'Januaryfoo', 'p.m.', "'", '@'];
  for (let i = 0; i < count; i++) {
    let text = Array.from({length: 1 + random(7)}, () => pieces[random(pieces.length)] + (random(3) ? '' : ' ')).join('');
    if (random(4) === 0) text = text.slice(0, random(text.length + 1)) + String.fromCharCode(32 + random(95)) + text.slice(random(text.length + 1));
    ask(`P ${Buffer.from(text).toString('hex')}`, {text: JSON.stringify(text), zone: 'Date.parse', answer: String(Date.parse(text))});
  }
}

const zones = only.length ? only : sample(Intl.supportedValuesOf('timeZone'), 10);
for (const zone of zones) askZone(zone);
if (!only.length) askTexts(sampled ? 20000 : 300000);

const {status, signal, stdout, stderr, error} = spawnSync(program, [], {input: lines.join('\n') + '\n', encoding: 'utf8', maxBuffer: 1 << 30});
if (error) throw error;
const answers = stdout.split('\n');
let failed = 0;
if (status !== 0) failed++, console.log(`${program} ended with ${signal || status}\n${stderr}`);
const withoutName = text => text.replace(/ \(.*\)/, '');
questions.forEach(({zone, text, answer, bare}, i) => {
  const [got, wanted] = [answers[i] ?? 'nothing', answer].map(each => (bare ? withoutName(each) : each));
  if (got === wanted) return;
  if (failed++ < 20) console.log(`${zone}: ${text}: ${got}, Node says ${wanted}`);
});
console.log(`${zones.length} zones; ${unfair} questions in ${unfairZones.size} of them are not compared, because this system's time-zone data ` +
  `differ from Node's (${process.versions.tz}) there`);
// When nearly no question can be compared, nothing was tested.
if (!only.length && unfair > questions.length / 4) failed++, console.log('More than a quarter of the questions cannot be compared with Node.');
console.log(`${questions.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
