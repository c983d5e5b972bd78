'use strict';
// Summarises the rounds of each point: medians, and the CPU time of a request, split into user and system time by the
// sums over all rounds.

const {median: medianOf} = require('./median.js');

// The median of the numbers that there are, or null.
function median(numbers) {
  const known = numbers.filter(one => one !== undefined && one !== null);
  return known.length ? medianOf(known) : null;
}

const sum = (list, value) => list.reduce((total, one) => total + value(one), 0);
const round = (number, digits) => (number === null || number === undefined ? null : Number(number.toFixed(digits)));

// Summarises one server under one load. CPU times are in microseconds, latencies in milliseconds, memory in MiB.
function point(server, load, rounds) {
  const of = field => median(rounds.map(one => one[field]));
  // The kernel counts CPU time in ticks. One round has too few ticks to divide them into user and system time, so the
  // sum over all rounds gives that division.
  const cpu = median(rounds.map(one => (one.user + one.system) * 1e6 / one.requests));
  const ticks = sum(rounds, one => one.user + one.system);
  const userShare = ticks ? sum(rounds, one => one.user) / ticks : 0;
  const both = {
    server, load,
    requests: sum(rounds, one => one.requests),
    errors: sum(rounds, one => one.errors),
    perSecond: round(of('perSecond'), 0),
    peak: round(Math.max(...rounds.map(one => one.peak)), 1),
  };
  if (rounds[0].residentFirst !== undefined) {
    const [one] = rounds;
    return {...both, residentFirst: round(one.residentFirst, 2), resident: round(one.resident, 2),
      growth: round(one.resident - one.residentFirst, 2)};
  }
  if (rounds[0].resident !== undefined) {
    return {...both, open: rounds[0].open, resident: round(of('resident'), 1), perConnection: round(of('perConnection'), 2)};
  }
  return {
    ...both,
    ...(rounds[0].rate ? {rate: rounds[0].rate} : {}),
    cpu: round(cpu, 3),
    user: round(cpu * userShare, 3),
    system: round(cpu * (1 - userShare), 3),
    // The spread is the difference between the largest and the smallest round, relative to the median.
    spread: round((Math.max(...rounds.map(one => (one.user + one.system) / one.requests)) -
      Math.min(...rounds.map(one => (one.user + one.system) / one.requests))) * 1e6 / (cpu || 1), 2),
    p50: round(of('p50'), 3),
    p99: round(of('p99'), 3),
    max: round(Math.max(...rounds.map(one => one.max)), 3),
  };
}

function summarise(results) {
  const points = [];
  for (const [load, servers] of Object.entries(results)) {
    for (const [server, rounds] of Object.entries(servers)) if (rounds.length) points.push(point(server, load, rounds));
  }
  return points;
}

// Returns the share of the server's core that other processes and the hypervisor used while it was loaded, from 0 to 1.
function disturbance(results) {
  const rounds = Object.values(results).flatMap(servers => Object.values(servers)).flat();
  const elapsed = sum(rounds, one => one.elapsed);
  return elapsed ? round(sum(rounds, one => one.others) / elapsed, 3) : 0;
}

module.exports = {median, round, summarise, disturbance};
