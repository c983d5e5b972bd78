const busboy = require('busboy');
const fs = require('fs');
const http = require('http');
const {pipeline} = require('stream');

// Stores the files of forms. GET / answers with the page whose file is the first argument; POST /files stores each file of a
// form in the folder that is the second argument, and answers with a line for each field and file. A form has at most ten
// files, of at most 200 MB. The page shows how far an upload has come.

const page = fs.readFileSync(process.argv[2]);
let stored = 0;

function store(file, filename, done) {
  const target = `${process.argv[3]}/${stored = stored + 1}-${filename.replace(/[^\w.-]/g, '_')}`;
  let size = 0;
  file.on('data', chunk => {
    size += chunk.length;
  });
  pipeline(file, fs.createWriteStream(target), error => {
    const failure = error ? error.message : file.truncated ? 'The file is too large' : '';
    if (failure) fs.unlink(target, () => {});
    done(failure, size);
  });
}

function receive(request, response) {
  const lines = [];
  let failure = '';
  let waiting = 1;
  function partDone() {
    if (--waiting > 0) return;
    response.writeHead(failure ? 400 : 201, {'Content-Type': 'text/plain; charset=utf-8'});
    response.end(failure ? failure + '\n' : lines.join(''));
  }

  const bb = busboy({headers: request.headers, defParamCharset: 'utf8', limits: {fileSize: 2e8, files: 10, fields: 100}});
  bb.on('file', (name, file, info) => {
    const index = lines.push('') - 1;
    const filename = info.filename || 'unnamed';
    waiting++;
    store(file, filename, (error, size) => {
      if (error) failure = failure || error;
      lines[index] = `${name}: ${filename}, ${info.mimeType}, ${size} bytes\n`;
      partDone();
    });
  });
  bb.on('field', (name, value) => {
    lines.push(`${name} = ${value}\n`);
  });
  bb.on('filesLimit', () => {
    failure = 'There are too many files';
  });
  bb.on('error', error => {
    failure = failure || error.message;
    bb.destroy();
    request.resume();
  });
  bb.on('close', partDone);
  request.on('close', () => {
    if (!request.complete) bb.destroy();
  });
  request.pipe(bb);
}

const server = http.createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/') {
    response.writeHead(200, {'Content-Type': 'text/html; charset=utf-8'});
    response.end(page);
  } else if (request.method === 'POST' && request.url === '/files') {
    try {
      receive(request, response);
    } catch (error) {
      response.writeHead(415, {'Content-Type': 'text/plain'});
      response.end(error.message + '\n');
    }
  } else {
    response.writeHead(404, {'Content-Type': 'text/plain'});
    response.end('There is no such page.\n');
  }
});

server.listen(process.env.PORT || 8080, '127.0.0.1', () => console.log('listening on', server.address().port));
