// A service that follows each request by AsyncLocalStorage through fetch, streams, timers and events, and measures it.
const {AsyncLocalStorage} = require('async_hooks');
const {EventEmitter} = require('events');
const http = require('http');
const {performance, PerformanceObserver} = require('perf_hooks');

const current = new AsyncLocalStorage();
const log = [];
const note = (text) => log.push(`${current.getStore() ? current.getStore().id : '-'} ${text}`);
const bus = new EventEmitter();
bus.on('stored', (what) => note('stored ' + what));

const backend = http.createServer((request, response) => {
  setTimeout(() => response.end(JSON.stringify({path: request.url, id: request.headers['x-id']})), 2);
});
const server = http.createServer((request, response) => {
  const id = request.headers['x-id'];
  current.run({id, steps: []}, async () => {
    performance.mark('begin ' + id);
    note('begin ' + request.url);
    let body = '';
    for await (const chunk of request) body += chunk;
    note('body ' + body.length);
    const {signal} = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${backend.address().port}/b${request.url}`, {headers: {'X-Id': id}, signal});
    const value = await answer.json();
    note('fetched ' + value.path + ' ' + value.id);
    await new Promise((resolve) => setImmediate(resolve));
    current.getStore().steps.push('stored');
    bus.emit('stored', value.path);
    current.exit(() => note('outside'));
    queueMicrotask(() => note('microtask'));
    process.nextTick(() => note('tick'));
    response.setHeader('X-Steps', current.getStore().steps.length);
    response.on('finish', () => {
      note('finish');
      performance.mark('end ' + id);
      const measure = performance.measure('request ' + id, {start: 'begin ' + id, end: 'end ' + id, detail: {id}});
      note('measured ' + measure.name + ' ' + (measure.duration >= 1));
    });
    response.end(JSON.stringify(value));
  });
});
const seen = [];
const observer = new PerformanceObserver((list, self) => {
  for (const entry of list.getEntries()) seen.push(`${entry.entryType} ${entry.name} ${entry.detail && entry.detail.id}`);
  if (seen.length === 3) {
    self.disconnect();
    finish();
  }
});
observer.observe({entryTypes: ['measure']});

function finish() {
  for (const id of ['a', 'b', 'c']) console.log(log.filter((each) => each.startsWith(id + ' ')));
  console.log(log.filter((each) => each.startsWith('- ')).length, seen.sort());
  console.log(performance.getEntriesByType('mark').map((each) => each.name).sort());
  performance.clearMarks();
  console.log(performance.getEntries().length >= 0, performance.getEntriesByType('mark').length);
  server.close();
  backend.close();
}

backend.listen(0, '127.0.0.1', () => server.listen(0, '127.0.0.1', () => {
  for (const id of ['a', 'b', 'c']) {
    const request = http.request({port: server.address().port, host: '127.0.0.1', method: 'POST', path: '/' + id, headers: {'X-Id': id}, agent: false}, (response) => {
      let text = '';
      response.on('data', (chunk) => text += chunk);
      response.on('end', () => note('client ' + response.headers['x-steps'] + ' ' + text.length));
    });
    request.end('body of ' + id.repeat(3));
  }
}));
