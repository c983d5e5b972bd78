'use strict';
// npm's undici: its requests, streams, pipelines, pools, upgrades, tunnels, interceptors and fetch.
const undici = require('undici');
const {Readable} = require('stream');

module.exports = async ({assert, base, ca, check, counted, line, wait}) => {
  const page = line.repeat(6000);
  const connect = {ca};
  const client = new undici.Client(base, {connect});
  const pipelined = new undici.Client(base, {connect, pipelining: 10});
  const pool = new undici.Pool(base, {connect, connections: 8});
  const agent = new undici.Agent({connect});
  const ask = async (dispatcher, path, options = {}) => {
    const answer = await dispatcher.request({path, method: 'GET', ...options});
    return {status: answer.statusCode, headers: answer.headers, trailers: answer.trailers, text: await answer.body.text()};
  };

  await check('a request', async () => {
    const {status, text} = await ask(client, '/text?bytes=5');
    assert.deepStrictEqual([status, text], [200, 'xxxxx']);
  });
  for (const bytes of [0, 1, 16383, 16384, 16385, 65536, 1 << 20, 5e6]) {
    await check(`a body of ${bytes} bytes`, async () => assert.strictEqual((await ask(client, '/text?bytes=' + bytes)).text.length, bytes));
  }
  await check('a body in chunks', async () => {
    const {headers, text} = await ask(client, '/chunks?count=1000');
    assert.strictEqual(headers['transfer-encoding'], 'chunked');
    assert.strictEqual(text.split('\n').length, 1001);
  });
  for (const [name, body, length] of [['a text', 'x'.repeat(1000), '1000'], ['a Buffer', Buffer.alloc(1 << 20, 'y'), '1048576'],
    ['a stream', () => Readable.from(['one ', 'two ', 'three']), 'chunked'], ['nothing', '', '0'],
    ['an async generator', async function* () { for (let i = 0; i < 100; i++) yield 'x'.repeat(i); }, 'chunked']]) {
    await check(`${name} there and back`, async () => {
      const sent = typeof body === 'function' ? body() : body;
      const {headers, text} = await ask(client, '/echo', {method: 'POST', body: sent});
      const wanted = typeof body !== 'function' ? String(body) : name === 'a stream' ? 'one two three' : Array.from({length: 100}, (_, i) => 'x'.repeat(i)).join('');
      assert.deepStrictEqual([headers['x-length'], text === wanted], [length, true]);
    });
  }
  for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']) {
    await check(`the method ${method}`, async () => {
      const {status, text} = await ask(client, '/headers', {method, headers: {'X-Own': 'mine'}});
      assert.deepStrictEqual([status, text === '' ? '' : JSON.parse(text).method], [200, method === 'HEAD' ? '' : method]);
    });
  }
  for (const code of [200, 201, 204, 205, 304, 400, 404, 500, 599]) {
    await check(`the status ${code}`, async () => {
      const {status, headers, text} = await ask(client, '/status?code=' + code);
      assert.deepStrictEqual([status, headers['x-own'], text], [code, 'yes', '']);
      assert.strictEqual((await ask(client, '/text?bytes=3')).text, 'xxx');
    });
  }
  await check('header fields', async () => {
    const {headers, text} = await ask(client, '/headers?a=b%20c', {headers: ['X-Own', '\xe4', 'X-List', 'a', 'X-List', 'b']});
    assert.deepStrictEqual(headers['set-cookie'], ['a=1', 'b=2']);
    assert.deepStrictEqual(JSON.parse(text), {own: '\xe4', list: 'a, b', method: 'GET', url: '/headers?a=b%20c'});
  });
  await check('a connection that is kept', async () => {
    const one = new undici.Client(base, {connect});
    const ports = new Set();
    for (let i = 0; i < 10; i++) ports.add((await ask(one, '/text?bytes=1')).headers['x-port']);
    await one.close();
    assert.strictEqual(ports.size, 1);
  });
  await check('a response that closes the connection', async () => {
    const ports = [];
    for (let i = 0; i < 3; i++) ports.push((await ask(client, '/last')).headers['x-port']);
    assert.strictEqual(new Set(ports).size, 3);
  });
  await check('100 pipelined requests', async () => {
    const all = await Promise.all(Array.from({length: 100}, (_, i) => ask(pipelined, '/text?bytes=' + i * 100)));
    all.forEach(({text}, i) => assert.strictEqual(text.length, i * 100));
    assert.ok(new Set(all.map(({headers}) => headers['x-port'])).size <= 2);
  });
  await check('pipelined, where the first answers last', async () => {
    const order = [];
    await Promise.all(['/slow?ms=100', '/text?bytes=1', '/chunks?count=5', '/slow?ms=10'].map(async (path, i) => {
      await ask(pipelined, path);
      order.push(i);
    }));
    assert.deepStrictEqual(order, [0, 1, 2, 3]);
  });
  await check('200 requests in a pool of 8', async () => {
    const all = await Promise.all(Array.from({length: 200}, (_, i) => ask(pool, '/text?bytes=' + i)));
    all.forEach(({text}, i) => assert.strictEqual(text.length, i));
  });
  await check('information before the response', async () => {
    const seen = [];
    const {text} = await ask(client, '/early', {onInfo: ({statusCode, headers}) => seen.push([statusCode, headers.link])});
    assert.deepStrictEqual([seen, text], [[[103, '</style.css>; rel=preload'], [102, undefined]], 'late']);
  });
  await check('trailers', async () => {
    const {trailers, text} = await ask(client, '/trailers');
    assert.deepStrictEqual([{...trailers}, text], [{'x-sum': '4'}, 'body']);
  });
  await check('Expect: 100-continue', async () => {
    const {text} = await ask(client, '/echo', {method: 'POST', body: 'expected', expectContinue: true});
    assert.strictEqual(text, 'expected');
  });
  await check('stream()', async () => {
    const {Writable} = require('stream');
    let length = 0;
    await client.stream({path: '/text?bytes=300000', method: 'GET'}, () => new Writable({
      write(chunk, encoding, callback) {
        length += chunk.length;
        setImmediate(callback);
      },
    }));
    assert.strictEqual(length, 300000);
  });
  await check('pipeline()', async () => {
    const through = client.pipeline({path: '/echo', method: 'POST'}, ({body}) => body);
    Readable.from(Array.from({length: 50}, () => 'z'.repeat(1000))).pipe(through);
    let length = 0;
    for await (const chunk of through) length += chunk.length;
    assert.strictEqual(length, 50000);
  });
  await check('upgrade()', async () => {
    const {headers, socket} = await agent.upgrade({origin: base, path: '/', protocol: 'echo'});
    socket.write('raw');
    const back = await new Promise(resolve => socket.once('data', resolve));
    socket.destroy();
    assert.deepStrictEqual([headers.upgrade, String(back)], ['echo', 'raw']);
  });
  await check('connect()', async () => {
    const {statusCode, socket} = await agent.connect({origin: base, path: 'elsewhere:80'});
    socket.write('raw');
    const back = await new Promise(resolve => socket.once('data', resolve));
    socket.destroy();
    assert.deepStrictEqual([statusCode, String(back)], [200, 'raw']);
  });
  await check('a response that is cut', () => assert.rejects(ask(client, '/cut'), {code: 'UND_ERR_SOCKET'}));
  await check('an abort, which the server sees', async () => {
    const before = await counted('gone');
    const controller = new AbortController();
    const {body} = await agent.request({origin: base, path: '/never', method: 'GET', signal: controller.signal});
    await new Promise(resolve => body.once('data', resolve));
    controller.abort();
    await assert.rejects(body.text());
    await wait(200);
    assert.strictEqual(await counted('gone'), before + 1);
  });
  await check('times of the head and of the body', async () => {
    await assert.rejects(ask(agent, '/slow?ms=3000', {origin: base, headersTimeout: 300}), {code: 'UND_ERR_HEADERS_TIMEOUT'});
    await assert.rejects(ask(agent, '/never', {origin: base, bodyTimeout: 300}), {code: 'UND_ERR_BODY_TIMEOUT'});
  });

  const {redirect, retry, decompress, cache} = undici.interceptors;
  for (const code of [301, 302, 303, 307, 308]) {
    await check(`redirect: ${code}`, async () => {
      const {text} = await ask(agent.compose(redirect({maxRedirections: 3})), `/redirect?code=${code}&to=/headers`, {origin: base, method: 'POST', body: 'b'});
      assert.strictEqual(JSON.parse(text).method, code < 303 || code > 303 ? (code >= 307 ? 'POST' : 'GET') : 'GET');
    });
  }
  await check('retry: of a status', async () => {
    const {text} = await ask(agent.compose(retry({minTimeout: 10, maxRetries: 5})), '/flaky?id=' + Math.random(), {origin: base});
    assert.strictEqual(text, 'try 3');
  });
  await check('retry: goes on where a response was cut', async () => {
    const {text} = await ask(agent.compose(retry({minTimeout: 10, maxRetries: 5})), '/resumed?id=' + Math.random(), {origin: base});
    assert.ok(text === page, `${text.length} characters`);
  });
  for (const how of ['gzip', 'br', 'deflate']) {
    await check(`decompress: ${how}`, async () => {
      const {text} = await ask(agent.compose(decompress()), '/compressed?how=' + how, {origin: base});
      assert.ok(text === page, `${text.length} characters`);
    });
  }
  await check('cache: a fresh answer, and one that is asked for again', async () => {
    const store = agent.compose(cache({store: new undici.cacheStores.MemoryCacheStore()}));
    const id = Math.random();
    const texts = [];
    for (let i = 0; i < 3; i++) texts.push((await ask(store, '/cached?age=60&id=' + id, {origin: base})).text);
    assert.deepStrictEqual(texts, ['asked 1', 'asked 1', 'asked 1']);
    const other = Math.random();
    for (let i = 0; i < 2; i++) {
      texts.push((await ask(store, '/cached?age=1&id=' + other, {origin: base})).text);
      await wait(1300);
    }
    assert.deepStrictEqual(texts.slice(3), ['asked 1', 'asked 1']);
    assert.strictEqual(await counted(other), 2);
  });

  const fetch = (path, init) => undici.fetch(base + path, {dispatcher: agent, ...init});
  await check('fetch: JSON', async () => {
    const answer = await fetch('/headers', {headers: {'X-Own': 'mine'}});
    assert.deepStrictEqual([answer.headers.getSetCookie(), (await answer.json()).own], [['a=1', 'b=2'], 'mine']);
  });
  for (const how of ['gzip', 'br', 'deflate']) await check(`fetch: ${how}`, async () => assert.ok(await (await fetch('/compressed?how=' + how)).text() === page));
  await check('fetch: a form there and back', async () => {
    const form = new undici.FormData();
    form.append('name', 'Ann "A" ü');
    form.append('file', new File(['content'], 'ü.txt', {type: 'text/plain'}));
    const answer = await fetch('/echo', {method: 'POST', body: form});
    const text = await answer.text();
    assert.ok(text.includes('Ann "A" ü') && text.includes('filename="ü.txt"'), text);
  });
  await check('fetch: a stream up', async () => {
    const body = new ReadableStream({
      async pull(controller) {
        this.count = (this.count || 0) + 1;
        await wait(5);
        if (this.count === 10) controller.close();
        else controller.enqueue(new TextEncoder().encode('part '));
      },
    });
    assert.strictEqual(await (await fetch('/echo', {method: 'POST', body, duplex: 'half'})).text(), 'part '.repeat(9));
  });
  await check('fetch: a redirect', async () => {
    const answer = await fetch('/redirect?code=302&to=/text?bytes=4');
    assert.deepStrictEqual([answer.redirected, answer.url, await answer.text()], [true, base + '/text?bytes=4', 'xxxx']);
  });
  await check('fetch: a circle of redirects', () => assert.rejects(fetch('/circle'), error => error.cause.message === 'redirect count exceeded'));
  await check('fetch: 100 at the same time', async () => {
    const all = await Promise.all(Array.from({length: 100}, (_, i) => fetch('/text?bytes=' + i).then(answer => answer.text())));
    all.forEach((text, i) => assert.strictEqual(text.length, i));
  });
  await Promise.all([client, pipelined, pool, agent].map(one => one.destroy()));
};
