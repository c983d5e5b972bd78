// The Referer that fetch sends by referrer and policy, also behind redirects, and bodies that are compared with `integrity`.
const http = require('http');
const crypto = require('crypto');
const server = http.createServer((request, response) => {
  const path = request.url.slice(1);
  if (path.startsWith('to-')) {
    const [target, policy] = path.slice(3).split('-with-').map(decodeURIComponent);
    response.writeHead(302, {location: target === 'other' ? 'http://localhost:' + server.address().port + '/end' : '/end', ...(policy ? {'Referrer-Policy': policy} : {})});
    return response.end();
  }
  response.end(JSON.stringify(request.headers.referer || 'none').replaceAll(String(server.address().port), 'PORT'));
});
function told(error) {
  return `${error.name}: ${error.message}` + (error.cause ? ` (${error.cause.name}: ${error.cause.message})` : '');
}
async function ask(name, path, init, f = response => response.text()) {
  try {
    console.log(name, await f(await fetch('http://127.0.0.1:' + server.address().port + '/' + path, init)));
  } catch (error) {
    console.log(name, told(error));
  }
}
async function main() {
  const own = 'http://me:secret@127.0.0.1:' + server.address().port + '/page?x=1#part';
  for (const policy of ['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin', 'origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url']) {
    const init = policy === '' ? {} : {referrerPolicy: policy};
    await ask(policy + ' own', 'a', {...init, referrer: own});
    await ask(policy + ' other', 'a', {...init, referrer: 'http://name.example/page?x#y'});
    await ask(policy + ' https', 'a', {...init, referrer: 'https://name.example/page'});
    await ask(policy + ' localhost', 'a', {...init, referrer: 'http://localhost/page'});
    await ask(policy + ' redirected', 'to-other', {...init, referrer: own});
    await ask(policy + ' redirected to itself', 'to-itself', {...init, referrer: own});
  }
  await ask('without one', 'a', {});
  await ask('none', 'a', {referrer: ''});
  await ask('the client', 'a', {referrer: 'about:client'});
  await ask('long', 'a', {referrer: 'http://127.0.0.1:' + server.address().port + '/' + 'x'.repeat(5000), referrerPolicy: 'unsafe-url'});
  await ask('a header', 'a', {headers: {Referer: 'http://given.example/'}});
  await ask('both', 'a', {headers: {Referer: 'http://given.example/'}, referrer: own});
  for (const policy of ['no-referrer', 'origin', 'unsafe-url', 'wrong', 'origin, wrong', 'wrong, no-referrer'])
    await ask('policy of a redirect: ' + policy, 'to-other-with-' + policy, {referrer: own});
  await ask('not a URL', 'a', {referrer: 'http://'});

  const hash = (name, text) => name + '-' + crypto.createHash(name).update(text).digest('base64');
  const body = '"none"';
  for (const integrity of [hash('sha256', body), hash('sha384', body), hash('sha512', body), hash('sha256', 'x'), hash('sha512', 'x') + ' ' + hash('sha256', body),
    hash('sha512', body) + ' ' + hash('sha256', 'x'), hash('sha256', 'x') + ' ' + hash('sha256', body), hash('sha256', body).replace(/=+$/, ''), hash('sha256', body) + '?option',
    hash('sha512', body).replaceAll('+', '-').replaceAll('/', '_'), 'md5-xyz', 'sha256', 'sha256-', 'SHA256-abc', '  ', hash('sha1', 'x'), 'sha384-x sha256-y'])
    await ask('integrity', 'a', {integrity});
  await ask('no body', 'a', {integrity: hash('sha256', 'x'), method: 'HEAD'}, response => response.status);
  await ask('no body, right', 'a', {integrity: hash('sha256', ''), method: 'HEAD'}, response => response.status);
  await ask('opaque', 'to-other', {integrity: hash('sha256', body), mode: 'no-cors'}, response => response.type);
  await ask('window', 'a', {priority: 'low', window: null});
  server.close();
}
server.listen(0, '127.0.0.1', main);
