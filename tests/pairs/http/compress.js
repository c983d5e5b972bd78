// http::compress beside npm's compression: which responses are compressed, their heads, and their bodies.
const http = require('http');
const zlib = require('zlib');
const compression = require('compression');
const cases = [];
const test = (name, options, method, headers, handler) => { cases.push({name, options, method, headers, handler}); };
const get = (name, options, headers, handler) => { test(name, options, 'GET', headers, handler); };
const gzip = {'Accept-Encoding': 'gzip'};
const text = 'all work and no play '.repeat(100);

function decompressed(response, body) {
  if (body.length === 0) return body;
  switch (response.headers['content-encoding']) {
    case 'gzip': return zlib.gunzipSync(body);
    case 'deflate': return zlib.inflateSync(body);
    case 'br': return zlib.brotliDecompressSync(body);
    default: return body;
  }
}
function show(one, response, body) {
  console.log('== ' + one.name, response.statusCode, response.statusMessage);
  for (let i = 0; i < response.rawHeaders.length; i += 2) {
    if (response.rawHeaders[i] !== 'Date') console.log(response.rawHeaders[i] + ': ' + response.rawHeaders[i + 1]);
  }
  const plain = decompressed(response, body);
  console.log(plain.length, zlib.crc32(plain), body.length < plain.length);
}
function next() {
  if (cases.length === 0) return;
  const one = cases.shift();
  const compress = compression(one.options);
  const server = http.createServer((request, response) => {
    compress(request, response, () => { one.handler(request, response); });
  });
  server.listen(0, '127.0.0.1', () => {
    const options = {host: '127.0.0.1', port: server.address().port, method: one.method, headers: one.headers, agent: false};
    const request = http.request(options, (response) => {
      const parts = [];
      response.on('data', (chunk) => { parts.push(chunk); });
      response.on('end', () => {
        show(one, response, Buffer.concat(parts));
        server.close(next);
      });
    });
    request.end();
  });
}

const plainText = (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end(text);
};
const wishes = ['gzip', 'br', 'deflate', 'identity', '*', '', 'GZIP', 'compress', 'gzip, deflate, br', 'gzip;q=0.5, br;q=0.4', 'br;q=0.5, gzip;q=0.5',
  'deflate, gzip', 'deflate;q=1, gzip;q=0.9', 'gzip;q=0', '*;q=0', 'identity;q=0', 'identity;q=1, gzip;q=0.5', 'gzip;q=x', 'gzip; q=0.5 ;x, deflate;q=0.6',
  'gzip;level=1;q=0.1, identity;q=0.2', 'gzip;Q=0.1, deflate;q=0.5', 'gzip x, deflate', '*;q=0.5, gzip;q=0', 'gzip;q=2', 'gzip;q=-1', ', ,gzip', 'br;q=0.001, *;q=0.1',
  'gzip;q=0.5=1', 'gzip;q', 'gzip;', 'deflate;q=0.5, gzip;q=0.5, deflate;q=0.6', 'deflate, *;q=0.9', 'x-gzip', 'identity, *;q=0', 'zstd, gzip;q=0.5', '*, deflate;q=0.1'];
for (const wish of wishes) get('accepts ' + wish, {}, {'Accept-Encoding': wish}, plainText);
get('says nothing', {}, {}, plainText);
for (const enforced of ['gzip', 'deflate', 'br', 'identity', '*', 'other']) {
  get('enforces ' + enforced, {enforceEncoding: enforced}, {}, plainText);
  get('enforces ' + enforced + ', the client says', {enforceEncoding: enforced}, {'Accept-Encoding': 'deflate'}, plainText);
}

const types = ['text/html', 'TEXT/HTML; charset=utf-8', ' text/css', 'application/json', 'Application/JSON;x', 'application/vnd.api+json', 'image/svg+xml', 'image/png',
  'application/octet-stream', 'application/zip', 'font/ttf', 'font/woff2', 'x/y', 'x/y+text', 'text', '', 'application/json x', 'video/mp4', 'application/wasm'];
for (const type of types) {
  get('type ' + type, {}, gzip, (request, response) => {
    response.setHeader('Content-Type', type);
    response.end(text);
  });
}
get('no type', {}, gzip, (request, response) => { response.end(text); });
get('several types', {}, gzip, (request, response) => {
  response.setHeader('Content-Type', ['text/html', 'text/plain']);
  response.end(text);
});

const thresholds = [0, 1, 2000, 2100, 2101, '0', '2kb', '3kb', '2KB', '1.5 kb', '3000', '10x', 'none', '1mb', '-1kb', '+3kb', '3 kb', '2 k', '1.kb', '1e9', NaN];
for (const threshold of thresholds) get('threshold ' + threshold, {threshold}, gzip, plainText);
for (const length of [0, 1023, 1024]) {
  get('length by end ' + length, {}, gzip, (request, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.end('x'.repeat(length));
  });
  get('length by header ' + length, {}, gzip, (request, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.setHeader('Content-Length', length);
    response.end('x'.repeat(length));
  });
  get('length not known ' + length, {}, gzip, (request, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.write('x'.repeat(length));
    response.end();
  });
}
get('length by header, written', {}, gzip, (request, response) => {
  response.writeHead(200, {'Content-Type': 'text/plain', 'content-length': text.length});
  response.write(text);
  response.end();
});

for (const vary of ['*', 'Accept', 'Accept-Encoding', 'accept-encoding', 'Accept, ACCEPT-ENCODING , X', 'A,*', 'Accept-Encodings', '']) {
  get('vary ' + vary, {}, gzip, (request, response) => {
    response.setHeader('vary', vary);
    plainText(request, response);
  });
}
get('vary twice', {}, gzip, (request, response) => {
  response.setHeader('Vary', ['A', 'B']);
  plainText(request, response);
});
for (const control of ['no-transform', 'No-Transform', 'public, no-transform', 'no-transform,x', ' no-transform ', 'no-transforms', 'x-no-transform', 'public; no-transform', 'no-cache']) {
  get('cache ' + control, {}, gzip, (request, response) => {
    response.setHeader('Cache-Control', control);
    plainText(request, response);
  });
}
get('cache twice', {}, gzip, (request, response) => {
  response.setHeader('Cache-Control', ['public', 'no-transform']);
  plainText(request, response);
});
for (const encoding of ['identity', 'Identity', 'x-own', '']) {
  get('encoded ' + encoding, {}, gzip, (request, response) => {
    response.setHeader('Content-Encoding', encoding);
    plainText(request, response);
  });
}
for (const tag of ['"strong"', 'W/"weak"']) {
  get('tag ' + tag, {}, gzip, (request, response) => {
    response.setHeader('ETag', tag);
    plainText(request, response);
  });
}
test('HEAD', {}, 'HEAD', gzip, plainText);
test('HEAD with a length', {}, 'HEAD', gzip, (request, response) => {
  response.setHeader('Content-Length', 5000);
  plainText(request, response);
});
test('POST', {}, 'POST', gzip, plainText);
get('304', {threshold: 0}, gzip, (request, response) => {
  response.statusCode = 304;
  response.setHeader('Content-Type', 'text/plain');
  response.end();
});
get('204', {threshold: 0}, gzip, (request, response) => {
  response.writeHead(204, {'Content-Type': 'text/plain'});
  response.end();
});

get('writeHead', {}, gzip, (request, response) => {
  response.setHeader('X-A', 'set');
  response.setHeader('X-B', 'set');
  response.writeHead(201, 'Made', {'X-B': 'given', 'Content-Type': 'text/plain', 'X-C': 'given'});
  response.end(text);
});
get('writeHead with a list', {}, gzip, (request, response) => {
  response.setHeader('X-A', 'set');
  response.writeHead(200, ['Content-Type', 'text/plain', 'X-A', '1', 'x-a', '2', 'Set-Cookie', 'a', 'Set-Cookie', 'b']);
  response.end(text);
});
get('writeHead, then parts', {}, gzip, (request, response) => {
  response.writeHead(200, {'Content-Type': 'text/plain'});
  console.log(response.headersSent, response.getHeader('content-encoding'), response.hasHeader('vary'));
  console.log(response.write(text), response.write(''), response.write(Buffer.from(text)));
  response.end('end');
});
get('the head twice', {}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.writeHead(200);
  try { response.writeHead(200); } catch (error) { console.log(error.code, error.message); }
  try { response.writeHead(200, {'X-A': '1'}); } catch (error) { console.log(error.code, error.message); }
  try { response.setHeader('X-A', '1'); } catch (error) { console.log(error.code, error.message); }
  response.end(text);
});
get('a wrong status', {}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  try { response.writeHead(99); } catch (error) { console.log(error.code, error.message); }
  response.statusCode = 200;
  response.end(text);
});
get('flushHeaders', {}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.flushHeaders();
  setTimeout(() => { response.end(text); }, 5);
});
get('end twice', {}, gzip, (request, response) => {
  plainText(request, response);
  response.end('more');
  console.log(response.write('more'));
});
get('end twice, written', {}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  console.log(response.write(text));
  response.end();
  response.end('more');
  console.log(response.write('more'));
});
get('encodings', {}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.write('c3a4', 'hex');
  response.write('\xe4', 'latin1');
  response.write(new Uint8Array([1, 2, 3]));
  response.end('AAEC', 'base64');
});
get('the end with an encoding', {threshold: 3}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end('AAEC', 'base64');
});
get('an end with an encoding, too short', {threshold: 4}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end('AAEC', 'base64');
});
get('empty', {threshold: 0}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end();
});
get('a large body at once', {}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end(text.repeat(100));
});
get('a large Buffer by br', {}, {'Accept-Encoding': 'br'}, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end(Buffer.from(text.repeat(100)));
});
get('trailers', {}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.setHeader('Trailer', 'X-T');
  response.write(text);
  response.addTrailers({'X-T': '1'});
  response.end();
});

get('no filter lets it through', {filter: (request, response) => false}, gzip, plainText);
get('a filter of one\'s own', {filter: (request, response) => request.url === '/' && !compression.filter(request, response)}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'image/png');
  response.end(text);
});
get('a filter that throws', {filter: (request, response) => { throw new Error('filter'); }}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  try { response.end(text); } catch (error) { console.log(error.message); }
  response.end(text);
});
get('level 0', {level: 0}, gzip, plainText);
get('level 9 and others', {level: 9, memLevel: 9, windowBits: 15, strategy: zlib.constants.Z_FILTERED, chunkSize: 1024}, gzip, plainText);
get('raw brotli', {brotli: {params: {[zlib.constants.BROTLI_PARAM_QUALITY]: 11}}}, {'Accept-Encoding': 'br'}, plainText);
get('brotli of text', {brotli: {params: {[zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT}}}, {'Accept-Encoding': 'br'}, plainText);
get('a wrong level', {level: 10}, gzip, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  try { response.end(text); } catch (error) { console.log(error.code, error.message); }
  response.end(text);
});
next();
