'use strict';
// The functions and constants of which the scripts in scripts/ are made. A script describes a server, with its name and
// the steps of each connection, and the recipe that the client program runs against the server. Texts are bytes: one
// character is one byte (latin1).
const bytes = text => (Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'));

const send = text => ({send: bytes(text)});
// Waits until the head of a request has come, or until `text` has come after that.
const request = {request: true};
const got = text => ({got: text});
// Waits until the client has printed a line with `text`.
const said = text => ({said: text});
// Waits until the client has handled what was sent.
const wait = {wait: true};
const sleep = ms => ({sleep: ms});
const end = {end: true};
const reset = {reset: true};

// script('name', 'recipe argument', 'answer', …) is a server with one or several connections, each with its steps. A
// text instead of steps is the answer to a request.
function script(name, recipe, ...connections) {
  const more = typeof connections.at(-1) === 'object' && !Array.isArray(connections.at(-1)) ? connections.pop() : {};
  const steps = connections.map(steps => (Array.isArray(steps) ? steps : [request, send(steps)]));
  return {name, recipe, connections: steps, ...more};
}

// Returns a response made of a status line, header lines and a body.
const answer = (line, headers = [], body = '') => [line, ...headers, '', body].join('\r\n');
const ok = (body, ...headers) => answer('HTTP/1.1 200 OK', [`Content-Length: ${body.length}`, ...headers], body);

module.exports = {answer, end, got, ok, request, reset, said, script, send, sleep, wait};
