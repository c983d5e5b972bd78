'use strict';
// Everything from the recording is put into the page as text (textContent), never as markup, because it may come from
// an attacker.
const $ = id => document.getElementById(id);
const make = (tag, text, className) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};
const ask = async (what, values = {}, method = 'GET') => {
  const response = await fetch(`api/${what}?${new URLSearchParams(values)}`, {method, cache: 'no-store'});
  if (!response.ok) throw new Error(`${what}: ${response.status}`);
  return response.json();
};

const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
const size = n => n < 1024 ? `${n} B` : n < 1048576 ? `${(n / 1024).toFixed(1)} KiB` : `${(n / 1048576).toFixed(1)} MiB`;
const time = (ns, step = 0) => {
  if (ns === 0) return '0';
  if (ns < 0) return '\u2212' + time(-ns, step);
  const [unit, name] = step && step < 1e3 || !step && ns < 1e3 ? [1, 'ns'] : step && step < 1e6 || !step && ns < 1e6 ? [1e3, '\u00b5s']
    : step && step < 1e9 || !step && ns < 1e9 ? [1e6, 'ms'] : [1e9, 's'];
  if (unit === 1e9 && ns >= 120e9) {
    const s = Math.round(ns / 1e9), parts = [s % 60, Math.floor(s / 60) % 60, Math.floor(s / 3600)];
    return (parts[2] ? parts[2] + ':' + String(parts[1]).padStart(2, '0') : parts[1]) + ':' + String(parts[0]).padStart(2, '0');
  }
  const digits = step ? Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9)) : ns / unit < 10 ? 2 : ns / unit < 100 ? 1 : 0;
  return `${(ns / unit).toFixed(Math.min(digits, 6))} ${name}`;
};

let all;             // the summary of the recording
let view = [0, 1];   // the visible range of the time line, in nanoseconds
let plot;            // the data that the time line shows
let chosen = -1;
let items = [];
let offset = 0;
const pageSize = 100;

// The time line.
const canvas = $('canvas');
const lanes = [['requests', 42], ['latency', 58], ['connections', 36], ['jobs', 36], ['turns', 36]];
const left = 88;
const axis = 20;

const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const x = ns => left + (ns - view[0]) / (view[1] - view[0]) * (canvas.clientWidth - left);
const at = px => view[0] + (px - left) / (canvas.clientWidth - left) * (view[1] - view[0]);

function draw() {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const g = canvas.getContext('2d');
  g.scale(ratio, ratio);
  g.font = '12px system-ui, "DejaVu Sans", sans-serif';
  g.textBaseline = 'middle';
  const soft = css('soft'), line = css('line');
  // Marks on the time axis are 1, 2 or 5 times a power of ten apart, and at least 110 pixels.
  const least = (view[1] - view[0]) / (width - left) * 110, power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].map(n => n * power).find(n => n >= least));
  g.strokeStyle = line;
  g.fillStyle = soft;
  g.textAlign = 'center';
  for (let t = Math.ceil(view[0] / step) * step; t <= view[1]; t += step) {
    g.beginPath();
    g.moveTo(Math.round(x(t)) + .5, 0);
    g.lineTo(Math.round(x(t)) + .5, height - axis);
    g.stroke();
    const text = time(t, step), half = g.measureText(text).width / 2;
    g.fillText(text, Math.min(Math.max(x(t), left + half), width - half), height - axis / 2);
  }
  let top = 0;
  for (const [name, tall] of lanes) {
    const bottom = top + tall - 6;
    g.textAlign = 'left';
    g.fillStyle = soft;
    g.fillText(name, 0, top + tall / 2 - 8);
    g.strokeStyle = line;
    g.beginPath();
    g.moveTo(left, bottom + .5);
    g.lineTo(width, bottom + .5);
    g.stroke();
    if (plot) {
      const values = plot[name], most = Math.max(1, ...values, name === 'requests' ? Math.max(...plot.bad) : 0);
      g.font = '11px system-ui, "DejaVu Sans", sans-serif';
      g.globalAlpha = .8;
      g.fillText(Math.max(...values) > 0 ? 'max ' + (name === 'latency' ? time(most) : grouped(most)) : 'none', 0, top + tall / 2 + 7);
      g.globalAlpha = 1;
      g.font = '12px system-ui, "DejaVu Sans", sans-serif';
      const part = (plot.to - plot.from) / values.length;
      const color = css(name.replace(/s$/, ''));
      g.save();
      g.beginPath();
      g.rect(left, top, width - left, tall);
      g.clip();
      g.fillStyle = color;
      const bars = (list, paint) => {
        g.fillStyle = paint;
        list.forEach((value, i) => {
          if (value <= 0) return;
          const from = x(plot.from + i * part), to = x(plot.from + (i + 1) * part);
          const h = Math.max(2, value / most * (tall - 10));
          g.fillRect(from, bottom - h, Math.max(1.5, to - from - (to - from > 4 ? 1 : 0)), h);
        });
      };
      if (name === 'latency' && plot.each.length) {
        for (const [index, when, latency, bad] of plot.each) {
          if (latency < 0) continue;
          g.fillStyle = index === chosen ? css('ink') : bad ? css('bad') : color;
          g.beginPath();
          g.arc(x(when), bottom - 3 - latency / most * (tall - 14), index === chosen ? 5 : 3, 0, 7);
          g.fill();
        }
      } else {
        g.globalAlpha = name === 'connections' || name === 'jobs' ? .6 : 1;
        bars(values, color);
        if (name === 'requests') bars(plot.bad, css('bad'));
      }
      g.restore();
    }
    top += tall;
  }
  const one = chosen >= 0 && items.find(item => item.index === chosen);
  if (one && one.time >= view[0] && one.time <= view[1]) {
    g.strokeStyle = css('ink');
    g.setLineDash([3, 3]);
    g.beginPath();
    g.moveTo(x(one.time), 0);
    g.lineTo(x(one.time), height - axis);
    g.stroke();
  }
  $('range').textContent = `${time(view[0])} \u2013 ${time(view[1])}`;
}

let asked = 0;
let waiting;
async function load() {
  const mine = ++asked;
  const buckets = Math.max(50, Math.min(1000, Math.floor((canvas.clientWidth - left) / 3)));
  const found = await ask('timeline', {from: Math.floor(view[0]), to: Math.ceil(view[1]), buckets});
  if (mine !== asked) return;
  plot = found;
  draw();
}
function show(from, to, now) {
  const whole = Math.max(1, all.duration), least = Math.min(1000, whole);
  const span = Math.min(whole, Math.max(least, to - from));
  from = Math.min(Math.max(0, from + (to - from - span) / 2), whole - span);
  view = [from, from + span];
  draw();
  clearTimeout(waiting);
  waiting = setTimeout(() => { load(); offset = 0; list(); }, now ? 0 : 120);
}
function zoom(factor, px = (left + canvas.clientWidth) / 2) {
  const middle = at(px);
  show(middle - (middle - view[0]) * factor, middle + (view[1] - middle) * factor);
}
canvas.addEventListener('wheel', event => {
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.25 : .8, event.offsetX);
}, {passive: false});
canvas.addEventListener('dblclick', () => show(0, all.duration, true));
$('closer').onclick = () => zoom(.5);
$('wider').onclick = () => zoom(2);
$('whole').onclick = () => show(0, all.duration, true);
let drag;
canvas.addEventListener('pointerdown', event => {
  drag = {px: event.offsetX, view, moved: false};
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointermove', event => {
  if (drag) {
    drag.moved ||= Math.abs(event.offsetX - drag.px) > 3;
    const by = (drag.px - event.offsetX) / (canvas.clientWidth - left) * (drag.view[1] - drag.view[0]);
    if (drag.moved) show(drag.view[0] + by, drag.view[1] + by);
  }
  tip(event);
});
canvas.addEventListener('pointerup', event => {
  const still = drag && !drag.moved;
  drag = null;
  if (still) {
    const near = nearest(event);
    if (near !== undefined) choose(near);
  }
});
canvas.addEventListener('pointerleave', () => { $('tip').hidden = true; });
function nearest(event) {
  let best, least = 12;
  for (const [index, when] of plot?.each ?? []) {
    const far = Math.abs(x(when) - event.offsetX);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}
function tip(event) {
  const box = $('tip');
  box.hidden = !plot || event.offsetX < left;
  if (box.hidden) return;
  const t = at(event.offsetX), n = plot.turns.length;
  const i = Math.min(n - 1, Math.max(0, Math.floor((t - plot.from) / (plot.to - plot.from || 1) * n)));
  const lines = [time(t), `${grouped(plot.requests[i])} requests`, `${grouped(plot.connections[i])} connections`,
    `${grouped(plot.jobs[i])} jobs`, `${grouped(plot.turns[i])} turns`];
  if (plot.latency[i] >= 0) lines.splice(2, 0, `slowest ${time(plot.latency[i])}`);
  if (plot.bad[i]) lines.push(`${plot.bad[i]} bad`);
  box.textContent = lines.join('\n');
  box.style.left = `${Math.min(event.offsetX + 26, canvas.clientWidth - box.offsetWidth)}px`;
  box.style.top = `${Math.min(event.offsetY + 10, canvas.clientHeight - box.offsetHeight)}px`;
}

// The list of requests.
let listed = 0;
async function list() {
  const mine = ++listed;
  const inTime = view[0] > 0 || view[1] < all.duration;
  const values = {search: $('search').value, offset, limit: pageSize, sort: $('sort').value};
  if (inTime) Object.assign(values, {from: Math.floor(view[0]), to: Math.ceil(view[1])});
  const found = await ask('requests', values);
  if (mine !== listed) return;
  items = found.items;
  offset = found.offset;
  $('rows').replaceChildren(...items.map(row));
  const end = offset + items.length;
  $('count').textContent = found.total ? `${grouped(offset + 1)} \u2013 ${grouped(end)} of ${grouped(found.total)}` + (inTime ? ' in the time shown' : '')
    : inTime ? 'none in the time shown' : 'none';
  $('before').disabled = offset === 0;
  $('after').disabled = end >= found.total;
  draw();
}
function row(item) {
  const tr = make('tr');
  tr.dataset.index = item.index;
  const number = make('td', item.number || '\u2013', 'n');
  const what = make('td');
  if (item.number) what.append(make('b', item.method), item.url);
  else what.append(make('span', 'no request', 'bad'));
  if (item.problem) what.append(make('span', ' ' + item.problem, 'bad'));
  what.title = item.number ? `${item.method} ${item.url}` : item.problem;
  tr.append(number, make('td', item.turn, 'n'), make('td', item.connection, 'n'), what, make('td', size(item.bytesIn), 'n'),
    make('td', item.together === undefined ? size(item.bytesOut) : `with ${item.together || '\u2013'}`, 'n'),
    make('td', item.latency < 0 ? '\u2013' : time(item.latency), 'n'));
  if (item.index === chosen) tr.className = 'chosen';
  tr.onclick = () => choose(item.index);
  return tr;
}
let typing;
$('search').oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(() => { offset = 0; list(); }, 120);
};
$('sort').onchange = () => { offset = 0; list(); };
$('before').onclick = () => { offset = Math.max(0, offset - pageSize); list(); };
$('after').onclick = () => { offset += pageSize; list(); };
document.addEventListener('keydown', event => {
  if (event.target.tagName === 'INPUT') {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  if (event.key === '/') {
    event.preventDefault();
    $('search').focus();
  }
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!step || !items.length) return;
  event.preventDefault();
  const here = items.findIndex(item => item.index === chosen);
  choose(items[Math.min(items.length - 1, Math.max(0, here + (here < 0 ? 1 : step)))].index);
});

// The details of one request.
let request;
let form = {in: 'text', out: 'text'};
const quotedWord = word => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));

// Shows bytes as text with invisible characters made visible, or in hexadecimal.
function paint(element, bytes, how) {
  if (how === 'hex') {
    const lines = [];
    for (let i = 0; i < bytes.length; i += 16) {
      const part = [...bytes.subarray(i, i + 16)];
      lines.push(i.toString(16).padStart(6, '0') + '  ' + part.map(b => b.toString(16).padStart(2, '0')).join(' ').padEnd(47) + '  ' +
        part.map(b => b > 31 && b < 127 ? String.fromCharCode(b) : '.').join(''));
    }
    element.textContent = lines.join('\n');
    return;
  }
  element.replaceChildren();
  let text = '';
  const flush = () => { if (text) element.append(text); text = ''; };
  const mark = what => { flush(); element.append(make('i', what)); };
  for (let i = 0; i < bytes.length; i++) {
    const b = bytes[i];
    if (b === 13 && bytes[i + 1] === 10) { mark('\\r\\n'); text += '\n'; i++; }
    else if (b === 10) { mark('\\n'); text += '\n'; }
    else if (b === 9 || b > 31 && b < 127) text += String.fromCharCode(b);
    else mark('\\x' + b.toString(16).padStart(2, '0'));
  }
  flush();
}

async function choose(index) {
  chosen = index;
  for (const tr of $('rows').children) {
    tr.className = Number(tr.dataset.index) === index ? 'chosen' : '';
    if (tr.className) tr.scrollIntoView({block: 'nearest'});
  }
  draw();
  const found = await ask('request', {index});
  if (chosen !== index || found.error) return;
  request = found;
  $('empty').hidden = true;
  $('one').hidden = false;
  $('details').scrollTop = 0;
  $('title').textContent = found.number ? `${found.number}  ${found.method} ${found.url}` : 'no request';
  $('facts2').textContent = [`turn ${grouped(found.turn)}`, `connection ${grouped(found.connection)}`, `read at ${time(found.time)}`,
    found.latency < 0 ? 'not answered' : `first byte after ${time(found.latency)}`,
    found.together === undefined ? '' : `answered together with ${found.together || 'what was before it'}`,
    found.upgrade ? 'asks for an upgrade' : '', found.number && !found.complete ? 'did not come whole' : ''].filter(Boolean).join(' \u00b7 ');
  $('trouble').hidden = !found.problem;
  $('trouble').textContent = found.problem;
  const until = found.number ? `request:${found.number}` : found.turn;
  $('command').textContent = `${quotedWord(all.program)} ${quotedWord('--nodecpp-replay=' + replay.folder)} --nodecpp-until=${until}`;
  $('copy').textContent = 'copy';
  showIn();
  await showOut();
}
function showIn() {
  const bytes = bytesOf(request.bytes), end = request.offset + bytes.length;
  $('inSize').textContent = size(request.bytesIn) + (bytes.length < request.bytesIn ? `, of which ${grouped(request.offset)} \u2013 ${grouped(end)}` : '');
  paint($('bytesIn'), bytes, form.in);
  $('moreIn').hidden = end >= request.bytesIn;
  $('inForm').textContent = form.in === 'hex' ? 'text' : 'hex';
}
$('moreIn').onclick = async () => {
  request = await ask('request', {index: request.index, offset: request.offset + bytesOf(request.bytes).length});
  showIn();
};
$('inForm').onclick = () => { form.in = form.in === 'hex' ? 'text' : 'hex'; showIn(); };
$('outForm').onclick = () => { form.out = form.out === 'hex' ? 'text' : 'hex'; showOut(); };
$('copy').onclick = async () => {
  try {
    await navigator.clipboard.writeText($('command').textContent);
    $('copy').textContent = 'copied';
  } catch {
    getSelection().selectAllChildren($('command'));
  }
};

let replay = {state: 'impossible', folder: '', message: ''};
async function showOut() {
  const mine = request;
  const total = mine.writes.reduce((sum, write) => sum + write.size, 0);
  $('outSize').textContent = mine.writes.length ? `${size(total)} in ${mine.writes.length} write${mine.writes.length > 1 ? 's' : ''}` : 'none';
  const has = mine.writes.length > 0;
  $('replay').hidden = !has || replay.state !== 'possible';
  $('outForm').hidden = replay.state !== 'over' || !has;
  $('outForm').textContent = form.out === 'hex' ? 'text' : 'hex';
  $('outWhy').textContent = !has ? 'Nothing was written for it.'
    : replay.state === 'possible' ? `A log holds length and checksum of what is sent. A replay sends the bytes again, and runs ${replay.program}.`
    : replay.state === 'impossible' ? `There are length and checksum alone: ${replay.message}.`
    : replay.state === 'running' ? 'The replay is running\u2026' : replay.message;
  const found = replay.state === 'over' && has ? (await ask('output', {index: mine.index})).writes : [];
  if (request !== mine) return;
  $('writes').replaceChildren(...mine.writes.map((write, i) => {
    const box = make('div', undefined, 'write');
    const sent = found[i];
    box.append(make('p', [`operation ${grouped(write.operation)}, turn ${grouped(write.turn)}`, size(write.size), `checksum ${write.checksum}`,
      write.unsent ? `${size(write.unsent)} did not go at once` : '',
      sent?.same === true ? 'as recorded' : sent?.same === false ? 'NOT as recorded' : ''].filter(Boolean).join(' \u00b7 ')));
    if (sent?.known) {
      const pre = make('pre');
      paint(pre, bytesOf(sent.bytes), form.out);
      box.append(pre);
    } else if (replay.state === 'over') {
      box.append(make('p', 'The replay has not come this far, or it is left out.'));
    }
    return box;
  }));
}
$('replay').onclick = async () => {
  replay = await ask('replay', {}, 'POST');
  showOut();
  while (replay.state === 'running') {
    await new Promise(resolve => setTimeout(resolve, 150));
    replay = await ask('replay');
  }
  showOut();
};

(async () => {
  [all, replay] = await Promise.all([ask('summary'), ask('replay')]);
  const name = all.program.split('/').pop() || 'a recording';
  document.title = `${name} \u00b7 nodecpp-log`;
  $('program').textContent = name;
  $('started').textContent = [all.arguments.join(' '), all.wall ? 'started ' + new Date(all.wall).toLocaleString() : '',
    `build ${all.buildId.slice(0, 12)}`].filter(Boolean).join(' \u00b7 ');
  for (const [title, value] of [['lasted', time(all.duration)], ['turns', grouped(all.turns)], ['connections', grouped(all.connections)],
    ['requests', grouped(all.requests)], ['jobs', grouped(all.jobs)], ['operations', grouped(all.operations)], ['log', size(all.bytes)]]) {
    const box = make('div');
    box.append(make('dt', title), make('dd', value));
    $('facts').append(box);
  }
  const fault = [all.fault && `The log is damaged, and goes no further: ${all.fault}`, all.stopped && `The recording stopped: ${all.stopped}`].filter(Boolean);
  $('fault').hidden = !fault.length;
  $('fault').textContent = fault.join('. ');
  view = [0, Math.max(1, all.duration)];
  window.addEventListener('resize', () => { draw(); load(); });
  await Promise.all([load(), list()]);
  document.body.dataset.ready = 'yes';
})();
