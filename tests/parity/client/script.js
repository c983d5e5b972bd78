'use strict';
// What script files are written with. Text is bytes: one character, one byte (latin1).
const bytes = text => (Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'));

const send = text => ({send: bytes(text)});
// Until a request's head has come; until `text` has come behind that.
const request = {request: true};
const got = text => ({got: text});
// Until the client has printed a line with `text`.
const said = text => ({said: text});
// Until the client has handled what was sent.
const wait = {wait: true};
const sleep = ms => ({sleep: ms});
const end = {end: true};
const reset = {reset: true};

// script('name', 'recipe argument', 'answer', …): a server that takes one connection, or several, each with its steps.
// Steps that are a text alone are the answer to a request.
function script(name, recipe, ...connections) {
  const more = typeof connections.at(-1) === 'object' && !Array.isArray(connections.at(-1)) ? connections.pop() : {};
  const steps = connections.map(steps => (Array.isArray(steps) ? steps : [request, send(steps)]));
  return {name, recipe, connections: steps, ...more};
}

// An answer from its status line, header lines and body.
const answer = (line, headers = [], body = '') => [line, ...headers, '', body].join('\r\n');
const ok = (body, ...headers) => answer('HTTP/1.1 200 OK', [`Content-Length: ${body.length}`, ...headers], body);

module.exports = {answer, end, got, ok, request, reset, said, script, send, sleep, wait};
