'use strict';
// What a client of server-sent events must be told. `open(path)` makes an EventSource.

module.exports = async ({assert, check, counted, wait}, name, open) => {
  const collect = (source, types, until) => new Promise((resolve, reject) => {
    const got = [];
    for (const type of types) {
      source.addEventListener(type, event => {
        got.push([event.type, event.data, event.lastEventId]);
        if (until(got)) resolve(got);
      });
    }
    source.addEventListener('error', event => { if (source.readyState === 2) reject(new Error(`error ${event.message || ''} ${JSON.stringify(got)}`)); });
  });
  await check(`${name}: events of all forms`, async () => {
    const source = open('/events?more=0');
    const got = await collect(source, ['message', 'named'], list => list.length === 4);
    source.close();
    assert.deepStrictEqual(got, [['message', 'one', '1'], ['message', 'two\nlines', '2'], ['named', '\u{1f600} undefined', '\u20ac'], ['message', '', '']]);
  });
  await check(`${name}: 3000 events in order`, async () => {
    const source = open('/events?more=3000');
    const got = await collect(source, ['more'], list => list.length === 3000);
    source.close();
    got.forEach(([, data], i) => assert.strictEqual(data, String(i)));
  });
  await check(`${name}: connects again with the last id, until it is told to stop`, async () => {
    const source = open('/events/again');
    const got = await new Promise(resolve => {
      const list = [];
      source.onmessage = event => list.push([event.data, event.lastEventId]);
      source.onerror = () => { if (source.readyState === 2) resolve(list); };
    });
    assert.deepStrictEqual(got, [['0', '1'], ['1', '2'], ['2', '3']]);
  });
  await check(`${name}: the server sees that the client has gone`, async () => {
    const before = await counted('gone');
    const source = open('/events?more=0');
    await collect(source, ['message'], list => list.length === 1);
    assert.strictEqual(await counted('gone'), before);
    source.close();
    await wait(200);
    assert.strictEqual(await counted('gone'), before + 1);
  });
  await check(`${name}: a redirect`, async () => {
    const source = open('/redirect?code=307&to=' + encodeURIComponent('/events?more=1'));
    const got = await collect(source, ['more'], list => list.length === 1);
    source.close();
    assert.deepStrictEqual(got, [['more', '0', '']]);
  });
  for (const [path, what] of [['/status?code=503', 'a status of 503'], ['/text?bytes=5', 'another type']]) {
    await check(`${name}: ${what} is the end`, () => new Promise((resolve, reject) => {
      const source = open(path);
      source.onopen = () => reject(new Error('is open'));
      source.onerror = () => (source.readyState === 2 ? resolve() : reject(new Error(`readyState ${source.readyState}`)));
    }));
  }
};
