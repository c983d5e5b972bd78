'use strict';
// Helpers of the pairs about functions in pipelines: streams and functions that print what they do.
const {Readable, Writable, pipeline} = require('stream');
const {setImmediate: turn} = require('timers/promises');
const {message} = require('./scenes');

const turns = async (count) => {
  for (let i = 0; i < count; i++) await turn();
};
exports.turns = turns;

// Gives the numbers below `count`, one for each read: at once, or one turn of the event loop later.
exports.source = (count, highWaterMark, late) => {
  let n = 0;
  return new Readable({
    objectMode: true,
    highWaterMark,
    read() {
      console.log('read', n);
      const chunk = n < count ? n++ : null;
      if (late) setImmediate(() => this.push(chunk));
      else this.push(chunk);
    },
    destroy(error, callback) {
      console.log('source destroy', message(error || undefined));
      callback(error);
    },
  });
};
// Takes some turns of the event loop for each chunk. Fails at the chunk `bad`.
exports.sink = (highWaterMark, time = 2, bad = -1) => new Writable({
  objectMode: true,
  highWaterMark,
  write(chunk, encoding, callback) {
    console.log('write', chunk);
    turns(time).then(() => {
      console.log('written', chunk);
      callback(chunk === bad ? new Error('no room') : null);
    });
  },
  final(callback) {
    console.log('final');
    callback();
  },
  destroy(error, callback) {
    console.log('sink destroy', message(error || undefined));
    callback(error);
  },
});
exports.tens = async function* (chunks) {
  console.log('tens begins');
  for await (const chunk of chunks) {
    console.log('tens', chunk);
    yield chunk * 10;
    console.log('tens goes on');
  }
  console.log('tens ends');
};
exports.halves = async function* (chunks) {
  console.log('halves begins');
  for await (const chunk of chunks) {
    console.log('halves', chunk);
    yield chunk / 2;
    yield chunk / 2;
  }
  console.log('halves ends');
};
exports.three = async function* () {
  for (let i = 0; i < 3; i++) {
    console.log('three', i);
    yield i;
  }
  console.log('three ends');
};
exports.total = async function (chunks) {
  console.log('total begins');
  let sum = 0;
  for await (const chunk of chunks) {
    console.log('total', chunk);
    await turn();
    sum += chunk;
  }
  return sum;
};
// Runs a pipeline to its end.
exports.run = (...stages) => new Promise(resolve => {
  pipeline(...stages, error => {
    console.log('over', message(error));
    resolve();
  });
  console.log('called');
});
exports.runForValue = (...stages) => new Promise(resolve => {
  pipeline(...stages, (error, value) => {
    console.log('over', message(error), value);
    resolve();
  });
  console.log('called');
});

// Scenes that run one after the other.
const list = [];
exports.scene = (name, f) => list.push([name, f]);
exports.play = async () => {
  for (const [name, f] of list) {
    console.log('--', name);
    await f();
    await turns(8);
  }
};
