// Pipelines of functions between a server's request and its response, and of a response that a client reads.
const http = require('http');
const {pipeline} = require('stream/promises');

async function* upper(chunks) {
  for await (const chunk of chunks) yield chunk.toString().toUpperCase();
}
async function* first(chunks) {
  for await (const chunk of chunks) {
    yield `first of ${chunk}`;
    return;
  }
}
async function* fails(chunks) {
  for await (const chunk of chunks) throw new RangeError(`no ${chunk}`);
}
async function length(chunks) {
  let sum = 0;
  for await (const chunk of chunks) sum += chunk.length;
  return sum;
}
const server = http.createServer(async (request, response) => {
  try {
    if (request.url === '/upper') await pipeline(request, upper, response);
    if (request.url === '/first') await pipeline(request, first, response);
    if (request.url === '/fails') await pipeline(request, fails, response);
    if (request.url === '/length') response.end(String(await pipeline(request, length)));
    if (request.url === '/numbers') {
      await pipeline(async function* () {
        for (let i = 0; i < 5; i++) yield `${i} `;
      }, upper, response);
    }
    console.log('served', request.url, request.destroyed, response.writableFinished);
  } catch (error) {
    console.log('server', request.url, error.name, error.message, response.destroyed);
  }
});
const send = (port, path, ...parts) => new Promise(resolve => {
  const request = http.request({port, path, method: 'POST', agent: false}, async response => {
    console.log(response.statusCode, await pipeline(response, upper, async chunks => {
      let all = '';
      for await (const chunk of chunks) all += chunk;
      return all;
    }).catch(error => error.code));
    resolve();
  });
  request.on('error', error => {
    console.log('client', error.code);
    resolve();
  });
  request.write(parts[0]);
  setTimeout(() => request.end(parts[1]), 20);
});
server.listen(0, async () => {
  const {port} = server.address();
  await send(port, '/upper', 'some ', 'text');
  await send(port, '/first', 'one', 'two');
  await send(port, '/fails', 'one', 'two');
  await send(port, '/length', 'twelve', ' bytes');
  await send(port, '/numbers', 'x', 'y');
  server.close();
});
