'use strict';
// Draws the architecture of the library, "the house": the picture docs/pictures/house.svg, from the floor numbers in
// tests/house/rules.js and the includes of src/ and include/, and the table of public headers in ARCHITECTURE.md.
// tests/house fails when the picture or the table differs from what this script would write now.
//   node tools/architecture/draw.js
const fs = require('fs');
const path = require('path');
const checks = require('../../tests/house/checks.js');
const rules = require('../../tests/house/rules.js');

const picture = 'docs/pictures/house.svg';
const page = 'ARCHITECTURE.md';
const begin = '<!-- headers: written by tools/architecture/draw.js -->';
const end = '<!-- end -->';

// A row of the picture has the modules whose floor numbers have the same tens. The titles of the rows are:
const rowNames = {0: ['values'], 10: ['the system,', 'paths'], 20: ['the loop'], 30: ['promises'], 40: ['events,', 'timers'],
  50: ['streams,', 'the program'], 60: ['connections'], 70: ['protocols'], 90: ['the article\'s', 'own form']};
// The modules of the frame, from the lowest floor up. They are drawn in the first column, and their includes are drawn
// as arrows.
const spine = ['base', 'os', 'loop', 'promise', 'events', 'stream', 'net', 'http'];

const isRunning = file => file.kind !== 'test';
const moduleOf = (file, rules) => file.kind === 'public' ? checks.headerFloor(file.parts.slice(2).join('/'), rules) : file.folder;

function includedModule(include, rules) {
  if (include.name.startsWith('nodecpp/')) return checks.headerFloor(include.name.slice(8), rules);
  return !include.angle && include.name.includes('/') ? include.name.split('/')[0] : null;
}

// Returns {modules: [{name, floor, lines, on}], inner}. `on` lists the modules that a module uses directly, without
// those that it also reaches through another module.
function house(files, rules) {
  const uses = new Map();
  const lines = new Map();
  const inner = new Map();
  for (const file of files.filter(isRunning)) {
    const name = moduleOf(file, rules);
    if (rules.floors[name] === undefined) continue;
    if (!uses.has(name)) uses.set(name, new Set());
    lines.set(name, (lines.get(name) || 0) + file.lines);
    if (name === 'os') {
      const part = file.parts.slice(1, 3).join('/');
      if (rules.innerFloors[part] !== undefined) inner.set(part, (inner.get(part) || 0) + file.lines);
    }
    for (const include of file.includes) {
      const target = includedModule(include, rules);
      if (target && target !== name && rules.floors[target] !== undefined) uses.get(name).add(target);
    }
  }
  const reaches = (from, without) => {
    const seen = new Set();
    const open = [...(uses.get(from) || [])].filter(one => one !== without);
    while (open.length) {
      const one = open.pop();
      if (!seen.has(one)) seen.add(one), open.push(...(uses.get(one) || []));
    }
    return seen;
  };
  const order = Object.keys(rules.floors);
  const byFloor = (a, b) => rules.floors[a] - rules.floors[b] || order.indexOf(a) - order.indexOf(b);
  const modules = [...uses.keys()].sort(byFloor).map(name => ({
    name, floor: rules.floors[name], lines: lines.get(name),
    uses: [...uses.get(name)].sort(byFloor),
    on: [...uses.get(name)].filter(one => !reaches(name, one).has(one)).sort(byFloor)}));
  const parts = [...inner.keys()].sort((a, b) => rules.innerFloors[a] - rules.innerFloors[b] || (a < b ? -1 : 1))
    .map(name => ({name: name.slice(3), floor: rules.innerFloors[name], lines: inner.get(name)}));
  return {modules, parts};
}

// Returns a size as a text in thousands of lines, so that not every commit makes the picture out of date.
function size(lines) {
  const thousands = Math.round(lines / 1000);
  return thousands < 1 ? 'under 1,000 lines' : `${thousands},000 lines`;
}

// Returns `words` broken into lines of at most `most` letters.
function wrap(words, most) {
  const lines = [''];
  for (const word of words.split(' ')) {
    const longer = lines[lines.length - 1] ? `${lines[lines.length - 1]} ${word}` : word;
    if (longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const escape = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const width = 142, gap = 12, left = 162, rowGap = 34;

function draw({modules, parts}) {
  const rows = [...new Set(modules.map(({floor}) => Math.floor(floor / 10) * 10))].sort((a, b) => b - a);
  const places = new Map();
  const out = [];
  const text = (x, y, style, words) => out.push(`<text x="${x}" y="${y}" class="${style}">${escape(words)}</text>`);
  const innerRows = [...new Set(parts.map(({floor}) => floor))].sort((a, b) => b - a);
  const osWidth = 4 * 118 + 5 * 10;
  let y = 70;
  let right = 0;
  for (const row of rows) {
    const here = modules.filter(({floor}) => Math.floor(floor / 10) * 10 === row);
    here.sort((a, b) => spine.includes(b.name) - spine.includes(a.name));
    const onLines = ({name, on}) => {
      const others = on.filter(one => one !== 'base');
      return others.length ? wrap(`on ${others.join(', ')}`, name === 'os' ? 80 : 21) : [];
    };
    const heightOf = module => module.name === 'os' ? 58 + innerRows.length * 52 : 52 + 15 * Math.max(1, ...here.map(one => onLines(one).length));
    const height = Math.max(...here.map(heightOf));
    let x = left;
    (rowNames[row] || [`floor ${row}`]).forEach((words, i) => text(34, y + 30 + 18 * i, 'row', words));
    for (const module of here) {
      const wide = module.name === 'os' ? osWidth : width;
      places.set(module.name, {x, y, wide, height});
      out.push(`<rect x="${x}" y="${y}" width="${wide}" height="${heightOf(module)}" rx="6" class="${spine.includes(module.name) ? 'frame' : 'box'}"/>`);
      text(x + 10, y + 22, 'name', module.name);
      text(x + 10, y + 40, 'small', size(module.lines));
      onLines(module).forEach((line, i) => text(x + 10, y + 58 + 15 * i, 'small', line));
      if (module.name === 'os') {
        innerRows.forEach((floor, i) => parts.filter(part => part.floor === floor).forEach((part, j) => {
          const px = x + 10 + j * 128, py = y + 54 + i * 52;
          out.push(`<rect x="${px}" y="${py}" width="118" height="44" rx="4" class="inner"/>`);
          text(px + 8, py + 18, 'name', part.name);
          text(px + 8, py + 35, 'small', size(part.lines));
        }));
      }
      x += wide + gap;
    }
    right = Math.max(right, x);
    y += height + rowGap;
  }
  // Draws the includes of the frame's modules: straight down the first column, or around the rows between that they do
  // not use.
  const usesOf = name => (modules.find(one => one.name === name) || {uses: []}).uses.filter(one => spine.includes(one));
  const rowOf = name => rows.indexOf(Math.floor(modules.find(one => one.name === name).floor / 10) * 10);
  let lane = 0;
  for (const from of [...spine].reverse().filter(name => places.has(name))) {
    const reachesInFrame = (a, b) => usesOf(a).some(one => one === b || reachesInFrame(one, b));
    const direct = usesOf(from).filter(one => !usesOf(from).some(other => reachesInFrame(other, one)));
    for (const to of direct) {
      const a = places.get(from), b = places.get(to);
      if (rowOf(to) - rowOf(from) === 1) {
        out.push(`<path d="M${a.x + 71} ${a.y + a.height} V${b.y - 4}" class="arrow" marker-end="url(#head)"/>`);
      } else {
        const side = left - 16 - 10 * (lane++ % 2);
        out.push(`<path d="M${a.x} ${a.y + 50} H${side} V${b.y + 14} H${b.x - 4}" class="arrow" marker-end="url(#head)"/>`);
      }
    }
  }
  const style = `text{font-family:system-ui,sans-serif;fill:#1f2328}.title{font-size:17px;font-weight:600}.row{font-size:14px;fill:#57606a}
.name{font-size:14px;font-weight:600}.small{font-size:11.5px;fill:#424a53}.paper{fill:#f6f8fa;stroke:#d0d7de}
.box{fill:#ffffff;stroke:#8c959f}.frame{fill:#ddf4ff;stroke:#0969da}.inner{fill:#ffffff;stroke:#54aeff}
.arrow{fill:none;stroke:#0969da;stroke-width:1.6}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right + 20} ${y}" width="${right + 20}" height="${y}" role="img">
<title>The floors of Node.cpp, and what stands on what</title>
<style>${style}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#0969da"/></marker></defs>
<rect x="1" y="1" width="${right + 18}" height="${y - 2}" rx="10" class="paper"/>
<text x="34" y="38" class="title">A folder uses only what stands below it. All use base; “on” names the nearest others.</text>
${out.join('\n')}
</svg>
`;
}

// Returns whether two pictures are the same. Sizes may differ by a thousand lines, because a folder whose size is near
// a limit of rounding would otherwise make the picture out of date again and again.
function isSamePicture(drawn, fresh) {
  const sizes = text => [...text.matchAll(/(under 1|\d+),000 lines/g)].map(([, n]) => n === 'under 1' ? 0 : Number(n));
  const rest = text => text.replace(/(under 1|\d+),000 lines/g, '');
  const old = sizes(drawn), now = sizes(fresh);
  return rest(drawn) === rest(fresh) && old.length === now.length && old.every((n, i) => Math.abs(n - now[i]) <= 1);
}

// Returns the table of public headers by the folder of src/ that implements them. A folder of include/ is one entry
// when one folder of src/ implements all of it.
function headerTable(files, rules) {
  const headers = files.filter(({kind}) => kind === 'public').map(file => file.parts.slice(2).join('/'));
  const homeOf = name => checks.headerFloor(name, rules);
  const folders = new Map();
  for (const name of headers.filter(one => one.includes('/'))) {
    const folder = name.slice(0, name.indexOf('/') + 1);
    folders.set(folder, (folders.get(folder) || new Set()).add(homeOf(name)));
  }
  const rows = new Map();
  const add = (home, name) => rows.set(home, (rows.get(home) || new Set()).add(name));
  for (const name of headers) {
    const folder = name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : null;
    add(homeOf(name), folder && folders.get(folder).size === 1 ? folder : name);
  }
  const order = [...rows.keys()].sort((a, b) => rules.floors[a] - rules.floors[b] || (a < b ? -1 : 1));
  return ['| lives in | headers of `include/nodecpp/` |', '|---|---|',
    ...order.map(home => `| ${(rules.headersAlone || {})[home] ? 'no folder' : `\`src/${home}/\``} | ${[...rows.get(home)].sort().map(name => `\`${name}\``).join(', ')} |`)].join('\n');
}

// Returns the page with the table inserted at its place, or undefined when the page has no place for the table.
function withTable(text, table) {
  const from = text.indexOf(begin), to = text.indexOf(end, from);
  return from < 0 || to < 0 ? undefined : `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`;
}

module.exports = {begin, draw, end, headerTable, house, isSamePicture, page, picture, withTable};

if (require.main === module) {
  const root = path.resolve(__dirname, '../..');
  const files = checks.load(root);
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), {recursive: true});
    fs.writeFileSync(path.join(root, name), text);
    console.log(`wrote ${name}`);
  };
  write(picture, draw(house(files, rules)));
  const text = withTable(fs.readFileSync(path.join(root, page), 'utf8'), headerTable(files, rules));
  if (text === undefined) throw new Error(`${page} has no place for the table of headers: ${begin} … ${end}`);
  write(page, text);
}
