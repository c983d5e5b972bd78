'use strict';
// What script files are written with. Text is bytes: one character, one byte (latin1).
const bytes = text => (Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'));

// A request from its line, header lines and body.
const request = (line, headers = [], body = '') => [line, ...headers, '', body].join('\r\n');

// script(name, 'bytes') sends them; script(name, [send('…'), wait, send('…'), end]) does it in steps.
const script = (name, what, more = {}) =>
  ({name, steps: Array.isArray(what) ? what : [{send: bytes(what)}], ...more});
const send = text => ({send: bytes(text)});
// Until nothing has come back for a while.
const wait = {wait: true};
// Until the connection is over, at most so many milliseconds.
const pause = milliseconds => ({pause: milliseconds});
// Half-close: no more from us, still listening.
const end = {end: true};

module.exports = {request, script, send, wait, pause, end};
