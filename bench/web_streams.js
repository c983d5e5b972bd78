'use strict';
// make bench-web-streams: times a pipe of 1 MiB through web streams in chunks of 64 bytes, beside Node.js: from a source to a sink, and
// through a TransformStream. Writes bench/results/web_streams.json and the table of docs/web_streams.md; with other settings,
// build/bench/results/web_streams.json:
//   ROUNDS=1 PIPES=5 node bench/web_streams.js
const path = require('path');
const {root} = require('./lib/servers.js');
const {describe, sentence, warnIfBusy} = require('./lib/machine.js');
const {besideNode} = require('./lib/beside_node.js');

const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const commands = [[path.join(build, 'bench/web_streams/pipe')], [process.execPath, path.join(__dirname, 'web_streams/pipe.js')]];
const usual = {rounds: 7, pipes: 20};
const settings = {rounds: Number(process.env.ROUNDS || usual.rounds), pipes: Number(process.env.PIPES || usual.pipes)};
const machine = describe(root);
const date = new Date().toISOString();
console.log(`${settings.rounds} rounds of ${settings.pipes} pipes\n${sentence(machine, date)}`);
warnIfBusy();
const loads = [['source to sink', 'plain'], ['through a TransformStream', 'transform']]
  .map(([load, option]) => ({load, args: [settings.pipes, option], most: 1 / 3}));
besideNode('web_streams', 'docs/web_streams.md', 'pipe', commands, loads, {date, machine, settings}, usual);
