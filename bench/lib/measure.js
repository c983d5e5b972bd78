'use strict';
// Runs the rounds. For each load the servers are started anew and warmed up. Then they are loaded in turns, round after
// round, so that other activity of the machine affects all of them alike.
const {checkAnswer} = require('./check.js');
const {cores, family, cpuOf, peakMiB, forgetPeak, coreBusySeconds} = require('./processes.js');
const {rates, warmUp} = require('./loads.js');
const {Progress} = require('./progress.js');

// The seconds for starting a server, and those that a round takes besides its load.
const startCost = 0.6;
const roundCost = 0.35;

function plan(servers, loads, {rounds, seconds}) {
  const warm = Math.min(1, seconds);
  const ofRound = load => load.seconds * seconds + roundCost;
  const total = loads.reduce((sum, load) =>
    sum + servers.length * (startCost + (load.once ? 5 : warm + rounds * ofRound(load))), 0);
  return {warm, ofRound, total};
}

function ended(server) {
  if (!server.end) return;
  throw new Error(`${server.label} ended under load: code ${server.end.code}, signal ${server.end.signal}\n` +
    server.stderr);
}

// Measures one round of one load on one server.
async function measure(server, load, seconds, options = {}) {
  const port = await server.port();
  const pids = family(server.child.pid);
  await checkAnswer(server, port);
  forgetPeak(pids);
  const before = cpuOf(pids);
  const busyBefore = coreBusySeconds();
  const since = Date.now();
  const told = await load.run(port, seconds, {target: server.target, id: server.id, pids, ...options});
  ended(server);
  const after = cpuOf(pids);
  const cpu = {user: after.user - before.user, system: after.system - before.system};
  const elapsed = (Date.now() - since) / 1000;
  const others = coreBusySeconds() - busyBefore - cpu.user - cpu.system;
  const peak = peakMiB(pids);
  if (!told.requests) throw new Error(`${server.label} answered nothing under load (${load.label})`);
  await checkAnswer(server, port);
  // On a machine with one core the load itself would count as other activity of the machine, so other activity is not
  // measured there.
  return {...told, ...cpu, elapsed, others: cores.server === cores.load ? 0 : Math.max(0, others), peak};
}

// Returns the fixed rate for a server: the highest that leaves it some reserve.
async function rateFor(server, warm) {
  const port = await server.port();
  const {perSecond} = await warmUp(port, warm, server);
  return rates.find(rate => perSecond >= rate * 1.1) || rates[rates.length - 1];
}

// Returns {results: {load: {server: [round, …]}}, failed: [{load, server, why}]}.
async function measureAll(servers, loads, settings) {
  const {rounds, seconds} = settings;
  const {warm, ofRound, total} = plan(servers, loads, settings);
  const progress = new Progress(total);
  const results = {};
  const failed = [];
  for (const load of loads) {
    results[load.id] = {};
    const rate = {};
    const taking = [];
    // A server that fails under a load is reported and left out of the rest of that load.
    const guarded = async (server, action) => {
      try {
        await action();
        return true;
      } catch (error) {
        progress.say(`${load.label}, ${server.label}: ${error.message}`);
        failed.push({load: load.id, server: server.id, why: error.message.split('\n')[0]});
        delete results[load.id][server.id];
        return false;
      }
    };
    if (!load.once) {
      for (const server of servers) {
        progress.step(load.label, `${server.label} warms up`);
        if (await guarded(server, async () => {
          await server.stop();
          const port = await server.port();
          if (load.rated) rate[server.id] = await rateFor(server, warm);
          else await load.run(port, warm, {target: server.target, id: server.id});
          results[load.id][server.id] = [];
        })) taking.push(server);
        progress.spent(startCost + warm);
      }
    }
    for (let round = 0; round < (load.once ? 1 : rounds); round++) {
      // Each round begins with another server.
      const list = load.once ? servers : taking;
      const order = list.map((_, i) => list[(i + round) % list.length]);
      for (const server of order.filter(one => !failed.some(f => f.load === load.id && f.server === one.id))) {
        progress.step(load.label, load.once ? server.label : `round ${round + 1} of ${rounds}, ${server.label}`);
        await guarded(server, async () => {
          if (load.once) await server.stop();
          (results[load.id][server.id] ||= []).push(
            await measure(server, load, load.seconds * seconds, {rate: rate[server.id]}));
          if (load.once) await server.stop();
        });
        progress.spent(load.once ? startCost + 5 : ofRound(load));
      }
    }
    for (const server of servers) await server.stop();
  }
  progress.end();
  return {results, failed, took: (Date.now() - progress.started) / 1000};
}

module.exports = {measure, measureAll, plan};
