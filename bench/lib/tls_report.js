'use strict';
// What bench/tls.js measures by CPU time, and its tables and targets.

// `args` are those of the load, for so many seconds.
const kinds = [
  {id: 'full', label: 'a full handshake', args: seconds => ['full', seconds, 8]},
  {id: 'resumed', label: 'a resumed handshake', args: seconds => ['resumed', seconds, 8]},
  {id: 'request', label: 'a request on a kept connection', args: seconds => ['requests', seconds, 64, '/?value=hello']},
  {id: 'file', label: '1 MiB from a file', args: seconds => ['requests', seconds, 4, '/file']},
  {id: 'memory', label: '1 MiB from memory', args: seconds => ['requests', seconds, 4, '/memory'], servers: ['nodecpp', 'node']},
];

const brief = value => (value === undefined || value === null || Number.isNaN(value) ? ''
  : value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3))));

function cpuRows(figure) {
  const at = (kind, server) => figure.cpu.find(one => one.kind === kind && one.server === server);
  const others = figure.servers.filter(one => one.id !== 'nodecpp');
  return [['CPU of the server, µs', ...figure.servers.map(one => one.label), ...others.map(one => `Node.cpp to ${one.label}`)],
    ...kinds.map(kind => [kind.label, ...figure.servers.map(one => brief(at(kind.id, one.id)?.cpu)),
      ...others.map(one => brief(at(kind.id, one.id)?.ratio))])];
}

function memoryRows(figure) {
  const rows = figure.servers.map(one => {
    const idle = figure.idle.find(point => point.server === one.id);
    const [down, up] = ['down', 'up'].map(which => figure.large.find(point => point.server === one.id && point.direction === which));
    return [one.label, brief(idle?.resident), brief(idle?.each), brief(down?.each), brief(up?.each), brief(down?.cpu), brief(up?.cpu)];
  });
  const count = (figure.idle[0]?.count || 0).toLocaleString('en-US');
  return [['', `${count} idle connections, MiB`, 'KiB for each', '100 × 20 MB down, KiB for each', '100 × 20 MB up, KiB for each',
    'CPU of 1 MiB down, µs', 'CPU of 1 MiB up, µs'], ...rows];
}

function libraryRows(figure) {
  const own = figure.library[0];
  const cell = (one, field) => `${brief(one[field])}${one === own ? '' : ` (${(one[field] / own[field]).toFixed(2)})`}`;
  return [['of a server, without sockets', 'full handshake, µs', 'resumed, µs', 'encrypt 1 MiB, µs', 'decrypt 1 MiB, µs', 'idle connection, KiB'],
    ...figure.library.map(one => [one.version, ...['full', 'resumed', 'encrypt', 'decrypt'].map(field => cell(one, field)),
      `${brief(one.memory / 1024)}${one === own ? '' : ` (${(one.memory / own.memory).toFixed(2)})`}`])];
}

// Returns [label, rows] for each part that was measured.
function tablesOf(figure) {
  return [...(figure.cpu.length ? [['CPU time', cpuRows(figure)]] : []),
    ...(figure.idle.length || figure.large.length ? [['Memory', memoryRows(figure)]] : []),
    ...(figure.library.length ? [['The libraries by themselves, and their ratio to the first', libraryRows(figure)]] : [])];
}

// Returns [what, measured, target, reached] for each target of which both sides were measured.
function targetsOf(figure) {
  const rows = [];
  const most = (what, value, limit) =>
    Number.isFinite(value) && rows.push([what, brief(value), `at most ${limit}`, value <= limit ? 'yes' : 'no']);
  const ratio = (kind, server) => figure.cpu.find(one => one.kind === kind && one.server === server)?.ratio;
  for (const kind of kinds) if (!kind.servers) most(`CPU of ${kind.label}, to nginx`, ratio(kind.id, 'nginx'), 1.05);
  most('CPU of a request on a kept connection, to Node.js', ratio('request', 'node'), 0.4);
  most('CPU of a full handshake, to Node.js', ratio('full', 'node'), 0.8);
  const idle = server => figure.idle.find(one => one.server === server);
  most('an idle connection, KiB above OpenSSL\'s own', idle('nodecpp')?.each - figure.library[0]?.memory / 1024, 20);
  most('idle connections, memory to Node.js', idle('nodecpp')?.resident / idle('node')?.resident, 0.5);
  for (const direction of ['down', 'up']) {
    most(`100 × 20 MB ${direction}, KiB for each`, figure.large.find(one => one.server === 'nodecpp' && one.direction === direction)?.each, 256);
  }
  return rows;
}

module.exports = {kinds, tablesOf, targetsOf};
