// fetch and EventSource over TLS: certificates that are trusted or not, names, redirects, bodies both ways, no TLS.
// env: NODE_OPTIONS=--experimental-eventsource
// env: NODE_NO_WARNINGS=1
const http = require('http');
const https = require('https');
const tls = require('tls');
const {certificate} = require('../tls/scenes.js');

const pem = certificate('localhost', 'DNS:localhost');
const show = error => console.log(error.name, error.message, '|', error.cause.name, error.cause.code, error.cause.message.replace(/; if the root CA.*/, ''));
const answer = (request, response) => {
  if (request.url === '/events') {
    response.writeHead(200, {'Content-Type': 'text/event-stream'});
    response.end('retry: 100000\n\ndata: one\n\nid: 7\nevent: named\ndata: two\n\n');
  } else if (request.method === 'POST') {
    let size = 0;
    request.on('data', chunk => size += chunk.length);
    request.on('end', () => response.end(`${size} bytes`));
  } else {
    response.writeHead(200, {'X-Encrypted': String(request.socket.encrypted === true)});
    response.end('x'.repeat(request.url === '/large' ? 300000 : 5));
  }
};
const server = https.createServer({key: pem, cert: pem}, answer);
const plain = http.createServer((request, response) => {
  response.writeHead(302, {Location: `https://localhost:${server.address().port}${request.url}`});
  response.end();
});
async function main() {
  const base = `https://localhost:${server.address().port}`;
  try {
    await fetch(base);
  } catch (error) {
    show(error);
  }
  const refused = new EventSource(base + '/events');
  await new Promise(resolve => {
    refused.onerror = event => {
      console.log(event.type, refused.readyState);
      refused.close();
      resolve();
    };
  });

  tls.setDefaultCACertificates([pem]);
  const response = await fetch(base + '/text');
  console.log(response.status, response.url === base + '/text', response.headers.get('x-encrypted'), await response.text());
  console.log((await (await fetch(base + '/large')).arrayBuffer()).byteLength);
  console.log(await (await fetch(base, {method: 'POST', body: 'y'.repeat(100000)})).text());
  const body = ReadableStream.from([Buffer.from('some '), Buffer.from('stream')]);
  console.log(await (await fetch(base, {method: 'POST', body, duplex: 'half'})).text());
  const all = await Promise.all([1, 2, 3].map(async n => (await fetch(`${base}/${n}`)).text()));
  console.log(all);
  const redirected = await fetch(`http://localhost:${plain.address().port}/there`);
  console.log(redirected.redirected, redirected.url === base + '/there', await redirected.text());
  try {
    await fetch(`https://127.0.0.1:${server.address().port}/`);
  } catch (error) {
    show(error);
  }
  try {
    await fetch(`https://localhost:${plain.address().port}/`);
  } catch (error) {
    console.log(error.message, error.cause.code);
  }
  const aborted = new AbortController();
  const waiting = fetch(base + '/large', {signal: aborted.signal});
  aborted.abort();
  try {
    await waiting;
  } catch (error) {
    console.log(error.name, error.message);
  }

  const events = new EventSource(base + '/events');
  events.onopen = event => console.log(event.type, events.readyState, events.url === base + '/events');
  events.onmessage = event => console.log(event.type, event.data, event.origin === base);
  await new Promise(resolve => events.addEventListener('named', event => {
    console.log(event.type, event.data, event.lastEventId);
    events.close();
    resolve();
  }));
  server.close();
  plain.close();
  server.closeAllConnections();
}
server.listen(0, 'localhost', () => plain.listen(0, 'localhost', main));
