'use strict';
// Recipes of the client program that differ in the body that a request sends, and in how its response is read.
const http = require('http');
const {collect, describe, show, watch, watchRequest, watchResponse} = require('./watch.js');
const {recipes, recipe} = require('./recipe.js')();

// Makes a POST request that is not ended.
function post(job, headers = {}) {
  const options = job.options();
  options.method = 'POST';
  options.headers = headers;
  return watch(job, 'a', http.request(options));
}

recipe('postLength', job => {
  const request = post(job, {'Content-Length': 11});
  request.write('hello');
  request.end(' world');
});
recipe('postChunked', job => {
  const request = post(job);
  request.write('hello');
  request.end(' world');
});
recipe('postAtOnce', job => {
  post(job).end('hello world');
});
recipe('postEmpty', job => {
  post(job).end();
});
recipe('postEmptyWrites', job => {
  const request = post(job);
  request.write('');
  request.write('a');
  request.end('');
});
recipe('postTrailers', job => {
  const request = post(job, {'Trailer': 'X-Sum'});
  request.write('hello');
  request.addTrailers({'X-Sum': '5', 'X-Other': 'a'});
  request.end();
});
recipe('postFlush', job => {
  const request = post(job);
  request.flushHeaders();
  setImmediate(() => request.end('late'));
});
recipe('postLater', job => {
  const request = post(job);
  request.on('socket', () => setImmediate(() => {
    request.write('one');
    setImmediate(() => request.end('two'));
  }));
});
recipe('postCallbacks', job => {
  const request = post(job);
  request.write('hello', () => job.say('written'));
  request.write(' there', () => job.say('written too'));
  request.end(' world', () => job.say('ended'));
});
recipe('postCork', job => {
  const request = post(job);
  request.cork();
  request.write('a');
  request.write('b');
  job.say(`corked ${request.writableCorked} length ${request.writableLength}`);
  request.uncork();
  request.cork();
  request.write('c');
  request.end('d');
});
recipe('postEncodings', job => {
  const request = post(job);
  request.write('\xe9', 'latin1');
  request.write('aGVsbG8=', 'base64');
  request.write(Buffer.from('buffer'));
  request.end('ff00', 'hex');
});
recipe('postBig', job => {
  const request = post(job, {'Content-Length': 3000000});
  const block = Buffer.alloc(100000, 'x');
  let left = 30;
  const more = () => {
    while (left > 0) {
      left--;
      if (!request.write(block)) return request.once('drain', more);
    }
    request.end();
  };
  more();
});
recipe('postPastLength', job => {
  const request = post(job, {'Content-Length': 3});
  request.strictContentLength = true;
  try {
    request.write('hello');
  } catch (error) {
    job.say(`threw ${describe(error)}`);
  }
  request.destroy();
});
recipe('postAfterEnd', job => {
  const request = post(job);
  request.end('x');
  request.write('y', error => job.say(`written ${error.code}`));
});
recipe('postTwoCodings', job => {
  const request = post(job, {'Transfer-Encoding': 'gzip, chunked'});
  request.end('x');
});
recipe('postConnectionClose', job => {
  post(job, {'Connection': 'close', 'Content-Length': '1'}).end('x');
});
recipe('getBody', job => {
  const request = watch(job, 'a', http.request(job.options()));
  request.write('un');
  request.end('usual');
});
recipe('deleteBody', job => {
  const options = job.options();
  options.method = 'DELETE';
  watch(job, 'a', http.request(options)).end('body');
});
recipe('expect', job => {
  const request = post(job, {'Expect': '100-continue'});
  job.say(`sent ${request.headersSent}`);
  request.on('continue', () => request.end('go on'));
});
recipe('expectEnds', job => {
  const request = post(job, {'Expect': '100-continue', 'Content-Length': 2});
  request.on('continue', () => request.end('go'));
  request.on('response', () => request.destroy());
});
recipe('never', job => {
  post(job).write('begun');
});
recipe('upgrade', job => {
  const options = job.options();
  options.headers = {'Connection': 'Upgrade', 'Upgrade': 'echo'};
  const request = http.get(options);
  watch(job, 'a', request);
  request.on('upgrade', (response, socket, head) => {
    watchResponse(job, 'a', response);
    job.say(`upgrade ${job.nameOf(socket)} ${show(head.toString('latin1'))} ${job.lists()}`);
    let body = '';
    socket.on('data', chunk => { body += chunk.toString('latin1'); });
    socket.on('end', () => job.say(`got ${show(body)}`));
    socket.write('over');
  });
});
recipe('upgradeUnheard', job => {
  const options = job.options();
  options.headers = {'Connection': 'Upgrade', 'Upgrade': 'echo'};
  watch(job, 'a', http.get(options));
});
recipe('connect', job => {
  const options = job.options();
  options.method = 'CONNECT';
  options.path = 'example.com:80';
  const request = http.get(options);
  watch(job, 'a', request);
  request.on('connect', (response, socket, head) => {
    watchResponse(job, 'a', response);
    job.say(`connect ${job.nameOf(socket)} ${show(head.toString('latin1'))} ${job.lists()}`);
    let body = '';
    socket.on('data', chunk => { body += chunk.toString('latin1'); });
    socket.on('end', () => job.say(`got ${show(body)}`));
    socket.write('over');
  });
});
recipe('connectUnheard', job => {
  const options = job.options();
  options.method = 'CONNECT';
  options.path = 'example.com:80';
  watch(job, 'a', http.get(options));
});
recipe('paused', job => {
  const request = http.get(job.options());
  watchRequest(job, 'a', request);
  request.on('response', response => {
    watchResponse(job, 'a', response);
    collect(job, 'a', response);
    response.pause();
    setTimeout(() => {
      job.say('resumes');
      response.resume();
    }, 40);
  });
});
recipe('unread', job => {
  const request = http.get(job.options());
  watchRequest(job, 'a', request);
  request.on('response', response => watchResponse(job, 'a', response));
});
recipe('readLate', job => {
  const request = http.get(job.options());
  watchRequest(job, 'a', request);
  request.on('response', response => {
    watchResponse(job, 'a', response);
    setTimeout(() => {
      job.say('reads');
      collect(job, 'a', response);
    }, 40);
  });
});
recipe('encoded', job => {
  const request = http.get(job.options());
  watchRequest(job, 'a', request);
  request.on('response', response => {
    watchResponse(job, 'a', response);
    response.setEncoding('utf8');
    let body = '';
    response.on('data', text => { body += text; });
    response.on('end', () => job.say(`text ${Buffer.byteLength(body)} ${body}`));
  });
});
recipe('readable', job => {
  const request = http.get(job.options());
  watchRequest(job, 'a', request);
  request.on('response', response => {
    watchResponse(job, 'a', response);
    let body = '';
    response.on('readable', () => {
      let chunk;
      while ((chunk = response.read()) !== null) body += chunk.toString('latin1');
    });
    response.on('end', () => job.say(`read ${show(body)}`));
  });
});

module.exports = recipes;
