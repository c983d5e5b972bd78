// The methods write, end and cork of a response in right and wrong order: their results, and when their callbacks are
// called.
const {http, scene, play, attempt, say, watch, get} = require('./server_scenes.js');
const respond = (name, f, options = {}, input = get) => {
  scene(name, () => http.createServer(options, (request, response) => {
    watch(request, response);
    f(response);
  }), [input]);
};
const done = (name) => (error) => { say(name, error ? error.code : 'done'); };
const state = (response) => {
  say(response.headersSent, response.writableEnded, response.finished, response.writableFinished, response.writableLength,
    response.writableHighWaterMark, response.writableNeedDrain, response.writableCorked, response.writable,
    response.destroyed, response.closed, response.writableObjectMode);
};
respond('states', (response) => {
  state(response);
  response.write('abc');
  state(response);
  response.end('def', () => { state(response); });
  state(response);
  response.on('finish', () => { state(response); });
  response.on('close', () => { state(response); });
});
respond('callbacks', (response) => {
  say(response.write('a', done('a')), response.write('b', 'latin1', done('b')), response.write('', done('empty')));
  say(response.end('c', 'utf8', done('end')) === response);
  response.end(done('end again'));
  process.nextTick(() => { say('tick'); });
  setImmediate(() => { response.end(done('end late')); });
});
respond('one chunk', (response) => {
  response.end('c', done('end'));
  response.end(done('end again'));
  response.on('finish', () => { response.end(done('end in finish')); });
});
respond('end without a chunk', (response) => { response.end(done('end')); });
respond('encodings', (response) => {
  response.write('YWJj', 'base64');
  response.write('616263', 'hex');
  response.write('é', 'latin1');
  response.write('é', 'utf16le');
  response.write('é', 'ascii');
  response.write(Buffer.from('bytes'));
  response.write(new Uint8Array([65, 66]));
  response.end('2d', 'hex');
});
respond('length by encoding', (response) => { response.end('YWJj', 'base64'); });
respond('wrong', (response) => {
  attempt('null', () => response.write(null));
  attempt('unknown encoding', () => response.setHeader('X', '1'));
  response.end();
  attempt('write after end', () => say(response.write('x', done('write'))));
  attempt('end after end', () => response.end('x', done('end')));
  attempt('head after end', () => response.writeHead(200));
  attempt('flush after end', () => response.flushHeaders());
  attempt('trailers after end', () => response.addTrailers({'X': '1'}));
  attempt('cork after end', () => response.cork());
  attempt('uncork after end', () => response.uncork());
});
respond('flush', (response) => {
  response.flushHeaders();
  say(response.headersSent, response.writableLength);
  attempt('head', () => response.writeHead(200));
  response.end('late');
});
respond('flush, then a length', (response) => {
  response.writeHead(200, {'Content-Length': 4});
  response.flushHeaders();
  response.end('late');
});
respond('flush and end', (response) => { response.flushHeaders(); response.end(); });
respond('corked', (response) => {
  response.write('first');
  response.cork();
  response.cork();
  say(response.writableCorked, response.write('a', done('a')), response.write('b', done('b')), response.writableLength);
  response.uncork();
  say(response.writableCorked, response.writableLength);
  response.uncork();
  say(response.writableCorked);
  response.end('last');
});
respond('corked from the start', (response) => {
  response.cork();
  response.write('a');
  response.write('b');
  response.uncork();
  response.end();
});
respond('corked at the end', (response) => {
  response.write('a');
  response.cork();
  response.write('b', done('b'));
  response.end('c', done('end'));
  say(response.writableCorked);
});
respond('corked with a length', (response) => {
  response.setHeader('Content-Length', 2);
  response.cork();
  response.write('a');
  response.write('b');
  setTimeout(() => { response.uncork(); response.end(); }, 5);
});
respond('no body', (response) => {
  say(response.write('a', done('write')));
  response.end('b', done('end'));
}, {}, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
respond('no body, refused', (response) => {
  attempt('write', () => response.write('a', done('write')));
  attempt('end', () => response.end('b', done('end')));
  response.end();
}, {rejectNonStandardBodyWrites: true}, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
respond('204, refused', (response) => {
  response.writeHead(204);
  attempt('write', () => response.write('a', done('write')));
  response.end();
}, {rejectNonStandardBodyWrites: true});
respond('strict, right', (response) => {
  response.strictContentLength = true;
  response.setHeader('Content-Length', 4);
  response.write('ab');
  response.end('cd');
});
respond('strict, too much', (response) => {
  response.strictContentLength = true;
  response.writeHead(200, {'Content-Length': 3});
  response.write('ab');
  attempt('write', () => response.write('cd'));
  attempt('end', () => response.end('cd'));
  response.end('e');
});
respond('strict, too little', (response) => {
  response.strictContentLength = true;
  response.writeHead(200, {'Content-Length': 3});
  response.write('ab');
  attempt('end', () => response.end());
  response.destroy();
});
respond('strict without a length', (response) => {
  response.strictContentLength = true;
  response.write('ab');
  response.end('cd');
});
respond('strict, one chunk', (response) => {
  response.strictContentLength = true;
  attempt('end', () => response.end('cd', done('end')));
  response.destroy();
});
respond('much', (response) => {
  const block = Buffer.alloc(100000, 'x');
  say(response.write(block.toString(), done('text')), response.writableNeedDrain);
  response.once('drain', () => {
    say('drained', response.writableNeedDrain, response.writableLength);
    response.end();
  });
});
respond('pipe', (response) => { response.pipe(process.stdout); response.end(); });
respond('timeout', (response) => {
  say(response.setTimeout(15, (socket) => { say('callback', socket === response.socket); response.end('late'); }) === response);
});
play();
