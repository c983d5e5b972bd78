'use strict';
// Prints what happens in the client program: each event of its requests, responses, sockets and agents, with the
// relevant properties, in order.
const http = require('http');

// Returns a text with unprintable characters as \xNN. Each character is one byte.
const show = text => '"' + [...text].map(c => {
  const code = c.charCodeAt(0);
  if (c === '"' || c === '\\') return '\\' + c;
  return code >= 32 && code < 127 ? c : '\\x' + code.toString(16).padStart(2, '0');
}).join('') + '"';
const showBody = text => (text.length > 300 ? `${show(text.slice(0, 300))}… ${text.length}` : show(text));
const list = texts => '[' + texts.map(show).join(', ') + ']';
const showValue = value => (Array.isArray(value) ? list(value) : show(value));
const showHeaders = headers =>
  '{' + Object.entries(headers).map(([name, value]) => `${show(name)}: ${showValue(value)}`).join(', ') + '}';

function describe(error) {
  let text = `${error.name} ${error.code} ${show(error.message)}`;
  if (error.syscall) text += ` syscall ${error.syscall}`;
  if (error.bytesParsed !== undefined) text += ` bytesParsed ${error.bytesParsed}`;
  if (error.reason !== undefined) text += ` reason ${show(error.reason)}`;
  if (error.rawPacket !== undefined) text += ` rawPacket ${showBody(error.rawPacket.toString('latin1'))}`;
  if (error.cause) text += ` cause ${error.cause.name} ${show(error.cause.message)}`;
  return text;
}

// One run of a recipe: the address of its server, and the objects that it has made.
class Job {
  constructor(id, port, directory, argument) {
    this.id = id;
    this.port = port;
    this.directory = directory;
    this.argument = argument;
    this.sockets = [];
    this.requests = [];
    this.use(new http.Agent({keepAlive: true}));
  }
  say(text) {
    console.log(this.id + ' ' + text);
  }
  use(agent) {
    this.agent = agent;
    agent.on('free', socket => this.say(`agent free ${this.nameOf(socket)} ${this.lists()}`));
  }
  options() {
    return {agent: this.agent, host: '127.0.0.1', port: this.port, headers: {}};
  }
  nameOf(socket) {
    return 's' + (this.sockets.indexOf(socket) + 1);
  }
  lists() {
    const show = lists => Object.keys(lists).map(name => ` ${name}=${lists[name].length}`).join('');
    const {sockets, freeSockets, requests} = this.agent;
    return `sockets${show(sockets)} free${show(freeSockets)} requests${show(requests)} total ${this.agent.totalSocketCount}`;
  }
  end() {
    this.say(`the end: ${this.lists()}`);
    this.agent.destroy();
    for (const request of this.requests) request.destroy();
    this.requests = [];
  }
}

function watchSocket(job, socket) {
  if (job.sockets.includes(socket)) return;
  job.sockets.push(socket);
  const name = job.nameOf(socket);
  socket.on('connect', () => job.say(`${name} connect`));
  socket.on('end', () => job.say(`${name} end`));
  socket.on('timeout', () => job.say(`${name} timeout`));
  socket.on('free', () => job.say(`${name} free`));
  socket.on('agentRemove', () => job.say(`${name} agentRemove`));
  socket.on('close', hadError => job.say(`${name} close ${hadError}`));
}

// Prints all events of a request except its response.
function watchRequest(job, name, request) {
  job.requests.push(request);
  request.on('socket', socket => {
    watchSocket(job, socket);
    job.say(`${name} socket ${job.nameOf(socket)} reused ${request.reusedSocket}`);
  });
  request.on('continue', () => job.say(`${name} continue`));
  request.on('information', info => job.say(`${name} information ${info.statusCode} ${show(info.statusMessage)} ` +
    `${info.httpVersion} ${showHeaders(info.headers)} ${list(info.rawHeaders)}`));
  request.on('drain', () => job.say(`${name} drain`));
  request.on('prefinish', () => job.say(`${name} prefinish`));
  request.on('finish', () => job.say(`${name} finish ${request.writableFinished}`));
  request.on('timeout', () => job.say(`${name} timeout`));
  request.on('abort', () => job.say(`${name} abort`));
  request.on('error', error => job.say(`${name} error ${describe(error)}`));
  request.on('close', () => job.say(`${name} close destroyed ${request.destroyed} aborted ${request.aborted} ` +
    `ended ${request.writableEnded} finished ${request.writableFinished} keep ${request.shouldKeepAlive}`));
  return request;
}

// Prints all events of a response except its body.
function watchResponse(job, name, response) {
  job.say(`${name} response ${response.statusCode} ${show(response.statusMessage)} ${response.httpVersion} ` +
    `complete ${response.complete} upgrade ${response.upgrade}`);
  job.say(`${name} response ${list(response.rawHeaders)} ${showHeaders(response.headers)}`);
  response.on('aborted', () => job.say(`${name} response aborted`));
  response.on('timeout', () => job.say(`${name} response timeout`));
  response.on('pause', () => job.say(`${name} response pause`));
  response.on('error', error => job.say(`${name} response error ${describe(error)}`));
  response.on('end', () => job.say(`${name} response end complete ${response.complete} ` +
    `${list(response.rawTrailers)} ${showHeaders(response.trailers)}`));
  response.on('close', () => job.say(`${name} response close complete ${response.complete} aborted ${response.aborted} ` +
    `destroyed ${response.destroyed} ended ${response.readableEnded}`));
}

// Prints the body when it is complete.
function collect(job, name, response) {
  let body = '';
  response.on('data', chunk => { body += chunk.toString('latin1'); });
  response.on('end', () => job.say(`${name} body ${showBody(body)}`));
  response.on('aborted', () => job.say(`${name} until then ${showBody(body)}`));
}

// Prints all events of a request and of its response.
function watch(job, name, request) {
  watchRequest(job, name, request);
  request.on('response', response => {
    watchResponse(job, name, response);
    collect(job, name, response);
  });
  return request;
}

module.exports = {Job, collect, describe, list, show, showBody, showHeaders, watch, watchRequest, watchResponse, watchSocket};
