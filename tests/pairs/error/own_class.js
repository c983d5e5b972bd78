// A class of errors of the program's own, and where its errors are stored as an Error: class and fields remain.
const {EventEmitter} = require('events');
const {Readable} = require('stream');

class HttpError extends Error {
  constructor(status, message, options) {
    super(message, options);
    this.name = 'HttpError';
    this.status = status;
  }
  describe() { return `${this.status} ${this.message}`; }
}
class NotFound extends HttpError {
  constructor(path) {
    super(404, 'no ' + path);
    this.path = path;
  }
  describe() { return 'not found: ' + super.describe(); }
}
class Plain extends TypeError {}

const show = (place, err) => {
  console.log(place, err instanceof HttpError, err instanceof NotFound, err instanceof TypeError, err instanceof Error,
    err.constructor.name, err.name, String(err));
  if (err instanceof HttpError) console.log(' ', err.status, err.describe());
  if (err instanceof NotFound) console.log(' ', err.path);
};

const load = (id, callback) => {
  if (id > 2) return callback(new NotFound('/' + id));
  if (id > 1) return callback(new HttpError(403, 'secret'));
  callback(id === 1 ? new Plain('one') : null);
};
for (let id = 0; id < 4; id++) load(id, (err) => {
  if (err) show('callback', err); else console.log('callback without an error');
});

try {
  throw new NotFound('/thrown');
} catch (err) {
  show('catch', err);
  load(0, () => show('from catch', err));
  const kept = err;
  show('variable', kept);
}
let last = null;
const tell = (err) => { last = err; };
try {
  throw new HttpError(500, 'told');
} catch (err) {
  tell(err);
}
show('told', last);

const list = [new HttpError(400, 'bad'), new NotFound('/list'), new Plain('list'), new Error('plain')];
for (const err of list) show('array', err);
const map = new Map([['a', list[1]]]);
map.set('b', new HttpError(409, 'map'));
show('map', map.get('a'));
show('map', map.get('b'));
console.log(map.get('a') === list[1]);

const emitter = new EventEmitter();
emitter.on('error', (err) => show('event', err));
emitter.emit('error', new NotFound('/event'));
emitter.on('failed', (err, count) => { show('own event', err); console.log(count); });
emitter.emit('failed', new HttpError(502, 'gateway'), 3);

const outer = new HttpError(500, 'outer', {cause: new NotFound('/cause')});
show('with cause', outer);
show('cause', outer.cause);
const all = new AggregateError([new HttpError(401, 'who'), new NotFound('/all')], 'both');
console.log(all instanceof AggregateError, all.errors.length);
for (const err of all.errors) show('errors', err);

const controller = new AbortController();
controller.signal.addEventListener('abort', () => show('abort', controller.signal.reason));
controller.abort(new HttpError(499, 'left'));
try {
  controller.signal.throwIfAborted();
} catch (err) {
  show('aborted', err);
}

const handlers = [
  (next) => next(),
  (next) => next(new NotFound('/page')),
];
const runAll = (at) => {
  if (at === handlers.length) return;
  handlers[at]((err) => {
    if (err) return show('next', err);
    runAll(at + 1);
  });
};
runAll(0);

const rethrow = () => {
  try {
    throw new NotFound('/again');
  } catch (err) {
    if (err.status !== 404) return;
    throw err;
  }
};
try {
  rethrow();
} catch (err) {
  show('again', err);
}

const stream = new Readable({read() {}});
stream.on('error', (err) => show('stream', err));
stream.destroy(new HttpError(503, 'stream'));

async function deep(n) {
  if (n === 0) throw new NotFound('/deep');
  return await deep(n - 1);
}
async function main() {
  try {
    await deep(3);
  } catch (err) {
    show('await', err);
  }
  try {
    await Promise.reject(last);
  } catch (err) {
    show('reject', err);
  }
  try {
    await new Promise((resolve, reject) => setTimeout(() => reject(new NotFound('/later')), 1));
  } catch (err) {
    show('later', err);
  }
  await deep(1).catch((err) => show('catch()', err));
  await deep(1).then(null, (err) => show('then()', err));
  for (const result of await Promise.allSettled([deep(0), Promise.reject(new HttpError(418, 'teapot'))])) show('settled', result.reason);
  try {
    await Promise.any([deep(0), Promise.reject(new HttpError(400, 'any'))]);
  } catch (err) {
    console.log(err instanceof AggregateError, err.constructor.name);
    for (const each of err.errors) show('any', each);
  }
}
main();
