'use strict';
// Writes src/date/zone_names.inc, the time zones that JavaScript knows and what each is called in English, and
// src/date/day_patterns.inc, the order in which English has the parts of a day. To be run with the Node of node_modules when
// package-lock.json pins another, on a system that has tzdata (for the zones' older names):
//   node tools/dates/generate.js
const fs = require('fs');
const path = require('path');

const folder = '/usr/share/zoneinfo';
const dayMs = 86400e3;

function filesUnder(at) {
  return fs.readdirSync(at, {withFileTypes: true}).flatMap(entry => {
    const file = path.join(at, entry.name);
    if (entry.isDirectory()) return /^(posix|right)$/.test(entry.name) ? [] : filesUnder(file);
    return [path.relative(folder, file)];
  });
}

function known(zone) {
  try {
    new Intl.DateTimeFormat('en-US', {timeZone: zone});
    return true;
  } catch {
    return false;
  }
}

const zones = [...new Set([...filesUnder(folder), ...Intl.supportedValuesOf('timeZone')])].filter(known)
  .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

// The name of summer time. The one of Ireland is the only one that says "standard"; where English has no name for summer
// time, it is the offset.
const isSummer = name => /Summer|Daylight|^Irish Standard/.test(name);
function summerOf(names) {
  return names.find(isSummer) ?? (names.length > 1 ? names.find(name => /^GMT[+-]/.test(name)) : undefined);
}

// What Date's toString says in a zone, and Intl's long and short names: [standard, summer, long, long in summer, short,
// short in summer].
function namesOf(zone) {
  process.env.TZ = zone;
  const said = time => /\((.*)\)$/.exec(new Date(time).toString())[1];
  const nameOf = (form, time) => form.formatToParts(time).find(part => part.type === 'timeZoneName').value;
  const [long, short] = ['long', 'short'].map(timeZoneName => new Intl.DateTimeFormat('en-US', {timeZoneName}));
  const times = new Map();  // of each name, a time when Intl says the same, else any
  for (let time = 0; time < Date.UTC(2027, 0); time += 10 * dayMs) {
    const name = said(time);
    if (!times.has(name) || nameOf(long, time) === name) times.set(name, time);
  }
  const summer = summerOf([...times.keys()]);
  const standard = [...times.keys()].find(name => name !== summer) ?? summer;
  const row = [standard, summer ?? ''];
  for (const form of [long, short])
    for (const name of [standard, summer]) {
      const text = times.has(name) ? nameOf(form, times.get(name)) : '';
      row.push(/^GMT[+-]/.test(text) ? '' : text);  // an offset, which the program knows by itself
    }
  return row;
}

const sets = new Map();
const rows = zones.map(zone => {
  const names = namesOf(zone).map(name => JSON.stringify(name)).join(', ');
  if (!sets.has(names)) sets.set(names, sets.size);
  return `ZONE(${JSON.stringify(zone)}, ${sets.get(names)})`;
});
const text = [`// Written by tools/dates/generate.js from the answers of Node ${process.version} (tzdata ${process.versions.tz}). Do not edit.`,
  '#ifdef NAMES', ...[...sets.keys()].map(names => `NAMES(${names})`), '#endif', '#ifdef ZONE', ...rows, '#endif', ''].join('\n');
fs.writeFileSync(path.join(__dirname, '../../src/date/zone_names.inc'), text);
console.log(`${zones.length} zones, ${sets.size} sets of names`);

// A row for each kind of month: none, in digits, and by its three kinds of names. In it by the bits of what else is there:
// the day (1), the year (2), the weekday (4), the era (8). A part stands as a character: weekday 1, era 2, year 3, month 4,
// day 5. What alone means something else (an era without a day) is left empty; some parts English leaves out.
const marks = {weekday: 1, era: 2, year: 3, month: 4, day: 5};
function patternOf(month, bits) {
  const options = {...(month && {month}), ...(bits & 1 && {day: 'numeric'}), ...(bits & 2 && {year: 'numeric'}),
    ...(bits & 4 && {weekday: 'short'}), ...(bits & 8 && {era: 'short'})};
  if (!month && (bits === 0 || bits === 8)) return '""';
  const parts = new Intl.DateTimeFormat('en-US', {timeZone: 'UTC', ...options}).formatToParts(0);
  return JSON.stringify(parts.map(part => (marks[part.type] ? String.fromCharCode(marks[part.type]) : part.value)).join(''))
    .replace(/\\u000(\d)/g, (match, digit) => `\\${digit}`);
}
const patterns = ['', 'numeric', 'short', 'long', 'narrow'].map(month =>
  `{${Array.from({length: 16}, (_, bits) => patternOf(month, bits)).join(', ')}},`);
fs.writeFileSync(path.join(__dirname, '../../src/date/day_patterns.inc'),
  [`// Written by tools/dates/generate.js from the answers of Node ${process.version}. Do not edit.`, ...patterns, ''].join('\n'));
