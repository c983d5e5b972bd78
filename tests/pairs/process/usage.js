// What tells about the process is printed, written as JSON and put into an object as any object is; so is an address.
const util = require('util');
const net = require('net');
const shape = value => util.inspect(value, {breakLength: Infinity}).replace(/[\d.]+/g, '0');
console.log(shape(process.memoryUsage()));
console.log(shape(process.cpuUsage()), shape(process.resourceUsage()));
const status = {ok: true, memory: process.memoryUsage(), cpu: process.cpuUsage()};
console.log(JSON.stringify(status).replace(/\d+/g, '0'));
const {rss, external} = process.memoryUsage();
console.log(rss > 0, external >= 0);

const server = net.createServer();
console.log(server.address());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(shape(address), `${address.address}:${typeof address.port}`);
  console.log(JSON.stringify(address).replace(/\d{2,}/g, '0'));
  server.close(() => console.log(server.address()));
});
