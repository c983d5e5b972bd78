// Aborts: before the request, before the head, in the body, and after it.
const http = require('http');
const closed = [];
const server = http.createServer((request, response) => {
  response.on('close', () => closed.push(request.url));
  if (request.url === '/half') response.write('half');
  if (request.url === '/whole') response.end('whole');
});
async function ask(name, path, signal, base, then = () => {}) {
  try {
    const response = await fetch(base + path, {signal});
    console.log(name, response.status);
    then();
    console.log(name, await response.text());
  } catch (error) {
    console.log(name, error.name, error.message, error.code);
  }
}
async function main(base) {
  await ask('aborted', '/whole', AbortSignal.abort(), base);
  await ask('with a reason', '/whole', AbortSignal.abort(new RangeError('mine')), base);
  await ask('timeout', '/never', AbortSignal.timeout(1000), base);
  const before = new AbortController();
  setTimeout(() => before.abort(), 300);
  await ask('before the head', '/never', before.signal, base);
  const within = new AbortController();
  await ask('in the body', '/half', within.signal, base, () => setTimeout(() => within.abort(), 20));
  const unread = new AbortController();
  await ask('before the body is read', '/whole', unread.signal, base, () => unread.abort(new Error('unread')));
  const after = new AbortController();
  await ask('after', '/whole', after.signal, base);
  after.abort();
  const request = new Request(base + '/never', {signal: AbortSignal.any([AbortSignal.timeout(20), after.signal])});
  try {
    await fetch(request);
  } catch (error) {
    console.log(error.name);
  }
  setTimeout(() => {
    console.log(closed.sort().join());
    process.exit();
  }, 50);
}
server.listen(0, '127.0.0.1', () => main('http://127.0.0.1:' + server.address().port));
