// The abort signal of a request: aborted before the request, while it waits, during the response, and after it.
const http = require('http');

const server = http.createServer((request, response) => {
  if (request.url === '/whole') response.end('whole');
  if (request.url === '/half') response.write('half');
});

function ask(name, path, agent, when, done) {
  const controller = new AbortController();
  if (when === 'before') controller.abort();
  const request = http.get({
    agent: agent,
    host: '127.0.0.1',
    path: path,
    port: server.address().port,
    signal: controller.signal,
  }, (response) => {
    console.log(name, 'response', response.statusCode);
    response.on('aborted', () => console.log(name, 'aborted', response.complete));
    response.on('error', (error) => console.log(name, 'response error', error.code, error.message));
    response.on('end', () => console.log(name, 'end'));
    response.on('close', () => console.log(name, 'response close', response.destroyed));
    response.on('data', (chunk) => {
      console.log(name, 'data', chunk.toString());
      if (when === 'data') controller.abort();
    });
    if (when === 'response') controller.abort();
  });
  request.on('error', (error) => console.log(name, 'error', error.name, error.code, error.message));
  request.on('close', () => {
    console.log(name, 'close', request.destroyed);
    if (when === 'close') controller.abort();
    setTimeout(done, 10);
  });
  if (when === 'later') setTimeout(() => controller.abort(), 20);
}

server.listen(0, '127.0.0.1', () => {
  const keeping = new http.Agent({keepAlive: true, maxSockets: 1});
  ask('before', '/hang', keeping, 'before', () => {
    ask('later', '/hang', keeping, 'later', () => {
      ask('response', '/half', keeping, 'response', () => {
        ask('data', '/half', undefined, 'data', () => {
          ask('close', '/whole', keeping, 'close', () => {
            ask('own', '/hang', false, 'later', () => {
              keeping.destroy();
              http.globalAgent.destroy();
              server.close(() => console.log('closed'));
            });
          });
        });
      });
    });
  });
});
