'use strict';
// A client for other people's servers; client.cpp is the same in Node.cpp.
//   node client.js ws|web|events|fetch http://localhost:8000 [CA.pem]
// Each line that it prints begins with what it has done, and goes on with what came of it.
const fs = require('fs');
const WS = require('ws');

const [, , what, base, file] = process.argv;
const root = base.replace('http', 'ws');
const ca = file && fs.readFileSync(file);
const show = (...all) => console.log(all.join(' | '));
const sum = data => data.reduce((total, byte) => (total * 31 + byte) % 1000003, 7);

// Connects with npm's ws and says all that happens. `on` is called with each message, and at first with null.
function connect(name, path, options, on) {
  return new Promise(resolve => {
    const socket = new WS(root + path, options.protocols || [], {ca, headers: options.headers || {}, origin: options.origin,
      perMessageDeflate: options.deflate ?? true, maxPayload: options.maxPayload || 1 << 24});
    socket.on('open', () => {
      show(name, 'open', socket.protocol, socket.extensions);
      on(socket, null);
    });
    socket.on('message', (data, isBinary) => {
      show(name, 'message', isBinary, data.length, sum(data));
      on(socket, data);
    });
    socket.on('ping', data => show(name, 'ping', data));
    socket.on('pong', data => show(name, 'pong', data));
    socket.on('error', error => show(name, 'error', error.message));
    socket.on('close', (code, reason) => {
      show(name, 'close', code, reason);
      resolve();
    });
  });
}

// Sends each thing when the one before has come back, then closes.
function echo(name, path, options, list) {
  let at = 0;
  return connect(name, path, options, socket => {
    if (at < list.length) socket.send(list[at++]);
    else socket.close(3000, 'enough');
  });
}

async function ws() {
  const texts = ['', 'a', 'ü€\u{1f600}', 'x'.repeat(125), 'x'.repeat(126), 'x'.repeat(65535), 'x'.repeat(65536), 'x'.repeat(1 << 20)];
  const bytes = [0, 1, 125, 126, 65535, 65536, 1 << 20].map(length => Buffer.alloc(length, 'bytes'));
  const deflates = [['no deflate', false], ['deflate', true], ['no contexts', {serverNoContextTakeover: true, clientNoContextTakeover: true, threshold: 0}],
    ['windows', {serverMaxWindowBits: 11, clientMaxWindowBits: 12, threshold: 0}]];
  for (const how of ['deflate', 'none', 'contexts', 'windows']) {
    for (const [name, deflate] of deflates) {
      await echo('texts ' + how + ' ' + name, '/socket/echo?how=' + how, {deflate}, texts);
      await echo('bytes ' + how + ' ' + name, '/socket/echo?how=' + how, {deflate}, bytes);
    }
  }
  await connect('pings', '/socket/ping', {}, (socket, data) => {
    if (data) socket.close();
  });
  await connect('fragments', '/socket/fragments', {}, (socket, data) => {
    if (data && data.length === 3) socket.close(1000);
  });
  await connect('fragments up', '/socket/echo', {}, (socket, data) => {
    if (data) return socket.close(1000, 'done');
    for (let i = 0; i < 50; i++) socket.send('part ' + i, {fin: false});
    socket.send(' end');
  });
  for (const code of [1000, 1001, 1011, 3000, 4999]) {
    await connect('closed with ' + code, '/socket/close?code=' + code + '&reason=because', {}, () => {});
    await connect('closes with ' + code, '/socket/closed', {}, socket => socket.close(code, 'why'));
  }
  await connect('closes', '/socket/closed', {}, socket => socket.close());
  await connect('terminates', '/socket/closed', {}, socket => socket.terminate());
  await connect('terminated', '/socket/terminate', {}, (socket, data) => socket.send('now'));
  await connect('many', '/socket/many?count=500&bytes=3000', {}, () => {});
  await connect('paused', '/socket/paused', {deflate: false}, (socket, data) => {
    if (data) return socket.close();
    for (let i = 0; i < 64; i++) socket.send(Buffer.alloc(1 << 16));
  });
  await connect('request', '/socket/request', {headers: {'X-Own': 'mine'}, origin: 'http://here', protocols: ['first', 'second']},
    (socket, data) => {
      if (data) {
        const told = JSON.parse(data);
        show('told', told.own, told.origin, told.protocol);
        socket.close();
      }
    });
  await connect('no protocol', '/socket/echo', {protocols: ['first']}, () => {});
  await connect('refused', '/socket/refused', {}, () => {});
  await connect('too large', '/socket/many?count=1&bytes=5000', {maxPayload: 4000}, () => {});
}

// The global WebSocket.
async function web() {
  for (const [path, protocols, list] of [['/socket/echo', [], ['', 'ü€', 'x'.repeat(70000)]], ['/socket/echo?how=contexts', [], ['a', 'a']],
    ['/socket/echo?how=none', ['second'], ['b']], ['/socket/fragments', [], []], ['/socket/close?code=4000&reason=r', [], []], ['/socket/refused', [], []],
    ['/socket/terminate', [], ['x']]]) {
    await new Promise(resolve => {
      const socket = new WebSocket(root + path, protocols);
      let at = 0;
      const next = () => {
        if (at < list.length) socket.send(list[at++]);
        else if (list.length) socket.close(3000, 'enough');
      };
      socket.binaryType = 'arraybuffer';
      socket.onopen = () => {
        show('web ' + path, 'open', socket.protocol);
        next();
      };
      socket.onmessage = event => {
        show('web ' + path, 'message', typeof event.data === 'string' ? event.data.length : event.data.byteLength);
        if (path === '/socket/fragments' && typeof event.data !== 'string') socket.close(1000);
        next();
      };
      socket.onerror = event => show('web ' + path, event.type);
      socket.onclose = event => {
        show('web ' + path, 'close', event.code, event.reason, event.wasClean);
        resolve();
      };
    });
  }
}

async function events() {
  const {EventSource} = globalThis.EventSource ? globalThis : require('undici');
  for (const path of ['/events?more=200', '/events/again', '/status?code=404', '/text?bytes=3', '/redirect?code=302&to=/events?more=200']) {
    await new Promise(resolve => {
      const source = new EventSource(base + path);
      let seen = 0;
      const told = event => {
        show('events ' + path, event.type, JSON.stringify(event.data), event.lastEventId);
        if (++seen === 204) {
          source.close();
          resolve();
        }
      };
      source.onopen = () => show('events ' + path, 'open');
      for (const type of ['message', 'named', 'more']) source.addEventListener(type, told);
      source.onerror = () => {
        show('events ' + path, 'error', source.readyState);
        if (source.readyState === 2) resolve();
      };
    });
  }
}

async function ask(path, init = {}) {
  const name = 'fetch ' + (init.method || 'GET') + ' ' + path;
  try {
    const response = await fetch(base + path, init);
    show(name, response.status, response.statusText, response.redirected, response.headers.get('x-length') || '', response.headers.get('set-cookie') || '');
    const bytes = Buffer.from(await response.arrayBuffer());
    show(name, 'body', bytes.length, sum(bytes));
  } catch (error) {
    show(name, error.name, error.message, error.cause?.message || '', error.cause?.code || '');
  }
}

async function fetches() {
  for (const bytes of [0, 1, 16384, 65537, 1 << 20, 5000000]) await ask('/text?bytes=' + bytes);
  for (const code of [200, 204, 205, 304, 404, 500, 599]) await ask('/status?code=' + code);
  for (const how of ['gzip', 'br', 'deflate']) await ask('/compressed?how=' + how);
  for (const code of [301, 302, 303, 307, 308]) {
    await ask('/redirect?code=' + code + '&to=/headers');
    await ask('/redirect?code=' + code + '&to=/headers', {method: 'POST', body: 'body'});
    await ask('/redirect?code=' + code + '&to=/headers', {redirect: 'manual'});
  }
  for (const path of ['/circle', '/chunks?count=1000', '/early', '/trailers', '/slow?ms=50', '/cut', '/last', '/last', '/nothing']) await ask(path);
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) await ask('/headers', {method, headers: {'X-Own': 'mine', 'X-List': 'a'}});
  await ask('/echo', {method: 'POST', body: 'a text ü'});
  await ask('/echo', {method: 'PUT', body: Buffer.alloc(1 << 20, 'b')});
  await ask('/echo', {method: 'POST', body: new URLSearchParams({a: '1 2', b: 'ü'})});
  await ask('/never', {signal: AbortSignal.timeout(100)});
  const all = await Promise.all(Array.from({length: 100}, (_, i) => fetch(base + '/text?bytes=' + i).then(response => response.text())));
  show('fetch 100', all.every((text, i) => text.length === i));
}

// An EventSource that waits before it connects again does not keep the program running.
setInterval(() => {}, 1000);
({ws, web, events, fetch: fetches})[what]().then(() => process.exit());
