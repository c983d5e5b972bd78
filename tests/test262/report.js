'use strict';
// Reports the outcomes of test262's cases as tables.
const fs = require('fs');
const {groups} = require('./generate.js');

const sum = (list, f) => list.reduce((total, one) => total + f(one), 0);

function countsOf(all) {
  const tried = all.filter(one => one.pieces && !one.refused);
  return {
    files: all.length,
    whole: tried.filter(one => !one.left).length,
    part: tried.filter(one => one.left).length,
    assertions: sum(tried, one => one.assertions),
    passed: tried.filter(one => !one.differs).length,
    differs: tried.filter(one => one.differs).length,
    refused: all.filter(one => one.refused).length,
    notTried: all.filter(one => one.reason).length,
  };
}
function table(all) {
  const rows = [...Object.keys(groups).map(group => [group, countsOf(all.filter(one => one.group === group))]), ['all', countsOf(all)]];
  return ['| | files | carried over whole | in part | assertions | pass | differ | refused by C++ | not tried |', '|---|---|---|---|---|---|---|---|---|',
    ...rows.map(([name, c]) => `| ${[name, c.files, c.whole, c.part, c.assertions, c.passed, c.differs, c.refused, c.notTried].join(' | ')} |`)].join('\n');
}
function counted(list) {
  const counts = new Map();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
// Groups errors by their kind: the names of types and variables in the message are replaced.
const kindOf = message => message.replace(/'[^']*'/g, '\'…\'').replace(/\d+/g, 'n').slice(0, 110);
function reasons(all) {
  return counted(all.filter(one => one.reason).map(one => one.reason.replace(/ \(.*\)$/, '')));
}

function print(all) {
  console.log(table(all));
  for (const [reason, count] of reasons(all)) console.log(`${String(count).padStart(5)} not tried: ${reason}`);
  const refused = all.flatMap(one => (one.refused ? [one.refused] : (one.pieces ?? []).filter(each => each.refused).map(each => each.refused)));
  for (const [kind, count] of counted(refused.map(kindOf))) console.log(`${String(count).padStart(5)} refused: ${kind}`);
}

// Replaces the text between the marks of the page.
function update(file, all, known) {
  const parts = {
    counts: table(all),
    reasons: ['| files | why they are not tried |', '|---|---|', ...reasons(all).map(([reason, count]) => `| ${count} | ${reason} |`)].join('\n'),
    differs: ['| cases | what differs |', '|---|---|', ...counted([...known.values()]).map(([reason, count]) => `| ${count} | ${reason} |`)].join('\n'),
  };
  let page = fs.readFileSync(file, 'utf8');
  for (const [name, text] of Object.entries(parts))
    page = page.replace(new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end -->)`), (all, before, after) => `${before}${text}\n${after}`);
  fs.writeFileSync(file, page);
}

module.exports = {print, update};
