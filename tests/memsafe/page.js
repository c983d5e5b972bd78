'use strict';
// Writes the rules in docs/checker.md from the plugin's messages and from programs of this folder: for each rule a
// program that it refuses, and the corrected program. run.js fails when the page differs, and --update rewrites the
// page.
const fs = require('fs');
const path = require('path');

const page = path.resolve(__dirname, '../../docs/checker.md');
const begin = '<!-- rules: written by tests/memsafe/run.js --update -->\n';
const end = '<!-- end of rules -->\n';

// Returns the shortest pair with only this rule.
function exampleOf(rule, units) {
  const pairs = units.flatMap(unit => unit.cases.flatMap((each, i) => each.good || each.rules.length !== 1 ||
    each.rules[0] !== rule.name ? [] : [{bad: each, good: unit.cases[i + 1], unit}]));
  const long = ({bad, good}) => bad.code.length + good.code.length;
  return pairs.sort((a, b) => long(a) - long(b))[0];
}

function rulesText(rules, units) {
  return rules.map(rule => {
    const example = exampleOf(rule, units);
    const words = rule.message.replaceAll("'%0'", '…').replaceAll('%0', '…');
    const state = rule.strength === 'reports' ? ' Reported, not refused.' : '';
    const code = example ? `<table>\n<tr><th>refused</th><th>accepted</th></tr>\n<tr><td valign="top">\n\n` +
      `\`\`\`cpp\n${example.bad.code}\`\`\`\n\n</td><td valign="top">\n\n\`\`\`cpp\n${example.good.code}\`\`\`\n\n</td></tr>\n</table>\n` : '';
    return `### NC${rule.number.padStart(3, '0')} ${rule.name}\n\n${words[0].toUpperCase() + words.slice(1)}.${state}\n\n${code}`;
  }).join('\n');
}

// Returns what is wrong with the page, or null.
function holdPage(rules, units, update) {
  const text = fs.readFileSync(page, 'utf8');
  const from = text.indexOf(begin), to = text.indexOf(end);
  if (from < 0 || to < 0) return 'docs/checker.md has no place for the rules';
  const wanted = text.slice(0, from) + begin + '\n' + rulesText(rules, units) + '\n' + text.slice(to);
  if (wanted === text) return null;
  if (!update) return 'docs/checker.md has other rules than the plugin, or other programs than tests/memsafe: run.js --update';
  fs.writeFileSync(page, wanted);
  return null;
}

module.exports = {holdPage};
