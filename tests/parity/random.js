'use strict';
// Makes random scripts from those of the sets: bytes are changed, removed, repeated and exchanged between scripts. The
// same seed gives the same scripts.
//   node tests/parity/run.js --random 2000 --seed 7
function generator(seed) {
  let state = (seed * 2654435761 + 88172645463325252) >>> 0 || 1;
  // xorshift32
  return limit => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

// Pieces that break parsers, or on which parsers base decisions.
const PIECES = ['\r\n', '\n', '\r', ' ', '\t', ':', '\0', '\xff', '\x80', '0', '-1', ',', ';', '"', '%', '%4', '?', '#', '&', '=',
  '+', '[', ']', '\\', '/', '//', 'HTTP/1.1', 'HTTP/1.0', 'GET ', 'HEAD ', 'POST ', 'Content-Length: 3\r\n', 'Content-Length: 0\r\n',
  'Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: gzip\r\n', 'Connection: close\r\n', 'Connection: keep-alive\r\n',
  'Connection: upgrade\r\nUpgrade: x\r\n', 'Expect: 100-continue\r\n', 'Expect: x\r\n', 'Host: b\r\n', '\r\n\r\n', '0\r\n\r\n',
  '3\r\nabc\r\n', 'value=', 'value', '&value=x', '%C3%A9', '%ff', 'http://a', 'X: y\r\n', 'Trailer: X\r\n', 'Keep-Alive: timeout=1\r\n',
  'Proxy-Connection: close\r\n', 'GET /?value=hello HTTP/1.1\r\nHost: a\r\n\r\n'];

function randomScripts(sources, count, seed) {
  const random = generator(seed);
  const pick = list => list[random(list.length)];
  // Long scripts, and scripts that end the server, are not useful here.
  const texts = sources.filter(script => !script.ends)
    .map(script => Buffer.concat(script.steps.filter(step => step.send).map(step => step.send)).toString('latin1'))
    .filter(text => text.length > 0 && text.length < 2000);
  return Array.from({length: count}, (_, i) => {
    let text = pick(texts);
    for (let n = 1 + random(4); n > 0; n--) {
      const at = random(text.length + 1);
      const length = random(random(3) ? 4 : 40);
      const kind = random(8);
      if (kind <= 2) text = text.slice(0, at) + pick(PIECES) + text.slice(at);
      else if (kind === 3) text = text.slice(0, at) + text.slice(at + length);
      else if (kind === 4) text = text.slice(0, at) + pick(PIECES) + text.slice(at + length);
      else if (kind === 5) text = text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + 1);
      else if (kind === 6) text = text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
      else text = text.slice(0, at) + pick(texts).slice(random(100));
    }
    // Sometimes another request follows, which shows the state of the connection after the random bytes.
    if (random(3) === 0) text += 'GET /?value=after HTTP/1.1\r\nHost: a\r\n\r\n';
    return {name: `random ${seed}/${i}`, steps: [{send: Buffer.from(text, 'latin1')}]};
  });
}

module.exports = {randomScripts};
