'use strict';
// Runs httperf as the article did: it opens connections at a rate, and sends 70 requests one after another on each.
const {run, says} = require('./processes.js');

const calls = 70;
// The limit is the number of connections in the article's runs.
const mostConnections = 8000;

const missing = () => (says('httperf', ['--version']) ? null
  : 'httperf is not there: tools/setup.sh bench could not get the Debian package httperf');

// Returns {desired, real (responses a second), connections, replies, seconds, errors}.
async function sweepPoint(port, target, rate, seconds) {
  const connections = Math.min(mostConnections, Math.max(1, Math.round(rate * seconds)));
  const out = await run(['httperf', '--client=0/1', '--server=127.0.0.1', `--port=${port}`, `--uri=${target}`,
    '--timeout=5', `--num-conns=${connections}`, `--num-calls=${calls}`, '--send-buffer=4096', '--recv-buffer=16384',
    `--rate=${rate}`], {timeout: 90});
  const told = /^Total: connections (\d+) requests (\d+) replies (\d+) test-duration ([\d.]+) s/m.exec(out);
  const good = /^Reply status: 1xx=\d+ 2xx=(\d+)/m.exec(out);
  const errors = /^Errors: total (\d+)/m.exec(out);
  if (!told || !good || !errors) throw new Error(`httperf says:\n${out}`);
  const [, , , replies, duration] = told.map(Number);
  return {desired: rate * calls, real: Math.round(Number(good[1]) / duration), connections, replies, seconds: duration,
    errors: Number(errors[1]) + replies - Number(good[1])};
}

module.exports = {missing, sweepPoint, calls};
