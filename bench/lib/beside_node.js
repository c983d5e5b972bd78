'use strict';
// Measures two programs that print the CPU time of one operation in microseconds, ours and Node's, by turns, and prints and
// publishes the ratio of each load.
const {execFileSync} = require('child_process');
const {cores} = require('./processes.js');
const {median} = require('./median.js');
const {markdown, publish} = require('./report.js');
const {table} = require('../../tools/load.js');

// `commands` are ours and Node's, and each load is {load, args, most}: its name, the arguments of both programs, and the
// largest ratio that is allowed. `what` is the operation. `header` and `usual` are as publish() takes them: the figure without
// its points, and the settings of a whole run.
function besideNode(name, page, what, commands, loads, header, usual) {
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
  const rows = [[`µs of CPU a ${what}`, 'Node.cpp', 'Node.js', 'of Node.js', 'target', 'reached'],
    ...points.map(one => [one.load, shown(one.ours), shown(one.node), one.ratio.toFixed(2), `at most ${one.most.toFixed(2)}`,
      one.reached ? 'yes' : 'no'])];
  console.log('\n' + table(rows));
  publish(name, page, {...header, points}, usual, `.\n\n${markdown(rows)}`);
}

module.exports = {besideNode};
