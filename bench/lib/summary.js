'use strict';
// From rounds to one figure for each point: medians, and CPU a request split by what all rounds together had.

function median(numbers) {
  const sorted = numbers.filter(one => one !== undefined && one !== null).sort((a, b) => a - b);
  if (!sorted.length) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const sum = (list, value) => list.reduce((total, one) => total + value(one), 0);
const round = (number, digits) => (number === null || number === undefined ? null : Number(number.toFixed(digits)));

// One server under one load. Times are in microseconds for CPU and in milliseconds for latency, memory in MiB.
function point(server, load, rounds) {
  const of = field => median(rounds.map(one => one[field]));
  // The kernel counts in ticks, which a round has too few of to tell user from system: the sum over all rounds does.
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
    // From the least to the most of the rounds, to it: how far the rounds agree.
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

// How much of the server's core went to others while it was loaded, the hypervisor among them: 0 to 1.
function disturbance(results) {
  const rounds = Object.values(results).flatMap(servers => Object.values(servers)).flat();
  const elapsed = sum(rounds, one => one.elapsed);
  return elapsed ? round(sum(rounds, one => one.others) / elapsed, 3) : 0;
}

module.exports = {median, round, summarise, disturbance};
