'use strict';
// Checks that measuring works on this machine: runs each load for a second on two servers, and verifies that faults are
// noticed.
const path = require('path');
const {Server} = require('../../tests/parity/server.js');
const {checkAnswer} = require('./check.js');
const {drawAll, missing: plotsMissing} = require('./plots.js');
const {missing: httperfMissing, sweepPoint} = require('./httperf.js');
const {choose, scratch} = require('./servers.js');

let failures = 0;
function expect(good, what) {
  console.log(`${good ? 'ok  ' : 'FAIL'} ${what}`);
  if (!good) failures++;
}

const serving = script => new Server('a wrong server', [process.execPath, '-e',
  `require('http').createServer((q, a) => {${script}}).listen(process.env.PORT, '127.0.0.1')`]);

async function refuses(script, pattern) {
  const server = Object.assign(serving(script), {target: '/?value=hello'});
  let message = 'nothing';
  await checkAnswer(server, await server.port()).catch(error => { message = error.message; });
  expect(pattern.test(message), `a wrong answer is noticed: ${message}`);
  await server.stop();
}

async function selfCheck(bench) {
  await refuses('a.writeHead(200, {"Content-Type": "text/xml"}); a.end("hullo")', /the body "hullo"/);
  await refuses('a.writeHead(500); a.end()', /status 500/);
  await refuses('a.setHeader("Content-Type", "text/plain"); a.end("hello")', /content-type text\/plain/);
  await refuses('q.socket.destroy()', /socket hang up/);

  const report = await bench({rounds: 1, seconds: 1, servers: ['floor', 'nodecpp'], loads: null});
  for (const one of report.skipped) console.log(`left out: ${one.label}, since ${one.why}`);
  expect(report.servers.length === 2, 'both servers are there');
  for (const load of report.loads) {
    for (const server of report.servers) {
      const point = report.points.find(one => one.load === load.id && one.server === server.id);
      const figures = load.id === 'idle' ? ['resident', 'open'] : ['perSecond', 'cpu', 'p50', 'p99', 'max', 'peak'];
      expect(point && point.errors === 0 && figures.every(field => point[field] > 0),
        `${load.label}, ${server.label}: ${point ? `${figures.map(field => `${field} ${point[field]}`).join(', ')}, ` +
          `errors ${point.errors}` : 'was not measured'}`);
    }
  }
  if (plotsMissing()) console.log(`no plots: ${plotsMissing()}`);
  else expect((await drawAll(report, path.join(scratch, 'self_check'))).length > 0, 'plots are drawn');

  if (httperfMissing()) {
    console.log(httperfMissing());
  } else {
    const [server] = choose(['nodecpp']).servers;
    const point = await sweepPoint(await server.port(), server.target, 50, 1);
    expect(point.replies === 3500 && point.errors === 0, `httperf: ${point.replies} of 3500 replies`);
    await server.stop();
  }
  console.log(failures ? `${failures} checks failed` : 'all checks passed');
  process.exitCode = failures ? 1 : 0;
}

module.exports = {selfCheck};
