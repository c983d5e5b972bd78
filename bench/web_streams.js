'use strict';
// make bench-web-streams: times a pipe of 1 MiB through web streams in chunks of 64 bytes, beside Node.js: from a source to a sink, and
// through a TransformStream. Writes build/bench/results/web_streams.json:
//   ROUNDS=1 PIPES=5 node bench/web_streams.js
const path = require('path');
const {root} = require('./lib/servers.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {besideNode} = require('./lib/beside_node.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const commands = [[path.join(build, 'bench/web_streams/pipe')], [process.execPath, path.join(__dirname, 'web_streams/pipe.js')]];
const settings = {rounds: Number(process.env.ROUNDS || 7), pipes: Number(process.env.PIPES || 20)};
const machine = describe(root);
const date = new Date().toISOString();
console.log(`${settings.rounds} rounds of ${settings.pipes} pipes\n${sentence(machine, date)}`);
warnIfBusy();
const loads = [['source to sink', 'plain'], ['through a TransformStream', 'transform']]
  .map(([load, option]) => ({load, args: [settings.pipes, option], most: 1 / 3}));
besideNode('web_streams', 'pipe', commands, loads, {date, machine, settings});
