'use strict';
// Recipes of the client program that destroy or abort a request, or that set a time-out.
const http = require('http');
const {collect, describe, watch, watchRequest, watchResponse} = require('./watch.js');
const {recipes, recipe} = require('./recipe.js')();

// Calls `f` when the request has reached `stage`.
function at(job, request, stage, f) {
  const act = () => {
    job.say(`now, ${stage}`);
    f();
  };
  if (stage === 'first') act();
  if (stage === 'tick') process.nextTick(act);
  if (stage === 'immediate') setImmediate(act);
  if (stage === 'later') setTimeout(act, 40);
  if (stage === 'socket') request.on('socket', act);
  if (stage === 'connect') request.on('socket', socket => socket.on('connect', act));
  if (stage === 'finish') request.on('finish', act);
  if (stage === 'information') request.on('information', act);
  if (stage === 'response') request.on('response', act);
  if (stage === 'data') request.on('response', response => response.once('data', act));
  if (stage === 'end') request.on('response', response => response.on('end', act));
  if (stage === 'responseClose') request.on('response', response => response.on('close', act));
  if (stage === 'close') request.on('close', act);
}

recipe('destroy', job => {
  const request = watch(job, 'a', http.request(job.options()));
  at(job, request, job.argument, () => request.destroy());
  request.end();
});
recipe('destroyError', job => {
  const request = watch(job, 'a', http.request(job.options()));
  at(job, request, job.argument, () => request.destroy(new TypeError('given up')));
  request.end();
});
recipe('abort', job => {
  const request = watch(job, 'a', http.request(job.options()));
  at(job, request, job.argument, () => {
    request.abort();
    request.abort();
  });
  request.end();
});
recipe('signal', job => {
  const controller = new AbortController();
  const options = job.options();
  options.signal = controller.signal;
  const request = watch(job, 'a', http.request(options));
  at(job, request, job.argument, () => controller.abort());
  request.end();
});
recipe('signalReason', job => {
  const controller = new AbortController();
  const options = job.options();
  options.signal = controller.signal;
  const request = watch(job, 'a', http.request(options));
  at(job, request, job.argument, () => controller.abort(new Error('why')));
  request.end();
});
recipe('signalBefore', job => {
  const options = job.options();
  options.signal = AbortSignal.abort();
  watch(job, 'a', http.get(options));
});
recipe('destroyAlone', job => {
  const options = job.options();
  options.agent = false;
  const request = watch(job, 'a', http.request(options));
  at(job, request, job.argument, () => request.destroy());
  request.end();
});
recipe('destroyPost', job => {
  const options = job.options();
  options.method = 'POST';
  const request = watch(job, 'a', http.request(options));
  request.write('begun');
  at(job, request, job.argument, () => request.destroy());
});
recipe('destroyTwice', job => {
  const request = watch(job, 'a', http.get(job.options()));
  request.destroy(new Error('first'));
  request.destroy(new Error('second'));
  job.say(`destroyed ${request.destroyed}`);
});
recipe('writeDestroyed', job => {
  const options = job.options();
  options.method = 'POST';
  const request = watch(job, 'a', http.request(options));
  request.destroy();
  request.write('x', error => job.say(`written ${describe(error)}`));
  request.end();
});
recipe('resDestroy', job => {
  const request = http.get(job.options());
  watchRequest(job, 'a', request);
  request.on('response', response => {
    watchResponse(job, 'a', response);
    collect(job, 'a', response);
    at(job, request, job.argument, () => response.destroy());
    if (job.argument === 'inResponse') response.destroy();
    if (job.argument === 'inData') response.once('data', () => response.destroy());
    if (job.argument === 'inEnd') response.on('end', () => response.destroy());
  });
});
recipe('resDestroyError', job => {
  const request = http.get(job.options());
  watchRequest(job, 'a', request);
  request.on('response', response => {
    watchResponse(job, 'a', response);
    collect(job, 'a', response);
    if (job.argument === 'inResponse') response.destroy(new Error('enough'));
    if (job.argument === 'inData') response.once('data', () => response.destroy(new Error('enough')));
    if (job.argument === 'inEnd') response.on('end', () => response.destroy(new Error('enough')));
  });
});
recipe('socketDestroy', job => {
  const request = watch(job, 'a', http.request(job.options()));
  at(job, request, job.argument, () => request.socket.destroy());
  request.end();
});
recipe('socketError', job => {
  const request = watch(job, 'a', http.request(job.options()));
  at(job, request, job.argument, () => request.socket.destroy(new Error('broken')));
  request.end();
});
recipe('timeoutOption', job => {
  const options = job.options();
  options.timeout = 40;
  watch(job, 'a', http.get(options));
});
recipe('timeoutDestroys', job => {
  const options = job.options();
  options.timeout = 40;
  const request = watch(job, 'a', http.get(options));
  request.on('timeout', () => request.destroy());
});
recipe('timeoutAlone', job => {
  const options = job.options();
  options.agent = false;
  options.timeout = 40;
  watch(job, 'a', http.get(options));
});
recipe('setTimeout', job => {
  const request = watch(job, 'a', http.get(job.options()));
  request.setTimeout(40, () => job.say('timed out'));
});
recipe('setTimeoutOnSocket', job => {
  const request = watch(job, 'a', http.get(job.options()));
  request.on('socket', () => request.setTimeout(40, () => {
    job.say('timed out');
    request.destroy(new Error('too slow'));
  }));
});
recipe('resTimeout', job => {
  const request = watch(job, 'a', http.get(job.options()));
  request.on('response', response => response.setTimeout(40, () => {
    job.say('timed out');
    response.destroy();
  }));
});
recipe('clearTimeout', job => {
  const options = job.options();
  options.timeout = 40;
  const request = watch(job, 'a', http.get(options));
  request.on('socket', () => request.setTimeout(0));
});
recipe('badTimeout', job => {
  const options = job.options();
  options.timeout = -1;
  watch(job, 'a', http.get(options));
});
recipe('badSetTimeout', job => {
  const request = watch(job, 'a', http.get(job.options()));
  try {
    request.setTimeout(-1);
  } catch (error) {
    job.say(`threw ${describe(error)}`);
  }
});
recipe('noDelay', job => {
  const request = watch(job, 'a', http.get(job.options()));
  request.setNoDelay();
  request.setSocketKeepAlive(true, 1000);
});

module.exports = recipes;
