// events.on pauses an emitter that emits more events than are taken.
const {EventEmitter, on} = require('events');

class Source extends EventEmitter {
  pause() {
    console.log('pause');
  }
  resume() {
    console.log('resume');
  }
}

const source = new Source();
const failing = (f) => {
  try {
    f();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};

(async () => {
  process.nextTick(() => {
    for (let i = 0; i < 6; i++) {
      console.log('emit', i);
      source.emit('tick', i);
    }
    source.emit('end');
  });
  for await (const [n] of on(source, 'tick', {close: ['end'], highWaterMark: 2, lowWaterMark: 2})) {
    console.log('tick', n);
    await null;
  }
  process.nextTick(() => {
    for (let i = 0; i < 6; i++) source.emit('tick', i);
  });
  for await (const [n] of on(source, 'tick', {highWaterMark: 3})) {
    console.log('tick', n);
    if (n === 5) break;
  }
  console.log(source.eventNames().length);
  failing(() => on(source, 'tick', {highWaterMark: 0}));
  failing(() => on(source, 'tick', {lowWaterMark: -1}));
  console.log(source.eventNames().length);
})();
