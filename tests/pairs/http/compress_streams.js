// http::compress beside npm's compression, while the body comes in parts: pipes, back-pressure, flush, and clients that
// leave.
const http = require('http');
const net = require('net');
const zlib = require('zlib');
const {Readable} = require('stream');
const compression = require('compression');
const scenes = [];
const scene = (name, client, handler) => { scenes.push({name, client, handler}); };
const compress = compression();

let done;
function next() {
  if (scenes.length === 0) return;
  const one = scenes.shift();
  console.log('== ' + one.name);
  const server = http.createServer((request, response) => {
    compress(request, response, () => { one.handler(request, response); });
  });
  done = () => {
    server.closeAllConnections();
    server.close(next);
  };
  server.listen(0, '127.0.0.1', () => { one.client(server.address().port); });
}

// A client that decompresses what comes, and tells its parts.
const reading = (port) => {
  const options = {host: '127.0.0.1', port, headers: {'Accept-Encoding': 'gzip'}, agent: false};
  http.get(options, (response) => {
    const gunzip = response.pipe(zlib.createGunzip());
    let text = '';
    gunzip.on('data', (chunk) => {
      text += chunk;
      if (text.endsWith('\n')) console.log('client has', text.length, text.slice(-6, -1));
    });
    gunzip.on('end', () => {
      console.log('end', text.length);
      done();
    });
  });
};
// A client that sends bytes and tells the head of what comes, and how the connection ends.
const sending = (text) => (port) => {
  const socket = net.connect(port, '127.0.0.1');
  let answer = Buffer.alloc(0);
  socket.on('data', (chunk) => { answer = Buffer.concat([answer, chunk]); });
  socket.on('end', () => {
    const at = answer.indexOf('\r\n\r\n');
    console.log(answer.toString('latin1', 0, at).replace(/Date: .*\r\n/, ''));
    const body = answer.subarray(at + 4);
    console.log(body.indexOf('0\r\n\r\n') === body.length - 5 ? 'chunked' : zlib.gunzipSync(body).length);
    done();
  });
  socket.write(text);
};
// A client that reads nothing for a while, and then leaves or reads.
const slow = (leaves) => (port) => {
  const socket = net.connect(port, '127.0.0.1');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n');
  let bytes = 0;
  socket.on('data', (chunk) => { bytes += chunk.length; });
  socket.on('end', () => {
    console.log('client has all', bytes > 1000000);
    done();
  });
  setTimeout(() => {
    if (leaves) socket.resetAndDestroy();
    else socket.resume();
  }, 300);
};

scene('flush', reading, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.write('first\n');
  response.flush();
  setTimeout(() => {
    response.write('second\n');
    response.flush();
    setTimeout(() => { response.end('third\n'); }, 20);
  }, 20);
});
scene('flush before anything is written', reading, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.flush();
  response.writeHead(200);
  response.flush();
  response.end('only\n');
});
scene('a pipe', reading, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  const source = Readable.from(['one '.repeat(1000), 'two '.repeat(1000), 'three\n']);
  source.pipe(response);
  source.on('end', () => { console.log('the source ends'); });
  response.on('finish', () => { console.log('finish'); });
});
scene('a pipe that is not compressed', sending('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  Readable.from(['one', 'two', 'three\n']).pipe(response);
});
scene('HTTP/1.0', sending('GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n'), (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end('text '.repeat(1000));
});
scene('HTTP/1.0, in parts', sending('GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n'), (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.write('text '.repeat(1000));
  response.end('text '.repeat(1000));
});

const {randomBytes} = require('crypto');
const block = randomBytes(50000).toString('latin1');
// Writes until the response is full, and goes on when it drains.
const fill = (response, blocks, full) => {
  let written = 0;
  let drained = 0;
  const more = () => {
    while (written < blocks) {
      written++;
      if (!response.write(block)) return;
    }
    if (written++ === blocks) response.end();
  };
  response.on('drain', () => {
    drained++;
    more();
  });
  response.on('close', () => { console.log('close', drained > 1, full(written)); });
  more();
};
scene('a client that does not read', slow(false), (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.on('finish', () => { console.log('finish'); });
  fill(response, 400, (written) => written === 401);
});
scene('a client that does not read and leaves', slow(true), (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  fill(response, 400, (written) => written < 300);
  response.on('close', () => {
    console.log(response.write('late'));
    response.end('late');
    done();
  });
});
scene('drain without compression', slow(false), (request, response) => {
  fill(response, 400, (written) => written === 401);
});
scene('destroyed meanwhile', (port) => {
  http.get({host: '127.0.0.1', port, headers: {'Accept-Encoding': 'gzip'}, agent: false}).on('error', (error) => {
    console.log(error.code);
    done();
  });
}, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.write('some ');
  response.on('close', () => { console.log('close', response.destroyed); });
  response.destroy();
  console.log(response.write('more'));
  response.end();
});
scene('destroyed before', (port) => {
  http.get({host: '127.0.0.1', port, headers: {'Accept-Encoding': 'gzip'}, agent: false}).on('error', (error) => {
    console.log(error.code);
    done();
  });
}, (request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.destroy();
  setTimeout(() => {
    console.log(response.write('more'));
    response.end('end');
  }, 10);
});
next();
