// Requests and responses as streams: pipeline, finished, and back-pressure in both directions.
const {http, scene, play, say, watch, end, reset, stop, go} = require('./server_scenes.js');
const {Readable, Transform, PassThrough, finished, pipeline} = require('stream');
const post = (length) => 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ' + length + '\r\n\r\n';
const handle = (name, steps, f) => { scene(name, () => http.createServer(f), steps); };
const told = (name) => (error) => { say(name, error ? error.code : 'fine', error ? error.message : ''); };
handle('pipeline', [post(6) + 'abc', 20, 'def'], (request, response) => {
  const upper = new Transform({transform(chunk, encoding, callback) { callback(null, chunk.toString().toUpperCase()); }});
  pipeline(request, upper, response, told('pipeline'));
});
handle('pipeline, aborted', [post(6) + 'abc', 20, reset], (request, response) => {
  watch(request, response);
  pipeline(request, new PassThrough(), response, told('pipeline'));
});
handle('pipeline to a client that leaves', ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', 20, reset], (request, response) => {
  watch(request, response);
  const source = new Readable({read() {}});
  source.push('some');
  source.on('close', () => { say('source closed', source.destroyed); });
  pipeline(source, response, told('pipeline'));
});
handle('pipeline from one that fails', ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', 20], (request, response) => {
  watch(request, response);
  const source = new Readable({read() {}});
  source.push('some');
  setTimeout(() => { source.destroy(new Error('broken')); }, 10);
  pipeline(source, response, told('pipeline'));
});
handle('finished', [post(3) + 'abc'], (request, response) => {
  finished(request, told('request'));
  finished(response, told('response'));
  request.resume();
  response.end('answer');
});
handle('finished, the request unread', [post(3) + 'abc'], (request, response) => {
  finished(response, told('response'));
  response.end('answer');
});
handle('finished, reset', [post(6) + 'abc', 20, reset], (request, response) => {
  finished(request, told('request'));
  finished(response, told('response'));
});
handle('finished, reset when written', [post(3) + 'abc', 20, reset], (request, response) => {
  request.resume();
  finished(request, told('request'));
  response.write('part');
  finished(response, told('response'));
});
handle('finished, afterwards', [post(3) + 'abc'], (request, response) => {
  request.resume();
  response.end('answer');
  response.on('close', () => {
    finished(response, told('response'));
    finished(request, told('request'));
  });
});
handle('finished, destroyed', [post(3) + 'abc'], (request, response) => {
  response.destroy();
  finished(response, told('response'));
});
handle('a paused request holds the client up', [post(3000000) + 'x'.repeat(1000000), 'x'.repeat(1000000), 'x'.repeat(1000000), 150], (request, response) => {
  let length = 0;
  request.on('data', (chunk) => { length += chunk.length; });
  request.pause();
  setTimeout(() => {
    say(length, request.readableLength > 0, request.readableLength < 200000, request.socket.bytesRead < 2900000);
    request.resume();
  }, 60);
  request.on('end', () => { response.end('' + length); });
});
handle('a client that does not read', ['GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', stop, 100, go, 500], (request, response) => {
  const block = Buffer.alloc(100000, 'x');
  let count = 0;
  let drained = 0;
  const more = () => {
    while (count < 200) {
      count++;
      if (!response.write(block)) return;
    }
    if (count++ === 200) response.end();
  };
  response.on('drain', () => { drained++; more(); });
  response.on('finish', () => { say('finish', drained > 1, drained < 201); });
  more();
  setTimeout(() => { say(count < 150, response.writableNeedDrain, response.writableLength > 0, response.writableLength < 8000000); }, 50);
});
play();
