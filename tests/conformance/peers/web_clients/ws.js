'use strict';
// npm's ws as a client.
const WebSocket = require('ws');

module.exports = async ({assert, base, ca, check, counted, wait}) => {
  const root = base.replace('http', 'ws');

  // Connects, and gives what has happened: open() resolves when it is open, next() to the next thing that is emitted,
  // as a list.
  function connect(path, options = {}, protocols = []) {
    const socket = new WebSocket(root + path, protocols, {ca, ...options});
    const happened = [];
    let waiting = null;
    const push = one => {
      happened.push(one);
      waiting?.();
    };
    socket.on('open', () => push(['open']));
    socket.on('message', (data, isBinary) => push(['message', data, isBinary]));
    socket.on('ping', data => push(['ping', String(data)]));
    socket.on('pong', data => push(['pong', String(data)]));
    socket.on('error', error => push(['error', error.message]));
    socket.on('close', (code, reason) => push(['close', code, String(reason)]));
    const next = async () => {
      while (!happened.length) await new Promise(resolve => { waiting = resolve; });
      return happened.shift();
    };
    const text = one => (one[0] === 'message' && !one[2] ? ['message', String(one[1])] : one);
    return {socket, next, told: async () => text(await next())};
  }

  async function closes(client, code = 1000, reason = 'bye') {
    client.socket.close(code, reason);
    assert.deepStrictEqual(await client.next(), ['close', code, reason]);
  }

  async function echoes(how, options, data) {
    const client = connect('/socket/echo?how=' + how, options);
    assert.deepStrictEqual(await client.next(), ['open']);
    for (const one of data) client.socket.send(one);
    for (const one of data) {
      const [event, back, isBinary] = await client.next();
      assert.deepStrictEqual([event, isBinary], ['message', typeof one !== 'string']);
      assert.ok(Buffer.from(one).equals(back), `${back.length} bytes come for ${one.length}`);
    }
    await closes(client);
  }

  const texts = ['', 'a', 'ü€\u{1f600}\0', ...[125, 126, 127, 65535, 65536, 1 << 20].map(length => 'x'.repeat(length))];
  const bytes = [0, 1, 125, 126, 1023, 1024, 1025, 65535, 65536, 1 << 20].map(length => Buffer.alloc(length, i => i % 251));
  const random = Buffer.from(Array.from({length: 200000}, (_, i) => (i * 2654435761 >>> 13) & 255));
  const clientSettings = {deflate: true, 'no deflate': false, 'no contexts': {serverNoContextTakeover: true, clientNoContextTakeover: true, threshold: 0},
    windows: {serverMaxWindowBits: 11, clientMaxWindowBits: 12, threshold: 0}};
  for (const how of ['deflate', 'none', 'contexts', 'windows']) {
    for (const [name, perMessageDeflate] of Object.entries(clientSettings)) {
      await check(`texts, server ${how}, client ${name}`, () => echoes(how, {perMessageDeflate}, texts));
      await check(`bytes, server ${how}, client ${name}`, () => echoes(how, {perMessageDeflate}, [...bytes, random, random]));
    }
  }

  await check('a window that the server does not take', async () => {
    const client = connect('/socket/echo?how=windows', {perMessageDeflate: {serverMaxWindowBits: 9}});
    assert.deepStrictEqual((await client.next())[1], 'Unexpected server response: 400');
  });
  await check('frames in fragments', async () => {
    const client = connect('/socket/echo');
    await client.next();
    for (let i = 0; i < 100; i++) client.socket.send(`part ${i};`, {fin: false});
    client.socket.ping('between');
    client.socket.send('end', {fin: true});
    assert.deepStrictEqual(await client.next(), ['pong', 'between']);
    const [, text] = await client.told();
    assert.strictEqual(text, Array.from({length: 100}, (_, i) => `part ${i};`).join('') + 'end');
    await closes(client);
  });
  await check('the server\'s fragments', async () => {
    const client = connect('/socket/fragments');
    assert.deepStrictEqual(await client.next(), ['open']);
    assert.deepStrictEqual(await client.next(), ['ping', 'between']);
    assert.deepStrictEqual(await client.told(), ['message', 'fragments']);
    assert.deepStrictEqual(await client.next(), ['message', Buffer.from([1, 2, 3]), true]);
    await closes(client);
  });
  await check('pings both ways', async () => {
    const client = connect('/socket/ping');
    assert.deepStrictEqual(await client.next(), ['open']);
    assert.deepStrictEqual(await client.next(), ['ping', 'beat']);
    assert.deepStrictEqual(await client.told(), ['message', 'pong beat']);
    client.socket.ping('x'.repeat(125));
    assert.deepStrictEqual(await client.next(), ['pong', 'x'.repeat(125)]);
    assert.deepStrictEqual(await client.told(), ['message', 'ping ' + 'x'.repeat(125)]);
    await closes(client);
  });
  for (const [code, reason] of [[1000, ''], [1001, 'going'], [1011, 'ü'.repeat(61)], [3000, ''], [4999, 'x'.repeat(123)]]) {
    await check(`the server closes with ${code}`, async () => {
      const client = connect(`/socket/close?code=${code}&reason=${encodeURIComponent(reason)}`);
      assert.deepStrictEqual([await client.next(), await client.next()], [['open'], ['close', code, reason]]);
    });
    await check(`the client closes with ${code}`, async () => {
      const before = await counted(`closed ${code} ${reason}`);
      const client = connect('/socket/closed');
      await client.next();
      await closes(client, code, reason);
      assert.strictEqual(await counted(`closed ${code} ${reason}`), before + 1);
    });
  }
  await check('the server closes without a code', async () => {
    const client = connect('/socket/close');
    assert.deepStrictEqual([await client.next(), await client.next()], [['open'], ['close', 1005, '']]);
  });
  await check('the server terminates', async () => {
    const client = connect('/socket/terminate');
    await client.next();
    client.socket.send('now');
    assert.deepStrictEqual((await client.next()).slice(0, 2), ['close', 1006]);
  });
  await check('the client terminates', async () => {
    const before = await counted('closed 1006 ');
    const client = connect('/socket/closed');
    await client.next();
    client.socket.terminate();
    assert.strictEqual((await client.next())[1], 1006);
    assert.strictEqual(await counted('closed 1006 '), before + 1);
  });
  await check('an order of 2000 messages, and close behind them', async () => {
    const client = connect('/socket/many?count=2000&bytes=700');
    await client.next();
    for (let i = 0; i < 2000; i++) {
      const [event, data, isBinary] = await client.next();
      assert.deepStrictEqual([event, data.length, isBinary], ['message', 700, i % 2 === 0]);
    }
    assert.deepStrictEqual(await client.next(), ['close', 1000, 'done']);
  });
  await check('a server that pauses', async () => {
    const client = connect('/socket/paused', {perMessageDeflate: false});
    await client.next();
    for (let i = 0; i < 64; i++) client.socket.send(Buffer.alloc(1 << 16));
    assert.deepStrictEqual(await client.told(), ['message', 'read all']);
    await closes(client);
  });
  await check('the request, a protocol and the origin', async () => {
    const client = connect('/socket/request?a=b', {headers: {'X-Own': 'mine'}, origin: 'http://here'}, ['first', 'second']);
    await client.next();
    const [, text] = await client.told();
    assert.deepStrictEqual(JSON.parse(text), {own: 'mine', origin: 'http://here', protocol: 'second', extensions: 'permessage-deflate',
      url: '/socket/request?a=b'});
    assert.strictEqual(client.socket.protocol, 'second');
    await closes(client);
  });
  await check('no protocol that the server has', async () => {
    const client = connect('/socket/echo', {}, ['first']);
    assert.deepStrictEqual(await client.next(), ['error', 'Server sent no subprotocol']);
    assert.strictEqual((await client.next())[1], 1006);
  });
  await check('a server that refuses', async () => {
    const socket = new WebSocket(root + '/socket/refused', {ca});
    const [, response] = await new Promise((resolve, reject) => {
      socket.on('unexpected-response', (...all) => resolve(all));
      socket.on('error', reject);
    });
    let body = '';
    for await (const chunk of response) body += chunk;
    assert.deepStrictEqual([response.statusCode, response.headers['x-why'], body], [403, 'refused', 'not you']);
  });
  await check('a message that is too large', async () => {
    const before = await counted('error WS_ERR_UNSUPPORTED_MESSAGE_LENGTH');
    const client = connect('/socket/echo', {perMessageDeflate: false});
    await client.next();
    client.socket.send(Buffer.alloc((1 << 23) + 1));
    assert.deepStrictEqual((await client.next()).slice(0, 2), ['close', 1009]);
    assert.strictEqual(await counted('error WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'), before + 1);
  });
  await check('a message that is too large when it is inflated', async () => {
    const client = connect('/socket/echo');
    await client.next();
    client.socket.send(Buffer.alloc((1 << 23) + 1));
    assert.deepStrictEqual((await client.next()).slice(0, 2), ['close', 1009]);
  });

  // What breaks the protocol, written below ws.
  const masked = (first, second, ...payload) => Buffer.from([first, second | 0x80, 0, 0, 0, 0, ...payload]);
  for (const [name, code, frame] of [['an unknown opcode', 1002, masked(0x83, 0)], ['a reserved bit', 1002, masked(0xa1, 0)],
    ['bytes that are no UTF-8', 1007, masked(0x81, 2, 0xc3, 0x28)], ['no mask', 1002, Buffer.from([0x81, 1, 0x61])],
    ['a ping of 126 bytes', 1002, Buffer.from([0x89, 0xfe, 0, 126, 0, 0, 0, 0])], ['a ping in fragments', 1002, masked(0x09, 0)],
    ['a continuation of nothing', 1002, masked(0x80, 0)], ['a close of one byte', 1002, masked(0x88, 1, 3)],
    ['a close with 1005', 1002, masked(0x88, 2, 3, 0xed)], ['a close that is no UTF-8', 1007, masked(0x88, 4, 3, 0xe8, 0xc3, 0x28)],
    ['a length of 2^63', 1009, Buffer.from([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['deflate that is none', 1007, masked(0xc1, 3, 0xff, 0xff, 0xff)]]) {
    await check(`${name}: the server closes with ${code}`, async () => {
      const client = connect('/socket/echo');
      await client.next();
      client.socket._socket.write(frame);
      const [event, got] = await client.next();
      assert.deepStrictEqual([event, got], ['close', code]);
    });
  }
  await check('200 at the same time', async () => {
    const all = Array.from({length: 200}, () => connect('/socket/echo'));
    await Promise.all(all.map(async (client, i) => {
      await client.next();
      client.socket.send(`number ${i}`);
      assert.deepStrictEqual(await client.told(), ['message', `number ${i}`]);
      await closes(client);
    }));
  });
  await check('createWebSocketStream', async () => {
    const client = connect('/socket/echo');
    await client.next();
    const stream = WebSocket.createWebSocketStream(client.socket);
    let length = 0;
    stream.on('data', chunk => {
      length += chunk.length;
      if (length === 1 << 20) stream.end();
    });
    for (let i = 0; i < 16; i++) stream.write(Buffer.alloc(1 << 16, 'x'));
    await new Promise((resolve, reject) => stream.on('close', resolve).on('error', reject));
    assert.strictEqual(length, 1 << 20);
  });
  await wait(0);
};
