'use strict';
// Groups 10,000 records by city, and sorts each group.
const measure = require('../measure.js');

const records = [];
for (let i = 0; i < 10000; i++) records.push({id: i, city: 'city' + (i * 7919) % 101, age: (i * 31) % 90, name: 'n' + (i * 104729) % 10007});

measure(() => {
  const groups = new Map();
  for (const record of records) {
    if (!groups.has(record.city)) groups.set(record.city, []);
    groups.get(record.city).push(record);
  }
  let answer = '';
  for (const [city, group] of groups) {
    group.sort((a, b) => a.age - b.age || (a.name < b.name ? -1 : 1));
    const total = group.reduce((sum, record) => sum + record.age, 0);
    answer += `${city}:${group[0].name}:${(total / group.length).toFixed(2)} `;
  }
  return answer.slice(0, 200);
});
