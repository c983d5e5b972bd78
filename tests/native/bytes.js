'use strict';
// Tests Buffers and typed arrays: both sides must use the same memory, and never memory that was freed.
const assert = require('assert');
const vm = require('vm');

const gc = () => {
  require('v8').setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc');
};

module.exports = ({test, m, quick}) => {
  const collect = gc();
  const turn = () => new Promise(resolve => setImmediate(resolve));

  test('bytes of every view, without a copy', () => {
    const memory = new ArrayBuffer(16);
    new Uint8Array(memory).forEach((_, i, all) => { all[i] = i; });
    assert.strictEqual(m.sumBytes(memory), 120);
    assert.strictEqual(m.sumBytes(new Uint8Array(memory, 4, 4)), 4 + 5 + 6 + 7);
    assert.strictEqual(m.sumBytes(new DataView(memory, 14)), 29);
    assert.strictEqual(m.sumBytes(new Float64Array(memory, 8)), 92);
    assert.strictEqual(m.sumBytes(Buffer.from([1, 2, 3])), 6);
    assert.strictEqual(m.sumBytes(new Uint8Array(new SharedArrayBuffer(4)).fill(2)), 8);
    assert.strictEqual(m.sumBytes(Buffer.alloc(0)), 0);
    assert.strictEqual(m.addressOf(memory), m.addressOfSpan(new DataView(memory)));
    assert.strictEqual(m.addressOf(new Uint8Array(memory, 5)) - m.addressOf(memory), 5n);
    const buffer = Buffer.from('hello');
    m.fill(buffer, 65);
    assert.strictEqual(buffer.toString(), 'AAAAA');
    assert.strictEqual(m.sum(Float64Array.of(1, 2, 3.5)), 6.5);
    const words = 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView';
    assert.throws(() => m.sumBytes('x'), {code: 'ERR_INVALID_ARG_TYPE',
      message: `The "bytes" argument must be ${words}. Received type string ('x')`});
    assert.throws(() => m.sum(new Float32Array(1)), {code: 'ERR_INVALID_ARG_TYPE',
      message: 'The "values" argument must be an instance of Float64Array. Received an instance of Float32Array'});
    for (const value of [undefined, null, 1, {}, [], {buffer: memory}]) assert.throws(() => m.sumBytes(value), TypeError);
  });

  test('detached and resizable memory', () => {
    const gone = new Uint8Array(8).fill(1);
    structuredClone(gone.buffer, {transfer: [gone.buffer]});
    assert.strictEqual(m.sumBytes(gone), 0);
    assert.strictEqual(m.sumBytes(gone.buffer), 0);
    m.keep(gone);
    assert.strictEqual(m.giveKept().length, 0);
    const resizable = new ArrayBuffer(8, {maxByteLength: 64});
    const tracking = new Uint8Array(resizable);
    tracking.fill(1);
    assert.strictEqual(m.sumBytes(tracking), 8);
    resizable.resize(16);
    assert.strictEqual(m.sumBytes(tracking), 8);
    tracking.fill(1);
    assert.strictEqual(m.sumBytes(tracking), 16);
    const fixed = new Uint8Array(resizable, 4, 8);
    resizable.resize(6);
    assert.strictEqual(m.sumBytes(fixed), 0);
    assert.strictEqual(m.sumBytes(resizable), 6);
  });

  test('memory that goes while a call has it', () => {
    const bytes = new Uint8Array(1 << 20).fill(1);
    assert.throws(() => m.bytesThen(bytes, () => { structuredClone(bytes.buffer, {transfer: [bytes.buffer]}); }),
      {code: 'ERR_INVALID_STATE', name: 'TypeError'});
    const resizable = new ArrayBuffer(1 << 20, {maxByteLength: 1 << 20});
    assert.throws(() => m.bytesThen(resizable, () => resizable.resize(10)), {code: 'ERR_INVALID_STATE'});
    assert.strictEqual(m.bytesThen(Buffer.from([1, 2]), () => {}), 3);
    assert.throws(() => m.bytesThen(Buffer.from([1, 2]), () => { throw new Error('own'); }), {message: 'own'});
    assert.strictEqual(m.bytesThen(Buffer.from([1, 2]), () => {}), 3);
  });

  test('what the function keeps of a Buffer stays alive', async () => {
    let bytes = Buffer.from(new Uint8Array(1 << 16).fill(7).buffer);
    m.keep(bytes);
    bytes = null;
    for (let i = 0; i < 5; i++) {
      collect();
      new Uint8Array(1 << 16).fill(9);
      await turn();
    }
    const kept = m.giveKept();
    assert.strictEqual(kept.length, (1 << 16) - 1);
    assert.ok(kept.every(byte => byte === 7));
    m.keep(Buffer.alloc(1));
  });

  test('Buffers and typed arrays as results', () => {
    assert.deepStrictEqual(m.makeBuffer(3, 65), Buffer.from('AAA'));
    assert.strictEqual(m.makeBuffer(0, 1).length, 0);
    const large = m.makeBuffer(100000, 65);
    assert.ok(Buffer.isBuffer(large) && large.length === 100000 && large.every(byte => byte === 65));
    assert.deepStrictEqual(m.ramp(4), Float32Array.of(0, 0.5, 1, 1.5));
    assert.strictEqual(m.ramp(0).length, 0);
    // JavaScript must not hold two objects for the same memory.
    const bytes = Buffer.alloc(5000, 1);
    m.keep(bytes);
    const given = m.giveKept();
    assert.notStrictEqual(m.addressOf(given), m.addressOf(bytes) + 1n);
    m.keep(Buffer.alloc(1));
  });

  test('memory of results is given back', async () => {
    const rounds = quick ? 20 : 200;
    for (let i = 0; i < 20; i++) m.makeBuffer(1 << 20, 1);
    collect();
    await turn();
    const before = process.memoryUsage.rss();
    for (let i = 0; i < rounds; i++) {
      m.makeBuffer(1 << 20, 1);
      m.ramp(1 << 18);
      m.keep(Buffer.alloc(1 << 20));
      m.sameString('x'.repeat(1 << 16));
      await m.sumBytesLater(Buffer.alloc(1 << 20));
      if (i % 10 === 0) {
        collect();
        await turn();
      }
    }
    collect();
    await turn();
    const grown = process.memoryUsage.rss() - before;
    // A sanitizer keeps freed memory for a while.
    assert.ok(quick || grown < 80e6, `${(grown / 1e6).toFixed()} MB more than before`);
  });

  test('a promise holds its memory until it is settled', async () => {
    const pending = [];
    for (let i = 0; i < 8; i++) pending.push(m.fillSlowly(Buffer.from(new ArrayBuffer(1 << 16)), i));
    const sums = [];
    for (let i = 0; i < 50; i++) sums.push(m.sumBytesLater(new Uint8Array(1000).fill(i)));
    for (let i = 0; i < 10; i++) {
      collect();
      await turn();
    }
    assert.deepStrictEqual(await Promise.all(sums), Array.from({length: 50}, (_, i) => i * 1000));
    await Promise.all(pending);
    const bytes = Buffer.alloc(10);
    assert.strictEqual(await m.addressOfLater(bytes), m.addressOf(bytes));
    await m.fillSlowly(bytes, 66);
    assert.strictEqual(bytes.toString(), 'BBBBBBBBBB');
    assert.strictEqual(await m.sumBytesLater(new Uint8Array(new SharedArrayBuffer(8)).fill(1)), 8);
    await assert.rejects(m.sumBytesLater(new Uint8Array(new ArrayBuffer(8, {maxByteLength: 16}))),
      {code: 'ERR_INVALID_ARG_VALUE', name: 'TypeError'});
    await assert.rejects(m.sumLater(new Float64Array(new ArrayBuffer(8, {maxByteLength: 16}))),
      {code: 'ERR_INVALID_ARG_VALUE'});
    assert.deepStrictEqual(await m.makeBufferLater(3, 65), Buffer.from('AAA'));
    assert.strictEqual((await m.makeBufferLater(100000, 65))[99999], 65);
    assert.deepStrictEqual(await m.rampLater(3), Float32Array.of(0, 0.5, 1));
  });
};
