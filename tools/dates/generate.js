'use strict';
// Writes src/date/zone_names.inc, the time zones that JavaScript knows with their English names, and
// src/date/day_patterns.inc, the order in which English writes the parts of a date. Run it with the Node.js of
// node_modules when package-lock.json pins another version, on a system with tzdata (for older names of the zones):
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

// Returns the name of summer time. Ireland's is the only one that contains "Standard". Where English has no name for
// summer time, its name is the offset.
const isSummer = name => /Summer|Daylight|^Irish Standard/.test(name);
function summerOf(names) {
  return names.find(isSummer) ?? (names.length > 1 ? names.find(name => /^GMT[+-]/.test(name)) : undefined);
}

// Returns the names that Date's toString and Intl use in a zone: [standard, summer, long, long in summer, short, short
// in summer].
function namesOf(zone) {
  process.env.TZ = zone;
  const said = time => /\((.*)\)$/.exec(new Date(time).toString())[1];
  const nameOf = (form, time) => form.formatToParts(time).find(part => part.type === 'timeZoneName').value;
  const [long, short] = ['long', 'short'].map(timeZoneName => new Intl.DateTimeFormat('en-US', {timeZoneName}));
  const times = new Map();  // for each name a time, if possible one when Intl gives the same name
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
      row.push(/^GMT[+-]/.test(text) ? '' : text);  // an offset is left out, because the program computes it
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

// Writes a row for each form of the month: none, in digits, and the three forms of its name. A row has an entry for
// each combination of the other parts, which are bits: the day (1), the year (2), the weekday (4), the era (8). In an
// entry the characters 1 to 5 stand for weekday, era, year, month and day. A combination with another meaning (an era
// without a day) is empty. English leaves some parts out.
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
