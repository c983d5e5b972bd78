// A request whose pipeline fails is answered, and its connection is used for the next request.
const http = require('http');
const net = require('net');
const {pipeline, Transform} = require('stream');
const promises = require('stream/promises');

const refuse = () => new Transform({
  transform(chunk, encoding, callback) {
    if (chunk.toString().includes('bad')) return callback(new Error('a bad line'));
    callback(null, chunk);
  },
});

const server = http.createServer(async (req, res) => {
  req.on('aborted', () => console.log('aborted'));
  req.on('close', () => console.log('request closed', req.destroyed, req.socket === null));
  if (req.url === '/callback') {
    pipeline(req, refuse(), error => {
      console.log('callback:', error.message);
      res.statusCode = 400;
      res.end('refused\n');
    });
    return;
  }
  try {
    await promises.pipeline(req, refuse());
    res.end('taken\n');
  } catch (error) {
    console.log('await:', error.message);
    res.writeHead(422, {'Content-Type': 'text/plain'});
    res.end(error.message + '\n');
  }
});

server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  const bodies = [['/callback', 'good\nbad\n'], ['/await', 'bad\n'], ['/callback', 'bad\nand more\n']];
  let answers = 0;
  const ask = () => {
    const [url, body] = bodies[answers];
    socket.write('POST ' + url + ' HTTP/1.1\r\nHost: a\r\nContent-Length: ' + body.length + '\r\n\r\n' + body);
  };
  socket.on('data', chunk => {
    const text = chunk.toString();
    console.log(text.split('\r\n')[0], text.includes('Connection: keep-alive'));
    answers++;
    if (answers < bodies.length) return ask();
    socket.end();
    server.close(() => console.log('closed'));
  });
  socket.on('error', error => console.log('error', error.code));
  ask();
});
