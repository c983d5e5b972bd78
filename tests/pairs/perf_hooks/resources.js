// The entries of fetch, those that a program makes itself, and how many are kept.
const http = require('http');
const zlib = require('zlib');
const {performance, PerformanceObserver} = require('perf_hooks');
const server = http.createServer((request, response) => {
  if (request.url === '/to') {
    response.writeHead(302, {Location: '/end'});
    return response.end();
  }
  if (request.url === '/other') {
    response.writeHead(302, {Location: 'http://localhost:' + server.address().port + '/end'});
    return response.end();
  }
  if (request.url === '/zip') {
    response.writeHead(200, {'Content-Encoding': 'gzip'});
    return response.end(zlib.gzipSync('a'.repeat(1000)));
  }
  if (request.url === '/half') {
    response.writeHead(200, {'Content-Length': 10});
    response.write('half');
    return setTimeout(() => response.destroy(), 10);
  }
  response.writeHead(request.url === '/none' ? 204 : 200);
  response.end(request.url === '/none' ? undefined : 'hello');
});
const soon = () => new Promise(resolve => setTimeout(resolve, 30));
function show(entry) {
  const {port} = server.address();
  const order = [entry.startTime, entry.fetchStart, entry.requestStart, entry.responseStart, entry.responseEnd];
  console.log(entry.name.replace(port, 'PORT'), entry.entryType, entry.initiatorType, entry.responseStatus, JSON.stringify(entry.deliveryType));
  console.log('  sizes', entry.decodedBodySize, entry.encodedBodySize > 0, entry.transferSize === entry.encodedBodySize + 300);
  console.log('  times', order.every((time, i) => i === 0 || time === 0 || time >= order[0]), entry.duration === entry.responseEnd - entry.startTime,
    entry.redirectStart === entry.startTime, entry.redirectEnd === entry.fetchStart, entry.workerStart, entry.connectStart === entry.fetchStart, entry.domainLookupEnd === entry.fetchStart);
}
async function main() {
  const at = 'http://127.0.0.1:' + server.address().port;
  const observer = new PerformanceObserver(list => { for (const entry of list.getEntries()) console.log('observed', entry.name.replace(at, ''), entry.entryType); });
  observer.observe({entryTypes: ['resource']});
  for (const path of ['/a', '/none', '/to', '/other', '/zip', '/half', '/a#part']) {
    try {
      await (await fetch(at + path)).text();
    } catch (error) {
      console.log(error.message);
    }
    await soon();
  }
  const head = await fetch(at + '/head', {method: 'HEAD'});
  await soon();
  const unread = await fetch(at + '/unread');
  await soon();
  console.log(performance.getEntriesByType('resource').length);
  await unread.text();
  await (await fetch('data:,x')).text();
  await fetch('http://127.0.0.1:1/').catch(() => {});
  await soon();
  observer.disconnect();
  for (const entry of performance.getEntriesByType('resource')) show(entry);
  console.log(performance.getEntriesByName(at + '/a').length, performance.getEntries().length);
  performance.clearResourceTimings(at + '/a');
  console.log(performance.getEntriesByType('resource').length);
  performance.clearResourceTimings();
  console.log(performance.getEntriesByType('resource').length);

  const info = {startTime: 1, endTime: 5, finalServiceWorkerStartTime: 2, redirectStartTime: 1, redirectEndTime: 2, postRedirectStartTime: 3, finalNetworkRequestStartTime: 3.5,
    finalNetworkResponseStartTime: 4, encodedBodySize: 10, decodedBodySize: 20,
    finalConnectionTimingInfo: {domainLookupStartTime: 1, domainLookupEndTime: 2, connectionStartTime: 3, connectionEndTime: 4, secureConnectionStartTime: 3.5, ALPNNegotiatedProtocol: 'h2'}};
  const made = performance.markResourceTiming(info, 'http://name.example/', 'mine', global, '', {}, 200, 'cache');
  console.log(JSON.stringify(made.toJSON()));
  console.log(performance.markResourceTiming(info, 'http://name.example/', 'mine', global, 'local', {}, 304).transferSize);
  performance.setResourceTimingBufferSize(4);
  for (let i = 0; i < 5; ++i) performance.markResourceTiming(info, 'http://name.example/' + i, 'mine', global, '', {}, 200);
  console.log(performance.getEntriesByType('resource').length);
  await soon();
  console.log(performance.getEntriesByType('resource').map(entry => entry.name).join(' '));
  server.close();
}
server.listen(0, '127.0.0.1', main);
