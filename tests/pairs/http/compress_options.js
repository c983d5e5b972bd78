// Options of zlib that http::compress passes on: a dictionary, and what is flushed by itself.
const http = require('http');
const zlib = require('zlib');
const compression = require('compression');

const dictionary = Buffer.from('name price description available '.repeat(8));
const text = '{"name": "a", "price": 1, "description": "none", "available": true}\n'.repeat(40);

function serve(options, encoding, handler, then) {
  const compress = compression(options);
  const server = http.createServer((request, response) => {
    compress(request, response, () => {
      response.setHeader('Content-Type', 'text/plain');
      handler(response);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const headers = {'Accept-Encoding': encoding};
    http.get({agent: false, headers, host: '127.0.0.1', port: server.address().port}, (response) => {
      console.log(response.headers['content-encoding']);
      then(response, () => server.close());
    });
  });
}

function whole(response, then) {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => then(Buffer.concat(chunks)));
}

serve({dictionary}, 'deflate', (response) => response.end(text), (response, close) => {
  whole(response, (body) => {
    console.log(body.length < text.length / 20, zlib.inflateSync(body, {dictionary}).toString() === text);
    try {
      zlib.inflateSync(body);
    } catch (error) {
      console.log(error.code);
    }
    close();
    flushed();
  });
});

// Each write comes at once, without a call of flush().
function flushed() {
  let going;
  serve({flush: zlib.constants.Z_SYNC_FLUSH, threshold: 0}, 'gzip', (response) => {
    going = response;
    response.write('first\n');
  }, (response, close) => {
    const gunzip = response.pipe(zlib.createGunzip());
    gunzip.on('data', (chunk) => {
      console.log('client:', chunk.toString().trim());
      if (chunk.toString() === 'first\n') going.end('last\n');
    });
    gunzip.on('end', () => {
      close();
      finishing();
    });
  });
}

function finishing() {
  serve({finishFlush: zlib.constants.Z_SYNC_FLUSH}, 'gzip', (response) => response.end(text), (response, close) => {
    whole(response, (body) => {
      try {
        zlib.gunzipSync(body);
      } catch (error) {
        console.log(error.code);
      }
      console.log(zlib.gunzipSync(body, {finishFlush: zlib.constants.Z_SYNC_FLUSH}).toString() === text);
      close();
    });
  });
}
