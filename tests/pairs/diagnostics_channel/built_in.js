// When http, net, dgram, child_process and worker_threads publish, and what.
const dc = require('diagnostics_channel');
const http = require('http'), net = require('net'), dgram = require('dgram');
const {spawn} = require('child_process');
const server = [], client = [], other = [];
const note = (lines, text) => lines.push(text);
const keys = message => Object.keys(message).join(' ');
dc.subscribe('http.server.request.start', (message, name) =>
  note(server, `${name} ${keys(message)} ${message.request.url} ${message.response.headersSent}`));
dc.subscribe('http.server.response.created', (message, name) => note(server, `${name} ${keys(message)}`));
dc.subscribe('http.server.response.finish', (message, name) =>
  note(server, `${name} ${keys(message)} ${message.response.statusCode}`));
dc.subscribe('http.client.request.created', (message, name) => note(client, `${name} ${keys(message)}`));
dc.subscribe('http.client.request.start', (message, name) =>
  note(client, `${name} ${keys(message)} ${message.request.path}`));
dc.subscribe('http.client.response.finish', (message, name) =>
  note(client, `${name} ${keys(message)} ${message.response.statusCode}`));
dc.subscribe('http.client.request.error', (message, name) =>
  note(client, `${name} ${keys(message)} ${message.error.code}`));
dc.subscribe('net.client.socket', (message, name) => note(client, `${name} ${keys(message)}`));
dc.subscribe('net.server.socket', (message, name) => note(server, `${name} ${keys(message)}`));
dc.subscribe('tracing:net.server.listen:asyncStart', (message, name) => note(server, `${name} ${keys(message)}`));
dc.subscribe('tracing:net.server.listen:asyncEnd', (message, name) => note(server, `${name} ${keys(message)}`));
dc.subscribe('tracing:net.server.listen:error', (message, name) =>
  note(server, `${name} ${keys(message)} ${message.error.code}`));
dc.subscribe('udp.socket', (message, name) => note(other, `${name} ${keys(message)}`));
dc.subscribe('child_process', (message, name) => note(other, `${name} ${keys(message)}`));

const listening = http.createServer((request, response) => {
  note(server, 'handler');
  response.writeHead(201);
  response.on('finish', () => note(server, 'finish'));
  response.end('x');
});
listening.on('connection', () => note(server, 'connection'));
note(server, 'before listen');
listening.listen(0, '127.0.0.1', () => {
  note(server, 'listening');
  const second = net.createServer();
  second.on('error', () => { note(server, 'error'); get(); });
  second.listen(listening.address().port, '127.0.0.1');
});
function get() {
  const port = listening.address().port;
  note(client, 'before request');
  const request = http.request({port, host: '127.0.0.1', path: '/a', agent: false}, response => {
    note(client, 'response');
    response.resume();
    response.on('end', () => { listening.close(); refused(port); });
  });
  note(client, 'before end');
  request.end();
  note(client, 'after end');
}
function refused(port) {
  listening.on('close', () => {
    http.get({port, host: '127.0.0.1', agent: false}).on('error', () => note(client, 'error'));
  });
}
note(other, 'before createSocket');
dgram.createSocket('udp4').close();
note(other, 'before spawn');
spawn('true').on('exit', () => note(other, 'exit'));
note(other, 'after spawn');
process.on('exit', () => { for (const lines of [server, client, other]) console.log(lines.join('\n')); });
