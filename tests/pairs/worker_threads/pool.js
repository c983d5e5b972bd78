// A pool of workers that keeps the context of each task, as the page of async_hooks shows it.
const {AsyncLocalStorage, AsyncResource} = require('async_hooks');
const {EventEmitter} = require('events');
const {Worker, isMainThread, parentPort} = require('worker_threads');

if (!isMainThread) {
  parentPort.on('message', (task) => {
    if (task.fail) throw new RangeError('task ' + task.id + ' failed');
    let sum = 0;
    for (const value of task.values) sum += value;
    const found = new Map();
    for (const word of task.words) found.set(word, (found.get(word) || 0) + 1);
    parentPort.postMessage({id: task.id, sum, found, date: task.date, seen: new Set(task.words)});
  });
} else {
  class TaskInfo extends AsyncResource {
    constructor(callback) {
      super('WorkerPoolTaskInfo');
      this.callback = callback;
    }
    done(error, result) {
      this.runInAsyncScope(this.callback, null, error, result);
      this.emitDestroy();
    }
  }
  class WorkerPool extends EventEmitter {
    constructor(count) {
      super();
      this.workers = [];
      this.free = [];
      this.tasks = [];
      this.infos = new Map();
      for (let i = 0; i < count; i++) this.addNewWorker();
      this.on('free', () => {
        if (this.tasks.length > 0) {
          const {task, info} = this.tasks.shift();
          this.start(task, info);
        }
      });
    }
    addNewWorker() {
      const worker = new Worker(__filename);
      worker.on('message', (result) => {
        const info = this.infos.get(worker);
        this.infos.delete(worker);
        this.free.push(worker);
        info.done(null, result);
        this.emit('free');
      });
      worker.on('error', (error) => {
        const info = this.infos.get(worker);
        this.infos.delete(worker);
        this.workers.splice(this.workers.indexOf(worker), 1);
        this.addNewWorker();
        if (info) info.done(error, null);
        else this.emit('error', error);
      });
      this.workers.push(worker);
      this.free.push(worker);
      this.emit('free');
    }
    run(task, callback) {
      const info = new TaskInfo(callback);
      if (this.free.length === 0) return this.tasks.push({task, info});
      this.start(task, info);
    }
    start(task, info) {
      const worker = this.free.pop();
      this.infos.set(worker, info);
      worker.postMessage(task);
    }
    close() {
      for (const worker of this.workers) worker.terminate();
    }
  }
  const requests = new AsyncLocalStorage();
  const pool = new WorkerPool(3);
  const lines = [];
  let left = 12;
  for (let i = 0; i < 12; i++) {
    requests.run({request: i}, () => {
      const task = {id: i, values: new Float64Array([i, i * i, 0.5]), words: ['a', 'b', 'a', 'w' + i], date: new Date(i * 1000), fail: i % 5 === 4};
      pool.run(task, (error, result) => {
        const store = requests.getStore();
        if (error) lines.push(`${store.request} ${error.name} ${error.message}`);
        else lines.push(`${store.request} ${result.id} ${result.sum} ${[...result.found].join(';')} ${result.date.toISOString()} ${result.seen.size}`);
        if (--left === 0) {
          pool.close();
          console.log(lines.sort((a, b) => parseInt(a) - parseInt(b)).join('\n'));
        }
      });
    });
  }
  console.log(requests.getStore());
}
