'use strict';
// Reads the programs of this folder. README.md describes their marks.
const fs = require('fs');
const path = require('path');

const folder = path.join(__dirname, 'programs');

// The kinds of proof that a program marked `bad` is wrong. README.md lists what each kind stands for.
const proofs = ['asan', 'ubsan', 'leak', 'msan', 'tsan', 'prints', 'ends', 'because'];

function readHead(line, where) {
  const reason = /^\/\/! because ([\w-]+): (.+)$/.exec(line);
  if (!reason) throw new Error(`${where}: an unknown mark`);
  return [reason[1], reason[2]];
}

// Reads the mark above a program. Its forms are "bad NAME: rules; kind: words", "stop NAME: words; check: name; kind:
// words", "held NAME: why; check: …" and "right NAME: why".
function readMark(line) {
  const mark = /^\/\/! (bad|stop|held|right) (\w+): (.+)$/.exec(line);
  if (!mark) return null;
  const [what, ...rest] = mark[3].split('; ');
  const said = Object.fromEntries(rest.map(part => {
    const at = part.indexOf(': ');
    return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 2)];
  }));
  return {kind: mark[1], name: mark[2], what, said};
}

const asFunction = code => `${/\bco_(await|return)\b/.test(code) ? 'Promise<>' : 'void'} run() { ${code} }`;

// Returns {head, reasons, cases: [{name, good, rules, code, run, prints, …}], text}. text is given to the checker: it
// has the same lines as the file, without the marks.
function read(file) {
  const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
  const cases = [];
  const out = [];
  const reasons = {};
  const head = [];
  let open = null;
  let ran = false;
  const close = last => {
    if (!open) return '';
    open.last = last;
    return '} ';
  };
  lines.forEach((line, i) => {
    const where = `${file}:${i + 1}`;
    const mark = readMark(line);
    const good = /^\/\/! good$/.test(line);
    if (!mark && !good) {
      if (!line.startsWith('//!')) {
        (open ? open.lines : head).push(line);
        if (open && ran && line && !line.startsWith('//')) throw new Error(`${where}: code after a run`);
        return out.push(line);
      }
      if (!open) {
        const [rule, reason] = readHead(line, where);
        reasons[rule] = reason;
        return out.push('');
      }
      const bad = cases.findLast(each => !each.good);
      const run = /^\/\/! run( bad| good)?: (.+)$/.exec(line);
      const prints = /^\/\/! prints: ?(.*)$/.exec(line);
      if (!open.good || !(run || prints)) throw new Error(`${where}: an unknown mark`);
      ran = true;
      if (prints) {
        open.prints.push(prints[1]);
        return out.push('');
      }
      if (!open.alone && run[1] !== ' good') bad.run = run[2];
      if (run[1] === ' bad') return out.push('');
      open.run = run[2];
      return out.push('');  // the code that runs the program is outside of it, so the checker does not see it
    }
    const ending = close(i);
    if (good && (!open || open.good)) throw new Error(`${where}: a good twin of nothing`);
    if (mark && open && !open.good) throw new Error(`${where}: ${open.name} has no good twin`);
    const name = mark ? mark.name : open.name;
    if (mark && cases.some(each => each.name === name)) throw new Error(`${where}: there is a ${name} already`);
    // A program marked `held` or `right` has no corrected version, because it is correct itself.
    const alone = mark !== null && (mark.kind === 'held' || mark.kind === 'right');
    open = {file, name, good: good || alone, alone, stop: mark ? mark.kind === 'stop' : open.stop, what: mark ? mark.what : '',
      said: mark ? mark.said : {}, rules: mark && mark.kind === 'bad' ? mark.what.split(/,\s*/) : [], first: i + 1, last: 0, lines: [], run: '', prints: []};
    ran = false;
    cases.push(open);
    out.push(`${ending}namespace ${open.good ? 'good' : 'bad'}_${name} { using namespace nodecpp;`);
  });
  if (!open || !open.good) throw new Error(`${file}: its last program has no good twin`);
  out.push(close(lines.length));
  for (const each of cases) each.code = each.lines.join('\n').trimEnd() + '\n';
  return {file, head: head.join('\n'), reasons, cases, text: out.join('\n') + '\n'};
}

// Returns the programs of a file, as read() has returned it, in pairs of a wrong program and its corrected version:
// [{bad, good}]. A program marked `held` or `right` is correct itself, so its pair has no `bad`.
const pairsOf = unit => unit.cases.flatMap((each, i) => each.alone ? [{good: each}] : each.good ? [] : [{bad: each, good: unit.cases[i + 1]}]);

module.exports = {folder, read, pairsOf, proofs, asFunction};
