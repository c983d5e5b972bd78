'use strict';
// The functions and constants of which the scripts in scripts/ are made. A script is what a client sends to a server,
// in one piece or in steps. Texts are bytes: one character is one byte (latin1).
const bytes = text => (Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'));

// Returns a request made of its request line, header lines and body.
const request = (line, headers = [], body = '') => [line, ...headers, '', body].join('\r\n');

// script(name, 'bytes') sends the bytes. script(name, [send('…'), wait, send('…'), end]) sends them in steps.
const script = (name, what, more = {}) =>
  ({name, steps: Array.isArray(what) ? what : [{send: bytes(what)}], ...more});
const send = text => ({send: bytes(text)});
// Waits until no bytes have come back for a while.
const wait = {wait: true};
// Waits until the connection has ended, but at most so many milliseconds.
const pause = milliseconds => ({pause: milliseconds});
// Half-closes the connection: nothing more is sent, but the answer is still read.
const end = {end: true};

module.exports = {request, script, send, wait, pause, end};
