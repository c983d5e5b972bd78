// Entries of http, net and dns for observers: their names and details.
const http = require('http');
const net = require('net');
const dns = require('dns');
const {PerformanceObserver} = require('perf_hooks');
const seen = [];
const hide = value => JSON.stringify(value).replace(/"?(?:127\.0\.0\.1|localhost):\d+/g, '"HOST').replace(/"port":\d+/g, '"port":0').replace(/"date":"[^"]*"/g, '"date":""');
const observer = new PerformanceObserver(list => {
  for (const entry of list.getEntries()) seen.push([entry.entryType, entry.name, entry.duration >= 0, entry.startTime > 0, hide(entry.detail)].join(' '));
});
observer.observe({entryTypes: ['http', 'net', 'dns']});
console.log(PerformanceObserver.supportedEntryTypes.filter(type => ['dns', 'function', 'http', 'mark', 'measure', 'net', 'resource'].includes(type)).join());
const server = http.createServer((request, response) => {
  response.setHeader('X-Server', 'yes');
  response.setHeader('Set-Cookie', ['a=1', 'b=2']);
  response.writeHead(request.url === '/missing' ? 404 : 200, request.url === '/missing' ? 'Nothing here' : 'OK');
  response.end('body');
});
const ask = (options, next) => {
  const request = http.request({host: '127.0.0.1', port: server.address().port, agent: false, ...options}, response => {
    response.resume();
    response.on('end', () => setTimeout(next, 10));
  });
  request.end(options.method === 'POST' ? 'text' : undefined);
};
const agent = new http.Agent({keepAlive: true});
server.listen(0, '127.0.0.1', () => {
  ask({path: '/a?b=c', headers: {'X-Name': 'value'}}, () => ask({path: '/missing', method: 'POST', agent}, () => ask({path: '/again', agent}, () => {
    dns.lookup('127.0.0.1', () => dns.lookup('localhost', {family: 4}, (error, address) => {
      console.log(address);
      const socket = net.connect({host: 'localhost', port: server.address().port, family: 4}, () => {
        socket.destroy();
        net.connect(1, '127.0.0.1').on('error', () => dns.lookup('name.invalid', () => setTimeout(() => {
          observer.disconnect();
          ask({path: '/unobserved'}, () => {
            for (const line of seen.sort()) console.log(line);
            agent.destroy();
            server.close();
          });
        }, 20)));
      });
    }));
  })));
});
