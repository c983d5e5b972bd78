'use strict';
// Node's own WebSocket (undici's). EventSource is in eventsource.js, as npm's eventsource.
const {WebSocket, EventSource, Agent, setGlobalDispatcher} = require('undici');

module.exports = async ({assert, base, ca, check, counted, wait}) => {
  const root = base.replace('http', 'ws');
  setGlobalDispatcher(new Agent({connect: {ca}}));
  for (const [name, made] of [['WebSocket of Node', globalThis.WebSocket], ['WebSocket of undici', WebSocket]]) {
    if (name.endsWith('Node') && ca) continue;  // it cannot be told the authority
    const open = (path, protocols) => {
      const socket = new made(root + path, protocols);
      socket.binaryType = 'arraybuffer';
      const happened = [];
      let waiting = null;
      for (const type of ['open', 'message', 'close', 'error']) {
        socket.addEventListener(type, event => {
          happened.push(type === 'message' ? [type, event.data] : type === 'close' ? [type, event.code, event.reason, event.wasClean] : [type]);
          waiting?.();
        });
      }
      return {socket, async next() {
        while (!happened.length) await new Promise(resolve => { waiting = resolve; });
        return happened.shift();
      }};
    };
    for (const how of ['deflate', 'none', 'contexts', 'windows']) {
      await check(`${name}, server ${how}`, async () => {
        const client = open('/socket/echo?how=' + how);
        assert.deepStrictEqual(await client.next(), ['open']);
        assert.strictEqual(client.socket.extensions !== '', how !== 'none');
        for (const one of ['', 'ü€\u{1f600}', 'x'.repeat(70000), new Uint8Array(70000).buffer, 'x'.repeat(70000)]) {
          client.socket.send(one);
          assert.deepStrictEqual(await client.next(), ['message', one]);
        }
        client.socket.close(3001, 'bye');
        assert.deepStrictEqual(await client.next(), ['close', 3001, 'bye', true]);
      });
    }
    await check(`${name}, many, and fragments`, async () => {
      const client = open('/socket/many?count=500&bytes=100');
      await client.next();
      for (let i = 0; i < 500; i++) assert.strictEqual((await client.next())[0], 'message');
      assert.deepStrictEqual(await client.next(), ['close', 1000, 'done', true]);
      const other = open('/socket/fragments');
      await other.next();
      assert.deepStrictEqual(await other.next(), ['message', 'fragments']);
      assert.deepStrictEqual(await other.next(), ['message', new Uint8Array([1, 2, 3]).buffer]);
      other.socket.close();
    });
    await check(`${name}, a protocol`, async () => {
      const client = open('/socket/request', ['first', 'second']);
      await client.next();
      assert.strictEqual(JSON.parse((await client.next())[1]).protocol, 'second');
      assert.strictEqual(client.socket.protocol, 'second');
      client.socket.close();
    });
    await check(`${name}, refused, terminated, closed`, async () => {
      const refused = open('/socket/refused');
      assert.deepStrictEqual(await refused.next(), ['error']);
      assert.strictEqual((await refused.next())[1], 1006);
      const cut = open('/socket/terminate');
      await cut.next();
      cut.socket.send('now');
      const seen = [await cut.next(), await cut.next()].map(([type]) => type);
      assert.ok(seen.includes('close'), String(seen));
      const closed = open('/socket/close?code=4001&reason=why');
      await closed.next();
      assert.deepStrictEqual(await closed.next(), ['close', 4001, 'why', true]);
    });
  }
  await require('./event_streams.js')({assert, base, check, counted, wait}, 'EventSource of undici', path => new EventSource(base + path));
};
