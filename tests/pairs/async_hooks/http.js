// The contexts of a request on a server and of three requests that share a kept connection.
const {AsyncLocalStorage} = require('async_hooks');
const http = require('http');
const als = new AsyncLocalStorage();
const lines = {server: [], client: []};
const server = name => lines.server.push(name + ' ' + als.getStore());
const client = name => lines.client.push(name + ' ' + als.getStore());
const listening = als.run('create', () => http.createServer((request, response) => {
  server('request ' + request.url);
  als.run('in ' + request.url, () => {
    request.on('data', () => server('data'));
    request.on('end', () => {
      server('end');
      setTimeout(() => {
        server('timer');
        response.end('hi', () => server('response end'));
      }, 1);
    });
    response.on('finish', () => server('finish'));
    response.on('close', () => server('response close'));
  });
}));
listening.on('connection', () => server('connection'));
als.run('listen', () => listening.listen(0, '127.0.0.1', () => {
  const agent = new http.Agent({keepAlive: true, maxSockets: 1});
  const port = listening.address().port;
  let left = 3;
  for (const i of [1, 2, 3]) als.run('client ' + i, () => {
    const request = http.request({host: '127.0.0.1', port, path: '/' + i, method: 'POST', agent}, response => {
      client('response');
      als.run('read ' + i, () => {
        response.on('data', () => client('data'));
        response.on('end', () => client('end'));
        response.on('close', () => {
          client('response close');
          if (!--left) { agent.destroy(); listening.close(() => server('closed')); }
        });
      });
    });
    request.on('socket', () => client('socket'));
    request.on('finish', () => client('finish'));
    request.end('body', () => client('request end'));
  });
}));
process.on('exit', () => { console.log(lines.server.join('\n')); console.log(lines.client.join('\n')); });
