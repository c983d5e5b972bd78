// Uses that the declarations of tests/native allow. Uses that they refuse are marked, and tsc reports a mark without an
// error.
import * as m from './native';

async function use(signal: AbortSignal) {
  const sum: number = m.add(1, 2);
  const greeting: string = m.greet('you') + m.greet('you', 'Hi');
  const later: number = await m.addLater(1, 2, {signal});
  const point: m.Point = m.mirrored({x: 1, y: 2});
  const path: m.Path = await m.reversedLater({points: [point], closed: true});
  const bytes: Buffer = m.makeBuffer(3, 65);
  m.fill(bytes, 1);
  m.fill(new DataView(new ArrayBuffer(1)), 1);
  const ramp: Float32Array = m.ramp(3);
  const big: bigint = m.sameBigInt(1n);
  const twice: number = m.twice(n => n * 2, 3);
  await m.progress(3, step => { step.toFixed(); });
  const counter = new m.Counter(1);
  counter.value = counter.add(2) + counter.value;
  const other: m.Counter = m.Counter.zero();
  const text: string = m.makeToken().text;
  m.listen((n: number) => n);

  // @ts-expect-error
  m.add('1', 2);
  // @ts-expect-error
  m.add(1);
  // @ts-expect-error
  m.mirrored({x: 1});
  // @ts-expect-error
  m.sum([1, 2]);
  // @ts-expect-error
  new m.Token();
  // @ts-expect-error
  counter.copy().text;
  // @ts-expect-error
  m.twice((text: string) => 1, 3);
  return [sum, greeting, later, path, ramp, big, twice, other, text];
}
void use;
