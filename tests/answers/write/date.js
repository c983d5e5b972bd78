// Writes date_parse.inc, date_text.inc, date_set.inc and date_locale.inc: what Date.parse reads, what Dates print in
// some zones, the results of setters, and toLocaleString. All times are from 1970 to 2025, for which the rules of time
// zones do not change any more.
'use strict';
const {keep, mark} = require('./table.js');

let seed = 17;
const random = n => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0, (seed >>> 7) % n);
const pick = list => list[random(list.length)];
const lit = text => '"' + [...Buffer.from(text)].map(c => (c >= 32 && c < 127 && c !== 34 && c !== 92 && c !== 63 ?
  String.fromCharCode(c) : '\\' + c.toString(8).padStart(3, '0'))).join('') + '"';
const number = value => (Number.isNaN(value) ? 'NaN' : Object.is(value, -0) ? '-0.0' : String(value));
const write = (name, lines) => keep(name, mark('date.js') + '\n' + lines.join('\n') + '\n');

// Texts that Date.parse reads in the zone America/New_York.
process.env.TZ = 'America/New_York';
const texts = ['Jan 2 2020 10:00 PST', '2020/1/2', '1 January 2020 14:00 GMT+0200 (comment)', '12/25/1995', '5', '99', '2020',
  'Thu, 01 Jan 1970 00:00:00 GMT+0200', 'Jan 2020', 'Jan 2', '', '  ', '2020-01', '2020-01-02T03:04', '2020-01-02 03:04',
  '2020-03-08 02:30', '2020-11-01 01:30', '2020-03-08T02:30', '+275760-09-13T00:00:00.000Z', '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00Z', '-271821-04-19T23:59:59.999Z', '1/1/275760', 'Jan 1 275761', '2020-01-02T24:00', '2020-01-02T24:01',
  '2020-02-30', '2020-02-32', '-000000', '+002020-01-02', 'Wed Nov 25 2020 10:00:00 GMT-0500 (Eastern Standard Time)',
  'Jan 2 2020 10:00 GMT+1193046:59', 'Jan 2 2020 10:00 GMT+596523:14'];
const pieces = ['Jan', 'feb', 'MARCH', 'Sept', 'Mon', 'Fri,', 'am', 'PM', 'z', 'Z', 'T', 't', 'UTC', 'GMT', 'ut', 'EST', 'pdt', '(c)', '(',
  '(a(b))', ')', ':', '::', '-', '+', '.', '/', ',', ' ', '\t', '\u00a0', '\u2028', '\ufeff', 'é', '日', 'foo', '[x]', '0', '1', '2', '9', '02',
  '12', '13', '24', '25', '31', '32', '59', '60', '99', '100', '000', '2020', '1999', '0000', '12345', '002020', '1234567890',
  '00000000012345', '08:30', '10:00', '23:59:59', '24:00', '23:59:60', '12:30:15.5', '12:30:15.123456', '10:', '11::', '-05', '-0500',
  '+05:30', '+5', '+12345', 'GMT+2', 'UTC-08:00', '2020-01-02', '2020-1-2', '2020-13-01', '1/2/2020', '2020/1/2', '12/25/95',
  '1.2.2020', '2 Jan 2020', 'Jan 2, 2020', 'T10:00', 'T10:00:00Z', 'T10:00:00.123+01:00', 'T24:00', '\0', 'Januaryfoo', 'p.m.', "'"];
for (let tries = 0; texts.length < 2500; tries++) {
  let text = Array.from({length: 1 + random(6)}, () => pick(pieces) + (random(3) ? '' : ' ')).join('');
  if (random(4) === 0) text = text.slice(0, random(text.length + 1)) + String.fromCharCode(32 + random(95)) + text.slice(random(text.length + 1));
  if (tries % 4 === 0 || !Number.isNaN(Date.parse(text))) texts.push(text);
}
// Texts in the form that toISOString writes, correct and with small errors.
for (let i = 0; i < 200; i++) {
  const two = () => String(random(3) ? random(32) : random(100)).padStart(2, '0');
  const text = `${two()}${two()}-${two()}-${two()}T${two()}:${two()}:${two()}.${two()}${random(10)}Z`;
  const at = random(text.length);
  texts.push(i % 3 ? text : text.slice(0, at) + pick(['0', '9', 'x', ' ', ':', '-', 'z', '/']) + text.slice(at + 1));
}
write('date_parse.inc', texts.map(text => `PARSE(${lit(text)}, ${number(Date.parse(text))})`));

// Texts and parts of times in several zones.
const zones = ['UTC', 'America/New_York', 'Europe/London', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/Dublin', 'America/Sao_Paulo'];
const start = Date.UTC(1972, 0), end = Date.UTC(2025, 0);
const someTime = () => start + Math.floor(random(2 ** 25) / 2 ** 25 * (end - start));
const lines = [];
for (const zone of zones) {
  process.env.TZ = zone;
  for (const time of [NaN, 0, -1, 951782400000, ...Array.from({length: 60}, someTime), ...(zone === 'UTC' ? [8.64e15, -8.64e15, -6.3e13, -62198755200000, 253402300800000] : [])]) {
    const date = new Date(time);
    const parts = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];
    lines.push(`TEXT("${zone}", ${number(time)}, ${[date.toString(), date.toDateString(), date.toTimeString(), date.toUTCString(),
      Number.isNaN(time) ? 'null' : date.toISOString(), date.toLocaleString(), parts.map(part => date['get' + part]()).join(' '),
      parts.map(part => date['getUTC' + part]()).join(' ') + ` ${date.getTimezoneOffset()} ${date.getYear()}`].map(lit).join(', ')})`);
  }
}
write('date_text.inc', lines);

// Setters and constructors, also with values out of range.
const setters = {FullYear: 3, Month: 2, Date: 1, Hours: 4, Minutes: 3, Seconds: 2, Milliseconds: 1};
const values = [0, 1, 2, -1, 12, 28, 31, 59, 60, 100, 1970, 2020, 2024, -400, 1.9, -1.9, 1e9, NaN, Infinity];
const calls = [];
for (let i = 0; i < 500; i++) {
  const zone = pick(zones);
  process.env.TZ = zone;
  const some = most => Array.from({length: 1 + random(most)}, () => (random(3) ? values[random(13)] : pick(values)));
  const time = random(20) ? someTime() : NaN;
  const name = pick(Object.keys(setters));
  const args = some(setters[name]);
  const setter = `set${random(2) ? 'UTC' : ''}${name}`;
  const result = new Date(time)[setter](...args);
  // Times in years without fixed rules are left out, because other versions of the zone data give other results for
  // them.
  const fixed = value => Number.isNaN(value) || (value >= start && value < end) || zone === 'UTC';
  if (fixed(result)) calls.push(`SET("${zone}", ${number(time)}, ${setter}(${args.map(number).join(', ')}), ${number(result)})`);
  const parts = [pick([1972, 1999, 2000, 2024, 85, 99.9, NaN]), ...some(6).map(value => (Math.abs(value) > 400 ? 3 : value))];
  const made = new Date(...parts).getTime();
  if (fixed(made)) calls.push(`MAKE("${zone}", (${parts.map(number).join(', ')}), ${number(made)}, ${number(Date.UTC(...parts))})`);
}
for (const year of [0, 5, 99, 100, 1999, -1, 70.5, NaN]) {
  process.env.TZ = 'UTC';
  calls.push(`SET("UTC", 951782400000, setYear(${number(year)}), ${number(new Date(951782400000).setYear(year))})`);
  calls.push(`SET("UTC", NaN, setYear(${number(year)}), ${number(new Date(NaN).setYear(year))})`);
  calls.push(`SET("UTC", NaN, setTime(${number(year)}), ${number(new Date(NaN).setTime(year))})`);
}
write('date_set.inc', calls);

// toLocaleString with each part in combination with others, and with styles.
process.env.TZ = 'UTC';
const choices = {hour12: [true, false], hourCycle: ['h11', 'h12', 'h23', 'h24'],
  timeZone: ['UTC', 'America/New_York', 'europe/berlin', 'Asia/Kolkata', '+05:30', '-0300'],
  weekday: ['long', 'short', 'narrow'], era: ['long', 'short', 'narrow'], year: ['numeric', '2-digit'],
  month: ['numeric', '2-digit', 'long', 'short', 'narrow'], day: ['numeric', '2-digit'], hour: ['numeric', '2-digit'],
  minute: ['numeric', '2-digit'], second: ['numeric', '2-digit'], fractionalSecondDigits: [1, 2, 3],
  timeZoneName: ['short', 'long', 'shortOffset', 'longOffset'], dateStyle: ['full', 'long', 'medium', 'short'],
  timeStyle: ['full', 'long', 'medium', 'short']};
const methods = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'];
const locales = [];
const seen = new Set();
while (locales.length < 900) {
  const options = {};
  const styled = random(6) === 0;
  for (const [name, all] of Object.entries(choices)) {
    const often = /Style/.test(name) ? (styled ? 2 : 100) : styled && /day|era|year|month|hour$|minute|second|Name|fraction/.test(name) ? 100 : 3;
    if (random(often) === 0) options[name] = pick(all);
  }
  // For combinations without an order in English, ICU uses rules that have no consistent order, so they are left out.
  const {weekday, era, year, month, day, hour, minute, second, fractionalSecondDigits: fraction} = options;
  if ((era && !year) || (year && day && !month) || (weekday && (year || month) && !(month && day))) continue;
  if (!minute && ((hour && (second || fraction)) || (second && fraction))) continue;
  const method = pick(methods), time = pick([1577934245678, 1593712845006, 1577836800000, 1593734399999, -1e14]);
  // Old years in zones are left out: the offsets from before zones were defined by law differ between data sources.
  if (time < 0 && options.timeZone && !/UTC|[+-]/.test(options.timeZone)) continue;
  let result;
  try {
    result = new Date(time)[method]('en-US', options);
  } catch (error) {
    result = `!${error.name}: ${error.message}`;
  }
  const fields = Object.entries(options).map(([name, value]) => `.${name} = ${typeof value === 'string' ? lit(value) : value}`);
  const line = `LOCALE(${time}, ${method}, ({${fields.join(', ')}}), ${lit(result)})`;
  if (!seen.has(line)) locales.push(line);
  seen.add(line);
}
write('date_locale.inc', locales);
