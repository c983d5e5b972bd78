// Marks, measures, observers and the loop's figures.
const {performance, PerformanceMark, PerformanceObserver, createHistogram, monitorEventLoopDelay} = require('perf_hooks');
const show = entry => console.log(entry.name, entry.entryType, entry.startTime, entry.duration, entry.detail);
const attempt = f => {
  try {
    f();
    console.log('fine');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
show(performance.mark('b', {startTime: 20, detail: {x: 1}}));
show(performance.mark('a', {startTime: 10}));
show(performance.mark('a', {startTime: 15}));
show(performance.measure('a to b', 'a', 'b'));
show(performance.measure('options', {start: 1, end: 'b', detail: 'd'}));
show(performance.measure('duration', {start: 'b', duration: 5}));
show(performance.measure('backwards', {end: 100, duration: 30}));
console.log(JSON.stringify(performance.mark('json', {startTime: 5})));
console.log(performance.getEntries().map(entry => entry.name).join());
console.log(performance.getEntriesByName('a').length, performance.getEntriesByName('a', 'measure').length, performance.getEntriesByType('measure').length);
const before = performance.now();
const now = performance.mark('now');
console.log(now.startTime >= before, performance.measure('until now', 'now').duration >= 0, performance.measure('all').startTime);
console.log(Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 100);
attempt(() => performance.measure('x', 'nope'));
attempt(() => performance.mark('x', {startTime: -1}));
attempt(() => performance.mark('loopStart'));
attempt(() => performance.clearMarks('loopStart'));
attempt(() => performance.measure('x', {start: 1, end: 2, duration: 3}));
attempt(() => performance.measure('x', {start: -1}));
performance.clearMarks('a');
performance.clearMarks('now');
console.log(performance.getEntriesByType('mark').map(entry => entry.name).join());
performance.clearMarks();
performance.clearMeasures('options');
console.log(performance.getEntries().length);
performance.clearMeasures();
console.log(performance.getEntries().length, performance.eventLoopUtilization().idle, performance.nodeTiming.loopStart);

const detail = {changes: 1};
const kept = performance.mark('kept', {startTime: 1, detail});
const own = new PerformanceMark('own', {startTime: 3, detail});
const span = performance.measure('span', {start: 0, end: 1, detail});
detail.changes = 2;
console.log(kept.detail, own.detail, span.detail);
show(own);
console.log(performance.getEntriesByName('own').length, performance.getEntriesByName('kept').length);
attempt(() => new PerformanceMark('loopStart'));
attempt(() => new PerformanceMark('x', {startTime: -1}));
try {
  performance.mark('function', {detail: () => 1});
} catch (error) {
  console.log(error.name);
}
performance.clearMarks();
performance.clearMeasures();
attempt(() => new PerformanceObserver());
const observer = new PerformanceObserver((list, self) => {
  console.log('observed', list.getEntries().map(entry => entry.name + ' ' + entry.entryType).join(), self === observer,
    list.getEntriesByType('mark').length, list.getEntriesByName('one').length);
});
attempt(() => observer.observe({}));
observer.observe({entryTypes: ['mark', 'function', 'no such type']});
attempt(() => observer.observe({type: 'mark'}));
performance.mark('one', {startTime: 0.001});
performance.measure('not observed');
performance.mark('two', {startTime: 0.002});
const histogram = createHistogram();
const add = performance.timerify((a, b) => a + b, {histogram});
console.log('add', add(1, 2), histogram.count);
const buffered = new PerformanceObserver(list => console.log('buffered', list.getEntries().map(entry => entry.name).join()));
buffered.observe({type: 'mark', buffered: true});
attempt(() => buffered.observe({entryTypes: ['measure']}));
performance.mark('three', {startTime: 0.003});
const records = new PerformanceObserver(() => console.log('not called'));
records.observe({type: 'mark'});
performance.mark('four', {startTime: 0.004});
console.log(records.takeRecords().map(entry => entry.name).join(), records.takeRecords().length);
setTimeout(() => {
  observer.disconnect();
  buffered.disconnect();
  records.disconnect();
  performance.mark('unseen');
  const {idle, active, utilization} = performance.eventLoopUtilization();
  console.log(idle > 0, active > 0, utilization > 0 && utilization < 1, performance.nodeTiming.loopStart > 0);
  const first = performance.eventLoopUtilization();
  setTimeout(() => {
    const rest = performance.eventLoopUtilization(first);
    console.log(rest.idle > 0, rest.utilization < 1);
  }, 30);
}, 50);
const delay = monitorEventLoopDelay({resolution: 5});
console.log(delay.count, delay.enable(), delay.enable());
setTimeout(() => {
  console.log(delay.disable(), delay.disable(), delay.count > 0, delay.min > 1e6, delay.max >= delay.min);
  attempt(() => monitorEventLoopDelay({resolution: 0}));
}, 100);
