'use strict';
// The targets, as ratios within one run. A ratio is reported only when both its sides were measured.

const targets = [
  {what: 'CPU a request, 64 connections, to the floor', load: 'keepalive64', field: 'cpu', to: 'floor', most: 1.12},
  {what: 'CPU a request, 64 connections, to Node.js', load: 'keepalive64', field: 'cpu', to: 'node', most: 1 / 3},
  {what: 'CPU a request, 64 connections, to nginx return', load: 'keepalive64', field: 'cpu', to: 'nginx-return', most: 1},
  {what: 'CPU a request, 64 connections, to nginx with a file', load: 'keepalive64', field: 'cpu', to: 'nginx-file',
    most: 0.55},
  {what: 'user time a request, 64 connections, to the floor', load: 'keepalive64', field: 'user', to: 'floor',
    most: 0.7 / 0.24},
  {what: 'user time a request, 64 connections, to Node.js', load: 'keepalive64', field: 'user', to: 'node', most: 1 / 16},
  {what: 'requests/s, 16 pipelined, to nginx return', load: 'pipelined', field: 'perSecond', to: 'nginx-return', least: 6},
  {what: 'requests/s, 16 pipelined, to Node.js', load: 'pipelined', field: 'perSecond', to: 'node', least: 15},
  {what: 'CPU a request, 16 pipelined, to nginx return', load: 'pipelined', field: 'cpu', to: 'nginx-return', most: 1 / 8},
  {what: 'CPU a request, new connections, to the floor', load: 'newconnection', field: 'cpu', to: 'floor', most: 1.25},
  {what: 'CPU a request, new connections, to Node.js', load: 'newconnection', field: 'cpu', to: 'node', most: 0.65},
  {what: 'requests/s, new connections, to the floor', load: 'newconnection', field: 'perSecond', to: 'floor', least: 0.95},
  {what: 'p99 at a fixed rate, to the floor', load: 'rate', field: 'p99', to: 'floor', most: 1.2},
  {what: 'p99 at a fixed rate, to Node.js', load: 'rate', field: 'p99', to: 'node', most: 0.5},
  {what: '10,000 idle connections, MiB', load: 'idle', field: 'resident', most: 40},
  {what: 'growth from 1 to 10 million requests, MiB', load: 'growth', field: 'growth', most: 0.5},
  {what: 'requests/s, 64 connections, to checks off', load: 'keepalive64', field: 'perSecond', to: 'nosafety', least: 0.97},
  {what: 'CPU a request, 64 connections, to checks off', load: 'keepalive64', field: 'cpu', to: 'nosafety',
    most: 1 / 0.97},
];

// Returns [{what, value, most or least, reached, note}].
function judge(points) {
  const at = (server, load) => points.find(one => one.server === server && one.load === load);
  return targets.flatMap(target => {
    const own = at('nodecpp', target.load);
    const other = target.to ? at(target.to, target.load) : null;
    if (!own || own[target.field] === undefined || (target.to && !(other && other[target.field]))) return [];
    const value = target.to ? own[target.field] / other[target.field] : own[target.field];
    const note = other && own.rate !== other.rate ? `${own.rate} against ${other.rate} requests/s` : '';
    return [{...target, value, note, reached: target.most === undefined ? value >= target.least : value <= target.most}];
  });
}

module.exports = {judge};
