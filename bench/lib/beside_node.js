'use strict';
// Measures two programs that print the CPU time of one operation in microseconds, ours and Node's, by turns, and prints and
// writes the ratio of each load.
const fs = require('fs');
const path = require('path');
const {execFileSync} = require('child_process');
const {scratch} = require('./servers.js');
const {cores} = require('./processes.js');
const {median} = require('./median.js');
const {writeJson} = require('./report.js');
const {table} = require('../../tools/load.js');

// `commands` are ours and Node's, and each load is {load, args, most}: its name, the arguments of both programs, and the
// largest ratio that is allowed. `what` is the operation. Writes build/bench/results/NAME.json with `header` before the
// points.
function besideNode(name, what, commands, loads, header) {
  const points = loads.map(({load, args, most}) => {
    const times = commands.map(() => []);
    for (let round = 0; round < header.settings.rounds; round++) {
      for (const [i, command] of commands.entries())
        times[i].push(Number(execFileSync('taskset', ['-c', String(cores.server), ...command, ...args.map(String)], {encoding: 'utf8'})));
    }
    const ratio = Number(median(times[0].map((one, i) => one / times[1][i])).toFixed(3));
    return {load, ours: median(times[0]), node: median(times[1]), ratio, most, reached: ratio <= most};
  });
  const shown = time => Number(time.toFixed(1)).toLocaleString('en-US');
  console.log('\n' + table([[`µs of CPU a ${what}`, 'Node.cpp', 'Node.js', 'of Node.js', 'target', 'reached'],
    ...points.map(one => [one.load, shown(one.ours), shown(one.node), one.ratio.toFixed(2), `at most ${one.most.toFixed(2)}`,
      one.reached ? 'yes' : 'no'])]));
  const directory = path.join(scratch, 'results');
  fs.mkdirSync(directory, {recursive: true});
  writeJson(path.join(directory, `${name}.json`), {...header, points});
}

module.exports = {besideNode};
