'use strict';
// Scripts that test requests which the client program destroys or aborts, and requests that run into a time-out.
const {answer, end, ok, request, script, send, wait} = require('../script.js');

const stages = ['first', 'tick', 'immediate', 'socket', 'connect', 'finish', 'response', 'data', 'end', 'responseClose', 'close'];
const some = ['first', 'tick', 'socket', 'connect', 'finish', 'response', 'data', 'end'];
const steps = [request, wait, send(ok('hello world'))];
const halves = [request, wait, send('HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello'), wait, send(' world')];
// When a socket without a listener of `error` fails, the error ends the client program.
const fatal = ['destroyError at data', 'signal at data', 'signalReason at data', 'socketError at data', 'socketError at end'];
const at = (recipe, stage) => script(`${recipe} at ${stage}`, `${recipe} ${stage}`, steps,
  fatal.includes(`${recipe} at ${stage}`) ? {cuts: 0, ends: true} : {cuts: 1});
const slow = {quiet: 120, cuts: 2};

module.exports = [
  ...['destroy', 'destroyError', 'abort', 'signal'].flatMap(recipe =>
    stages.map(stage => at(recipe, stage))),
  ...['destroyAlone', 'signalReason', 'socketDestroy', 'socketError'].flatMap(recipe => some.slice(recipe < 'so' ? 0 : 2)
    .map(stage => at(recipe, stage))),
  ...['tick', 'socket', 'connect', 'response', 'data'].map(stage =>
    script(`destroyPost at ${stage}`, `destroyPost ${stage}`, steps, {cuts: 1})),
  ...['destroy', 'destroyError', 'abort', 'signal'].map(recipe =>
    script(`${recipe} at data, in halves`, `${recipe} data`, halves, {cuts: 1})),
  script('destroy at a 103', 'destroy information', answer('HTTP/1.1 103 Hints', ['Link: x']) + ok('ok'), {cuts: 3}),
  script('destroy at silence', 'destroy later', [request], slow),
  script('abort at silence', 'abort later', [request], slow),
  script('signal at silence', 'signal later', [request], slow),
  script('destroy at half a head', 'destroy later', [request, send('HTTP/1.1 200 OK\r\nA: ')], slow),
  script('destroy at half a body', 'destroy later', [request, send('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')], slow),
  ...['inResponse', 'inData', 'inEnd', 'close'].flatMap(stage => [
    script(`response destroyed: ${stage}`, `resDestroy ${stage}`, steps, {cuts: 1}),
    script(`response destroyed: ${stage}, in halves`, `resDestroy ${stage}`, halves, {cuts: 1}),
    script(`response destroyed with an error: ${stage}`, `resDestroyError ${stage}`, steps, {cuts: 1})]),
  ...['timeoutOption', 'timeoutDestroys', 'timeoutAlone', 'setTimeout', 'setTimeoutOnSocket', 'resTimeout', 'clearTimeout']
    .flatMap(recipe => [
      script(`${recipe}: silence`, recipe, [request], slow),
      script(`${recipe}: half a body`, recipe, [request, send('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')], slow),
      script(`${recipe}: in time`, recipe, steps, slow),
      script(`${recipe}: in time, closed`, recipe, [request, send(ok('ok')), end], slow)]),
];
