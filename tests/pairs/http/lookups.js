const http = require('http');
const url = require('url');
const path = require('path');
process.env.TEST_X = 'env text';
const users = [{id: 7, name: 'Ann'}, {id: 8, name: 'Bob'}];
const server = http.createServer((request, response) => {
  const {pathname, query} = url.parse(request.url, true);
  const auth = request.headers['authorization'];
  if (pathname === '/env') return response.end(process.env.TEST_X);
  if (pathname === '/none') return response.end(process.env.TEST_NONE);
  if (pathname === '/q') {
    response.setHeader('X-Q', query['q'] || 'none');
    response.write(query['q'] || 'no q');
    response.end(query['r'] || '');
    return;
  }
  if (pathname === '/auth') {
    if (!auth || !auth.startsWith('Basic ')) { response.writeHead(401, {'X-Agent': request.headers['x-agent'] || '-'}); return response.end('who?'); }
    const [user, pass] = Buffer.from(auth.slice(6), 'base64').toString().split(':');
    return response.end(user + '/' + pass);
  }
  if (pathname === '/user') {
    const user = users.find(u => u.id === Number(query['id']));
    if (!user) { response.statusCode = 404; return response.end('no user ' + query['id']); }
    return response.end(user.name);
  }
  if (pathname === '/cookies') {
    const cookies = Object.fromEntries((request.headers.cookie || '').split('; ').map(c => c.split('=')));
    return response.end(JSON.stringify(cookies));
  }
  if (pathname === '/filter') return response.end(JSON.stringify(JSON.parse(query['filter'] || '{}')));
  if (pathname === '/sum') {
    const list = (query['list'] || '').split(',').map(s => Number(s)).filter(n => !isNaN(n));
    return response.end(String(list.reduce((a, b) => a + b, 0)));
  }
  if (pathname === '/file') return response.end(path.join('/srv', query['name'] || 'index.html') + path.extname(query['name']));
  if (+request.headers['content-length'] > 3) return response.end('long');
  response.end(request.headers['x-agent'] && request.headers['x-agent'].startsWith('a') ? 'a' : 'other');
});
const asks = ['/env', '/none', '/q?q=1&r=2', '/q', '/auth', '/auth#', '/user?id=7', '/user?id=9', '/cookies', '/filter?filter={"a":1}', '/filter', '/sum?list=1,2.5,x', '/file?name=../a.txt', '/'];
server.listen(0, '127.0.0.1', () => {
  let i = 0;
  const next = () => {
    if (i === asks.length) return server.close();
    const ask = asks[i++];
    http.get({port: server.address().port, path: ask.replace('#', ''), headers: ask.endsWith('#') ? {authorization: 'Basic YW5uOnNlY3JldA==', 'x-agent': 'abc'} : {cookie: 'a=1; b=2', 'x-agent': 'abc'}}, answer => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', chunk => { body += chunk; });
      answer.on('end', () => { console.log(ask, answer.statusCode, answer.headers['x-q'], body); next(); });
    });
  };
  next();
});
