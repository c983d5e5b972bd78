'use strict';
// The originals of yallist and lru-cache, and the cases for them and for the ports.
const LRUCache = require('lru-cache');
const Yallist = require('yallist');

const nodeAt = (list, n) => {
  let node = list.head;
  for (let i = 0; node && i < n; i++) node = node.next;
  return node;
};

// A C++ handle does not distinguish null from undefined, and neither does a property that is read from such a handle.
function originalList(one) {
  const out = [];
  const lists = [new Yallist(), new Yallist(['x', 'y'])];
  for (const op of one.ops) {
    const name = op[0];
    const list = lists[op[1]], other = lists[1 - op[1]];
    const a = op[2], b = op[3];
    let at = a;
    const meddle = value => {
      if (at-- !== 0) return;
      if (b === 0) list.push(value);
      if (b === 1) list.shift();
      if (b === 2) list.pop();
      if (b === 3 && nodeAt(list, a)) list.removeNode(nodeAt(list, a));
      if (b === 4) list.reverse();
      if (b === 5 && nodeAt(list, 0)) other.pushNode(nodeAt(list, 0));
    };
    try {
      if (name === 'push') out.push(list.push(op[2], op[3]));
      if (name === 'unshift') out.push(list.unshift(op[2], op[3]));
      if (name === 'pop') out.push(list.pop());
      if (name === 'shift') out.push(list.shift());
      if (name === 'get') out.push(list.get(a));
      if (name === 'getReverse') out.push(list.getReverse(a));
      if (name === 'removeNode') list.removeNode(nodeAt(b ? other : list, a));
      if (name === 'pushNode') list.pushNode(nodeAt(b ? other : list, a));
      if (name === 'unshiftNode') list.unshiftNode(nodeAt(b ? other : list, a));
      if (name === 'slice') out.push(list.slice(a, b).toArray());
      if (name === 'sliceReverse') out.push(list.sliceReverse(a, b).toArray());
      if (name === 'splice') out.push(list.splice(a, b, ...op[4]));
      if (name === 'reverse') out.push(list.reverse() === list);
      if (name === 'forEach') list.forEach((value, i) => { out.push([String(i), value]); meddle(value); });
      if (name === 'forEachReverse') list.forEachReverse((value, i) => { out.push([String(i), value]); meddle(value); });
      if (name === 'map') out.push(list.map(value => { meddle(value); return value + '!'; }).toArray());
      if (name === 'mapReverse') out.push(list.mapReverse(value => { meddle(value); return value + '?'; }).toArray());
      if (name === 'reduce') out.push(list.reduce((sum, value, i) => sum + value + i, ...(b ? [''] : [])));
      if (name === 'reduceReverse') out.push(list.reduceReverse((sum, value, i) => sum + value + i, ...(b ? [''] : [])));
      if (name === 'iterate') for (const value of list) out.push(value);
    } catch (error) {
      out.push(error.name + ': ' + error.message.replace(/ of null \(reading .*/, ' of undefined'));
    }
    out.push(list.length);
    let n = 0;
    for (let node = list.head; node && n < 50; node = node.next, n++) out.push(node.value);
    n = 0;
    for (let node = list.tail; node && n < 50; node = node.prev, n++) out.push(node.value);
  }
  return out;
}

function original(one) {
  if (one.port === 'yallist') return originalList(one);
  const out = [];
  let cache;
  let inside = false;
  const {dispose, length, ...options} = one.options;
  const byLength = value => String(value).length;
  if (length) options.length = byLength;
  // The callback changes the cache only a few times: with a dispose() that puts each removed entry back, the loop would
  // never end.
  let left = 6;
  const meddle = (what, key) => {
    if (inside || !what || left-- <= 0) return;
    inside = true;
    try {
      if (what === 'del') cache.del(key);
      if (what === 'set') cache.set(key, 'again');
      if (what === 'other') cache.set('other', 'new');
      if (what === 'get') out.push(['got', cache.get(key)]);
      if (what === 'reset') cache.reset();
      if (what === 'pop') cache.pop();
      if (what === 'max') cache.max = 1;
    } catch (error) {
      out.push(error.message);
    }
    inside = false;
  };
  if (dispose) {
    options.dispose = (key, value) => {
      out.push(['dispose', key, value]);
      meddle(dispose, key);
    };
  }
  try {
    cache = new LRUCache(options);
  } catch (error) {
    return error.message;
  }
  const each = what => (value, key) => {
    out.push([key, value]);
    meddle(what, key);
  };
  for (const [name, key, value, age] of one.ops) {
    try {
      if (name === 'set') out.push(cache.set(key, value, age));
      if (name === 'get') out.push(cache.get(key));
      if (name === 'peek') out.push(cache.peek(key));
      if (name === 'has') out.push(cache.has(key));
      if (name === 'del') cache.del(key);
      if (name === 'pop') {
        const entry = cache.pop();
        out.push(entry ? [entry.key, entry.value] : null);
      }
      if (name === 'reset') cache.reset();
      if (name === 'prune') cache.prune();
      if (name === 'max') cache.max = key;
      if (name === 'maxAge') cache.maxAge = key;
      if (name === 'allowStale') cache.allowStale = key;
      if (name === 'lengthCalculator') cache.lengthCalculator = key ? byLength : undefined;
      if (name === 'forEach') cache.forEach(each(key));
      if (name === 'rforEach') cache.rforEach(each(key));
      if (name === 'dump') for (const {k, v, e} of cache.dump()) out.push([k, v, e > 0]);
      if (name === 'load') cache.load(cache.dump());
      if (name === 'dumpLru') out.push(cache.dumpLru().length);
    } catch (error) {
      out.push(error.name + ': ' + error.message.replace(/ of null \(reading .*/, ' of undefined'));
    }
    out.push(cache.length, cache.itemCount, cache.keys(), cache.values());
  }
  out.push(String(cache.max), cache.maxAge, cache.allowStale);
  return out;
}

const listCalls = ['push', 'push', 'push', 'unshift', 'unshift', 'pop', 'shift', 'get', 'getReverse', 'removeNode', 'pushNode', 'unshiftNode', 'slice',
  'sliceReverse', 'splice', 'reverse', 'forEach', 'forEachReverse', 'map', 'mapReverse', 'reduce', 'reduceReverse', 'iterate'];
const cacheCalls = ['set', 'set', 'set', 'set', 'set', 'get', 'get', 'get', 'peek', 'has', 'del', 'pop', 'reset', 'prune', 'max', 'maxAge', 'allowStale',
  'lengthCalculator', 'forEach', 'rforEach', 'dump', 'load', 'dumpLru'];
const meddling = ['del', 'set', 'other', 'get', 'reset', 'pop', 'max'];
// An age below zero expires at once, and a large one never.
const age = r => r.pick([0, 0, 0, -1, 1e9]);

function* cases(r, count) {
  for (let i = 0; i < count; i++) {
    if (i % 3 === 0) {
      const ops = Array.from({length: 1 + r.below(25)}, () => {
        const name = r.pick(listCalls);
        const value = () => r.pick(['a', 'b', 'c', 1, 2, 3.5, true, null, 'żółć']);
        if (name.endsWith('push') || name.endsWith('unshift')) return [name, r.below(2), value(), value()];
        const meddles = /each|map/i.test(name);
        const number = () => r.below(9) - (meddles || name.endsWith('Node') ? 0 : 3);
        return [name, r.below(2), number(), meddles ? r.below(12) : number(), Array.from({length: r.below(3)}, value)];
      });
      yield {port: 'yallist', ops};
      continue;
    }
    const options = {max: r.pick([0, 1, 2, 3, 5, 5, 20, -1].slice(0, r.below(15) ? 7 : 8)), maxAge: age(r), stale: !r.below(3), noDisposeOnSet: !r.below(3),
      updateAgeOnGet: !r.below(3), length: !r.below(3), dispose: r.below(3) ? r.pick([...meddling, 'log']) : undefined};
    const key = () => r.pick(['a', 'b', 'c', 'd', 'e', 1, 2, '1', null, true]);
    const ops = Array.from({length: 1 + r.below(30)}, () => {
      const name = r.pick(cacheCalls);
      if (name === 'max') return [name, r.pick([0, 1, 2, 3, 10, -1])];
      if (name === 'maxAge') return [name, age(r)];
      if (name === 'allowStale' || name === 'lengthCalculator') return [name, !r.below(2)];
      if (name === 'forEach' || name === 'rforEach') return [name, r.pick([...meddling, ''])];
      return [name, key(), r.pick(['v', 'value', '', 7, null, false, 'x'.repeat(12)]), age(r)];
    });
    yield {port: 'lru-cache', options, ops};
  }
}

module.exports = {cases, original};
