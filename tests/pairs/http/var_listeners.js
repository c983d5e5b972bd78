const http = require('http');
const server = http.createServer((req, res) => {
  let body = '';
  req.on('data', chunk => { body += chunk; });
  req.on('end', () => { res.end('got ' + body); });
});
server.on('connection', socket => console.log('connection'));
server.listen(0, () => {
  const req = http.request({port: server.address().port, method: 'POST'}, res => {
    res.setEncoding('utf8');
    res.on('data', chunk => console.log('data', chunk));
    res.on('end', () => {
      server.close();
      const bad = http.request({port: 1}, res => {});
      bad.on('error', e => console.log(e.code));
      bad.end();
    });
  });
  req.on('error', e => console.log(e.message));
  req.end('hello');
});
