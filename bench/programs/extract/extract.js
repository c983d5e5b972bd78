'use strict';
// Extracts fields from a log by regular expressions: addresses, times, names and values.
const measure = require('../measure.js');

let log = '';
for (let i = 0; i < 300; i++)
  log += `2026-0${i % 9 + 1}-1${i % 10}T0${i % 8}:15:00Z 10.0.${i % 256}.${i * 7 % 256} GET /item/${i}?page=${i % 5} ${i % 11 ? 200 : 404} ${i * 3 % 97}ms "ann${i % 13}@example.com"\n`;
const line = /^(?<year>\d{4})-(\d\d)-(\d\d)T[\d:]+Z (?<ip>\d+\.\d+\.\d+\.\d+) (GET|POST) (\S+) (?<status>\d{3}) (\d+)ms/;
const mail = /"([a-z]+\d*)@([a-z.]+)"/g;

measure(() => {
  let slow = 0;
  let missing = '';
  let months = 0;
  for (const text of log.split(/\r?\n/)) {
    const m = line.exec(text);
    if (!m) continue;
    months += Number(m[2]);
    if (m.groups.status === '404') missing += m.groups.ip + m[6].replace(/\d+/g, n => '<' + n + '>') + ' ';
    if (Number(m[8]) > 90) slow++;
  }
  const users = new Set();
  for (const m of log.matchAll(mail)) users.add(m[1]);
  const hidden = log.replace(mail, '<$1>');
  return `${slow} ${months} ${users.size} ${hidden.length} ${log.match(/page=3/g).length} ${missing.slice(0, 100)}`;
});
