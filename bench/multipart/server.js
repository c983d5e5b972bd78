'use strict';
// Reads the files of forms with busboy and answers with their number and their bytes. server.cpp is the same program.
const http = require('http');
const busboy = require('busboy');

http.createServer((request, response) => {
  let files = 0;
  let bytes = 0;
  const form = busboy({headers: request.headers});
  form.on('file', (name, file) => {
    files++;
    file.on('data', chunk => {
      bytes += chunk.length;
    });
  });
  form.on('close', () => response.end(`${files} files, ${bytes} bytes`));
  request.pipe(form);
}).listen(process.env.PORT, '127.0.0.1');
