// The events of send: headers, file, directory, error and end.
const fs = require('fs');
const http = require('http');
const send = require('send');
const folder = fs.mkdtempSync('/tmp/sent-');
fs.writeFileSync(folder + '/a.txt', 'a file\n');
fs.writeFileSync(folder + '/.hidden', 'secret\n');
fs.mkdirSync(folder + '/sub');
const inFolder = (path) => path.slice(folder.length);
const log = [];
const server = http.createServer((request, response) => {
  const sending = send(request, request.url, {root: folder, index: false});
  sending.on('headers', (response, path, stat) => {
    log.push(`headers ${inFolder(path)} ${stat.size} ${response.headersSent}`);
    response.setHeader('Cache-Control', 'private');
    response.setHeader('X-Path', inFolder(path));
  });
  sending.on('file', (path, stat) => log.push(`file ${inFolder(path)} ${stat.isFile()}`));
  sending.on('end', () => log.push('end'));
  if (!request.headers['x-plain']) {
    sending.on('directory', (response, path) => {
      log.push('directory ' + inFolder(path));
      response.statusCode = 403;
      response.end('a folder');
    });
    sending.on('error', (error) => {
      log.push(`error ${error.status} ${error.statusCode} ${error.name} ${error.code}`);
      response.statusCode = error.status;
      response.end('error ' + error.status);
    });
  }
  sending.pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  const paths = [['/a.txt'], ['/missing'], ['/sub'], ['/.hidden'], ['/..%2fa'], ['/a.txt', 'plain'], ['/missing', 'plain'], ['/sub', 'plain'], ['/a.txt', 'range']];
  const next = () => {
    if (!paths.length) {
      console.log(log);
      fs.rmSync(folder, {recursive: true});
      return server.close();
    }
    const [path, kind] = paths.shift();
    const headers = kind === 'plain' ? {'X-Plain': '1'} : kind === 'range' ? {Range: 'bytes=90-'} : {};
    http.get({port: server.address().port, host: '127.0.0.1', path, agent: false, headers}, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => body += chunk);
      response.on('end', () => {
        console.log(path, response.statusCode, response.headers['cache-control'], response.headers['x-path'], response.headers.location, JSON.stringify(body.slice(0, 60)));
        next();
      });
    });
  };
  next();
});
