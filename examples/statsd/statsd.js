const dgram = require('dgram');

// Collects figures that programs send over UDP, as npm's statsd does, and prints them in Graphite's format at each flush:
//   gets:1|c          adds to a counter; gets:1|c|@0.1 says that one of ten was sent
//   answer:320|ms     is a time, of which the least, the most, the mean and the 90th percentile are printed
//   users:12|g        sets a gauge; users:-3|g and users:+3|g change it
//   visitor:ann|s     adds to a set, whose size is printed
// A datagram may have several lines, and a line several values: gets:1|c:2|c.

const counters = new Map();
const times = new Map();
const gauges = new Map();
const sets = new Map();
const interval = Number(process.env.FLUSH || 10000);
const percent = 90;

function isNumber(text) {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

function isValid(fields) {
  if (fields.length < 2 || fields.length > 3) return false;
  const type = fields[1].trim();
  if (type === 's') return fields[0] !== '';
  if (fields.length === 3 && !/^@([\d.]+)$/.test(fields[2])) return false;
  return isNumber(fields[0]) && ['c', 'ms', 'g'].includes(type);
}

function count(key, value) {
  counters.set(key, (counters.get(key) || 0) + value);
}

function take(key, fields) {
  if (!isValid(fields)) return count('statsd.bad_lines_seen', 1);
  const value = Number(fields[0]);
  const type = fields[1].trim();
  if (type === 'ms') {
    if (!times.has(key)) times.set(key, []);
    times.get(key).push(value);
  } else if (type === 'g') {
    const isChange = /^[-+]/.test(fields[0]) && gauges.has(key);
    gauges.set(key, isChange ? gauges.get(key) + value : value);
  } else if (type === 's') {
    if (!sets.has(key)) sets.set(key, new Set());
    sets.get(key).add(fields[0]);
  } else {
    const rate = fields.length === 3 ? Number(fields[2].slice(1)) : 1;
    count(key, value / rate);
  }
}

function read(line) {
  const parts = line.split(':');
  const key = parts[0].replace(/\s+/g, '_').replace(/\//g, '-').replace(/[^a-zA-Z_\-0-9.]/g, '');
  for (const part of parts.length > 1 ? parts.slice(1) : ['1|c']) take(key, part.split('|'));
}

function summary(values) {
  values.sort((a, b) => a - b);
  const sum = values.reduce((a, b) => a + b, 0);
  const within = Math.max(1, Math.round(values.length * percent / 100));
  return [
    ['count', values.length],
    ['lower', values[0]],
    ['upper', values[values.length - 1]],
    ['mean', sum / values.length],
    ['upper_' + percent, values[within - 1]],
  ];
}

function flush() {
  const time = Math.floor(Date.now() / 1000);
  const lines = [];
  const say = (name, value) => { lines.push('stats.' + name + ' ' + value + ' ' + time); };
  for (const [key, value] of counters) {
    say('counters.' + key + '.count', value);
    say('counters.' + key + '.rate', value / (interval / 1000));
  }
  for (const [key, values] of times) {
    for (const [name, value] of summary(values)) say('timers.' + key + '.' + name, value);
  }
  for (const [key, value] of gauges) say('gauges.' + key, value);
  for (const [key, members] of sets) say('sets.' + key + '.count', members.size);
  counters.clear();
  times.clear();
  sets.clear();
  if (lines.length > 0) console.log(lines.join('\n'));
}

const socket = dgram.createSocket('udp4');
socket.on('message', (message) => {
  for (const line of message.toString().split('\n')) {
    if (line !== '') read(line);
  }
});
socket.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
socket.bind(Number(process.env.PORT || 0), '127.0.0.1', () => {
  console.log(socket.address().port);
  setInterval(flush, interval);
});
