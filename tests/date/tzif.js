'use strict';
// Reads the offsets of the system's tzdata independently. Where they differ from Node's offsets, the data differ, and
// there is nothing to compare.
const fs = require('fs');

// Converts a rule such as "CET-1CEST,M3.5.0,M10.5.0/3" to a function of seconds.
function ruleOf(text) {
  const match = /^(<[^>]+>|[A-Za-z]{3,})([-+\d:]+)(?:(<[^>]+>|[A-Za-z]{3,})([-+\d:]*),([^,]+),([^,]+))?$/.exec(text);
  if (!match) return undefined;
  const seconds = time => time.replace(/^[-+]/, '').split(':').reduce((sum, part, i) => sum + part * [3600, 60, 1][i], 0) * (time[0] === '-' ? -1 : 1);
  const standard = -seconds(match[2]);
  if (!match[3]) return () => standard;
  const summer = match[4] ? -seconds(match[4]) : standard + 3600;
  const at = (rule, year) => {
    const [day, time = '2'] = rule.split('/');
    const [month, week, weekday] = day.slice(1).split('.').map(Number);
    if (day[0] !== 'M') {
      const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
      const index = day[0] === 'J' ? +day.slice(1) - (leap && +day.slice(1) >= 60 ? 0 : 1) : +day;
      return Date.UTC(year, 0, 1 + index) / 1000 + seconds(time);
    }
    const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    let date = 1 + (weekday - first + 7) % 7 + 7 * (week - 1);
    while (date > days) date -= 7;
    return Date.UTC(year, month - 1, date) / 1000 + seconds(time);
  };
  return second => {
    const year = new Date(second * 1000).getUTCFullYear();
    const begin = at(match[5], year) - standard, end = at(match[6], year) - summer;
    const isSummer = begin < end ? second >= begin && second < end : !(second >= end && second < begin);
    return isSummer ? summer : standard;
  };
}

// Returns a function from milliseconds since 1970 to the offset in seconds, or undefined when the zone has no file.
function offsets(zone) {
  const file = `/usr/share/zoneinfo/${zone}`;
  if (!fs.existsSync(file)) return undefined;
  const bytes = fs.readFileSync(file);
  const counts = at => Array.from({length: 6}, (_, i) => bytes.readUInt32BE(at + 20 + 4 * i));
  let [universal, standard, leaps, times, types, chars] = counts(0);
  const second = 44 + times * 5 + types * 6 + chars + leaps * 8 + standard + universal;
  [universal, standard, leaps, times, types, chars] = counts(second);
  const timesAt = second + 44, indices = timesAt + times * 8, typesAt = indices + times;
  const offsetOf = type => bytes.readInt32BE(typesAt + type * 6);
  const list = Array.from({length: times}, (_, i) => [Number(bytes.readBigInt64BE(timesAt + i * 8)), offsetOf(bytes[indices + i])]);
  const footer = bytes.subarray(typesAt + types * 6 + chars + leaps * 12 + standard + universal).toString().trim();
  const rule = ruleOf(footer);
  const before = offsetOf(0);
  return time => {
    const second = Math.floor(time / 1000);
    if (!list.length || second < list[0][0]) return list.length || !rule ? before : rule(second);
    if (rule && second >= list.at(-1)[0]) return rule(second);
    let low = 0, high = list.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (list[middle][0] <= second) low = middle;
      else high = middle;
    }
    return list[low][1];
  };
}

module.exports = {offsets};
