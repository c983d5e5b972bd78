const http = require('http');
const querystring = require('querystring');

// The url lists the calls on the response, one in each segment: /writeHead=200/write=abc/end. Errors that a call throws
// and values that a call asks for are noted, and `notes` sends the notes.
function act(request, response, name, a, notes) {
  if (name === '') response.end('ok');
  // State
  if (name === 'status') response.statusCode = Number(a[0]);
  if (name === 'message') response.statusMessage = a[0];
  if (name === 'noDate') response.sendDate = false;
  if (name === 'noKeep') response.shouldKeepAlive = false;
  if (name === 'noChunks') response.useChunkedEncodingByDefault = false;
  if (name === 'strict') response.strictContentLength = true;
  if (name === 'sent') notes.text += 'sent ' + response.headersSent + '\n';
  if (name === 'ended') notes.text += 'ended ' + response.writableEnded + ' ' + response.finished + '\n';
  if (name === 'finished') notes.text += 'finished ' + response.writableFinished + '\n';
  if (name === 'length') notes.text += 'length ' + response.writableLength + '\n';
  if (name === 'kept') notes.text += 'keep ' + response.shouldKeepAlive + ' chunks ' + response.chunkedEncoding + '\n';
  if (name === 'showStatus') notes.text += 'status ' + response.statusCode + ' ' + (response.statusMessage || '') + '\n';
  // Headers
  if (name === 'set') response.setHeader(a[0], a[1]);
  if (name === 'setList') response.setHeader(a[0], [a[1], a[2]]);
  if (name === 'setNumber') response.setHeader(a[0], Number(a[1]));
  if (name === 'setTwo') response.setHeader('A', '1').setHeader('B', '2');
  if (name === 'append') response.appendHeader(a[0], a[1]);
  if (name === 'appendList') response.appendHeader(a[0], [a[1], a[2]]);
  if (name === 'remove') response.removeHeader(a[0]);
  if (name === 'get') notes.text += 'get ' + response.getHeader(a[0]) + '\n';
  if (name === 'has') notes.text += 'has ' + response.hasHeader(a[0]) + '\n';
  if (name === 'names') notes.text += 'names ' + response.getHeaderNames().join(' ') + '\n';
  if (name === 'rawNames') notes.text += 'rawNames ' + response.getRawHeaderNames().join(' ') + '\n';
  if (name === 'flush') response.flushHeaders();
  if (name === 'trailer') response.addTrailers({[a[0]]: a[1]});
  if (name === 'trailerList') response.addTrailers({[a[0]]: [a[1], a[2]]});
  // Heads
  if (name === 'writeHead') response.writeHead(Number(a[0]));
  if (name === 'writeHeadSays') response.writeHead(Number(a[0]), a[1]);
  if (name === 'writeHeadWith') response.writeHead(Number(a[0]), {[a[1]]: a[2]});
  if (name === 'writeHeadList') response.writeHead(Number(a[0]), {[a[1]]: [a[2], a[3]]});
  if (name === 'writeHeadTwo') response.writeHead(Number(a[0]), {[a[1]]: a[2], [a[3]]: a[4]});
  if (name === 'writeHeadAll') response.writeHead(Number(a[0]), a[1], {[a[2]]: a[3]});
  if (name === 'chain') response.writeHead(Number(a[0])).end(a[1]);
  if (name === 'continue') response.writeContinue();
  if (name === 'processing') response.writeProcessing();
  if (name === 'hints') response.writeEarlyHints({link: a[0]});
  if (name === 'hintsWith') response.writeEarlyHints({link: [a[0], a[1]], [a[2]]: a[3]});
  // Bodies
  if (name === 'write') response.write(a[0]);
  if (name === 'writeAs') response.write(a[0], a[1]);
  if (name === 'writeBytes') response.write(Buffer.from(a[0], 'hex'));
  if (name === 'writeMany') response.write(a[0].repeat(Number(a[1])));
  if (name === 'end') response.end();
  if (name === 'endWith') response.end(a[0]);
  if (name === 'endAs') response.end(a[0], a[1]);
  if (name === 'endBytes') response.end(Buffer.from(a[0], 'hex'));
  if (name === 'endMany') response.end(a[0].repeat(Number(a[1])));
  if (name === 'cork') response.cork();
  if (name === 'uncork') response.uncork();
  if (name === 'notes') response.end(notes.text);
  if (name === 'writeNotes') response.write(notes.text);
  // Other ways to end
  if (name === 'destroy') response.destroy();
  if (name === 'destroyRequest') request.destroy();
  if (name === 'socketEnd') request.socket.end();
  if (name === 'socketDestroy') request.socket.destroy();
  if (name === 'socketWrite') request.socket.write(a[0]);
  if (name === 'throw') throw new Error('thrown on purpose');
}

function perform(request, response, steps, from, notes) {
  for (let i = from; i < steps.length; i++) {
    const name = steps[i].split('=')[0];
    const a = steps[i].slice(name.length + 1).split(',').map(arg => querystring.unescape(arg));
    const goOn = () => perform(request, response, steps, i + 1, notes);
    if (name === 'tick') return process.nextTick(goOn);
    if (name === 'later') return setImmediate(goOn);
    if (name === 'wait') return setTimeout(goOn, 5);
    if (name === 'body') return request.resume().on('end', goOn);
    if (name === 'uncaught') throw new Error('thrown on purpose');
    try {
      act(request, response, name, a, notes);
    } catch (error) {
      notes.text += error.name + ' ' + error.code + ' ' + error.message + '\n';
    }
  }
}

const server = http.createServer((request, response) => {
  const notes = {text: ''};
  const steps = request.url.split('/').slice(1);
  // Without a listener, an error of the response would end the program.
  if (!request.url.includes('/deaf')) response.on('error', (error) => { notes.text += 'event ' + error.code + '\n'; });
  perform(request, response, steps, 0, notes);
});
server.listen(process.env.PORT || 2002, '127.0.0.1');
