'use strict';
// Helpers of the pairs about net: scenes that run one after the other. Both ends of a connection are in one program,
// and the system decides which end gets its events first. So the messages of each side are printed together when the
// scene is over, which is when all watched objects have closed.
const list = [];
let sides = {};
let open = 0;
const format = require('util').format;
exports.scene = (name, f) => list.push([name, f]);
function play() {
  const next = list.shift();
  if (!next) process.exit();
  console.log('--', next[0]);
  sides = {};
  open = 0;
  hold();
  next[1]();
  release();
}
exports.play = play;
function finish() {
  for (const side in sides) {
    console.log(side);
    for (const line of sides[side]) console.log('  ' + line);
  }
  play();
}
const hold = exports.hold = () => { open++; };
const release = exports.release = () => {
  if (--open === 0) setTimeout(() => { if (open === 0) { open = -1; finish(); } }, 5);
};
// Hides port numbers, because they differ from run to run.
const hide = exports.hide = text => text.replace(/:\d{4,5}\b/g, ':PORT');
const say = exports.say = (side, ...args) => { (sides[side] = sides[side] || []).push(hide(format(...args))); };
exports.message = error => error ? hide(`${error.name} ${error.code || 'undefined'} ${error.message}`) : 'undefined';
exports.watchServer = (server, side) => {
  hold();
  say(side, 'begins');
  server.on('listening', () => say(side, 'listening'));
  server.on('error', error => say(side, 'error', exports.message(error)));
  server.on('close', () => { say(side, 'close'); release(); });
  return server;
};
exports.watch = (socket, side) => {
  hold();
  say(side, 'begins');
  socket.on('lookup', (error, address, family, host) => say(side, 'lookup', error ? error.code : 'ok', address || 'none', family || 0, host));
  socket.on('connect', () => say(side, 'connect', socket.readyState));
  socket.on('ready', () => say(side, 'ready'));
  socket.on('end', () => say(side, 'end', socket.readyState));
  socket.on('finish', () => say(side, 'finish'));
  socket.on('timeout', () => say(side, 'timeout'));
  socket.on('error', error => say(side, 'error', exports.message(error)));
  socket.on('close', hadError => { say(side, 'close', !!hadError, socket.destroyed); release(); });
  return socket;
};
// Collects the data and prints it at its end.
exports.collect = (socket, side) => {
  let all = '';
  socket.on('data', chunk => { all += chunk; });
  socket.on('end', () => say(side, 'got', all.length > 60 ? all.length : all));
  return socket;
};
