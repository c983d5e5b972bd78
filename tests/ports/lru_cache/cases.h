// Runs the cases on the ports of yallist and lru-cache in the same way as cases.js runs them on the originals.
#pragma once

#include "lru_cache.h"

#include <nodecpp/json.h>
#include <nodecpp/var.h>

namespace lru_cache {

inline var keyed(String key, var value) { return var::array({key, value}); }

// Runs operations on a list, with a callback that changes the list at one of its elements.
inline var answerList(var one) {
  var out = var::array();
  auto lists = Array<Yallist<var>>{make<Yallist<var>>(), make<Yallist<var>>(Array<var>{"x", "y"})};
  auto nodeAt = [](Yallist<var> list, int n) {
    auto node = list->head;
    for (int i = 0; node && i < n; i++) node = node->next;
    return node;
  };
  for (var op : one["ops"]) {
    String name = op[0];
    auto list = lists[int(op[1])], other = lists[1 - int(op[1])];
    const int a = op[2], b = op[3];
    let<int> at = a;
    // The function that the callback of the next loop calls in its call number `at`: it changes the list during the
    // loop.
    auto meddle = [=](var value) {
      if (at-- != 0) return;
      if (b == 0) list->push(value);
      if (b == 1) list->shift();
      if (b == 2) list->pop();
      if (b == 3 && nodeAt(list, a)) list->removeNode(nodeAt(list, a));
      if (b == 4) list->reverse();
      if (b == 5 && nodeAt(list, 0)) other->pushNode(nodeAt(list, 0));
    };
    try {
      if (name == "push") out.push(list->push(op[2], op[3]));
      if (name == "unshift") out.push(list->unshift(op[2], op[3]));
      if (name == "pop") out.push(list->pop());
      if (name == "shift") out.push(list->shift());
      if (name == "get") out.push(list->get(a));
      if (name == "getReverse") out.push(list->getReverse(a));
      if (name == "removeNode") list->removeNode(nodeAt(b ? other : list, a));
      if (name == "pushNode") list->pushNode(nodeAt(b ? other : list, a));
      if (name == "unshiftNode") list->unshiftNode(nodeAt(b ? other : list, a));
      if (name == "slice") out.push(list->slice(a, b)->toArray());
      if (name == "sliceReverse") out.push(list->sliceReverse(a, b)->toArray());
      if (name == "splice") out.push(list->splice(a, b, op[4].isArray() ? Array<>::from(op[4]) : Array<var>()));
      if (name == "reverse") out.push(list->reverse() == list);
      if (name == "forEach") list->forEach([=](var value, int i) { out.push(keyed(str(i), value)); meddle(value); });
      if (name == "forEachReverse") list->forEachReverse([=](var value, int i) { out.push(keyed(str(i), value)); meddle(value); });
      if (name == "map") out.push(list->map([=](var value) { meddle(value); return str(value) + "!"; })->toArray());
      if (name == "mapReverse") out.push(list->mapReverse([=](var value) { meddle(value); return str(value) + "?"; })->toArray());
      if (name == "reduce") out.push(b ? list->reduce<var>([](var sum, var value, int i) { return sum + value + i; }, "") : list->reduce([](var sum, var value, int i) { return sum + value + i; }));
      if (name == "reduceReverse") out.push(b ? list->reduceReverse<var>([](var sum, var value, int i) { return sum + value + i; }, "") : list->reduceReverse([](var sum, var value, int i) { return sum + value + i; }));
      if (name == "iterate") for (auto value : list) out.push(value);
    } catch (const Error& error) {
      out.push(error->name + ": " + error->message);
    }
    out.push(list->length);
    // Works like toArray, but stops for lists that have become endless or are shorter than their length says.
    int n = 0;
    for (auto node = list->head; node && n < 50; node = node->next, n++) out.push(node->value);
    n = 0;
    for (auto node = list->tail; node && n < 50; node = node->prev, n++) out.push(node->value);
  }
  return out;
}

inline var answer(var one) {
  var out = var::array();
  auto options = one["options"];
  let<LRUCache<var, var>> cache;
  let<bool> inside = false;
  Options<var, var> all;
  if (options["max"]) all.max = num(options["max"]);
  if (options["maxAge"]) all.maxAge = num(options["maxAge"]);
  all.stale = bool(options["stale"]);
  all.noDisposeOnSet = bool(options["noDisposeOnSet"]);
  all.updateAgeOnGet = bool(options["updateAgeOnGet"]);
  Function<num(var, var)> byLength = [](var value) { return num(str(value).length()); };
  if (options["length"]) all.length = byLength;
  // Changes the cache from a callback that the cache calls, but only a few times: with a dispose() that puts each
  // removed entry back, the loop would never end.
  let<int> left = 6;
  auto meddle = [=](var what, var key) {
    if (inside || !what || left-- <= 0) return;
    inside = true;
    try {
      if (what == "del") cache->del(key);
      if (what == "set") cache->set(key, "again");
      if (what == "other") cache->set("other", "new");
      if (what == "get") out.push(keyed("got", cache->get(key)));
      if (what == "reset") cache->reset();
      if (what == "pop") cache->pop();
      if (what == "max") cache->setMax(1);
    } catch (const Error& error) {
      out.push(error->message);
    }
    inside = false;
  };
  if (options["dispose"]) all.dispose = [=](var key, var value) {
    out.push(var::array({"dispose", key, value}));
    meddle(options["dispose"], key);
  };
  try {
    cache = make<LRUCache<var, var>>(all);
  } catch (const Error& error) {
    return error->message;
  }
  auto each = [=](var what) {
    return Function<void(var, var)>([=](var value, var key) {
      out.push(var::array({key, value}));
      meddle(what, key);
    });
  };
  for (var op : one["ops"]) {
    String name = op[0];
    auto key = op[1], value = op[2];
    try {
      if (name == "set") out.push(op[3] ? cache->set(key, value, num(op[3])) : cache->set(key, value));
      if (name == "get") out.push(cache->get(key));
      if (name == "peek") out.push(cache->peek(key));
      if (name == "has") out.push(cache->has(key));
      if (name == "del") cache->del(key);
      if (name == "pop") { auto entry = cache->pop(); out.push(entry ? var::array({entry->key, entry->value}) : var(nullptr)); }
      if (name == "reset") cache->reset();
      if (name == "prune") cache->prune();
      if (name == "max") cache->setMax(num(key));
      if (name == "maxAge") cache->setMaxAge(num(key));
      if (name == "allowStale") cache->setAllowStale(bool(key));
      if (name == "lengthCalculator") cache->setLengthCalculator(key ? byLength : nullptr);
      if (name == "forEach") cache->forEach(each(key));
      if (name == "rforEach") cache->rforEach(each(key));
      if (name == "dump") for (auto saved : cache->dump()) out.push(var::array({saved->k, saved->v, saved->e > 0}));
      if (name == "load") cache->load(cache->dump());
      if (name == "dumpLru") out.push(cache->dumpLru()->length);
    } catch (const Error& error) {
      out.push(error->name + ": " + error->message);
    }
    out.push(cache->length());
    out.push(cache->itemCount());
    out.push(cache->keys());
    out.push(cache->values());
  }
  out.push(str(cache->max()));
  out.push(cache->maxAge());
  out.push(cache->allowStale());
  return out;
}

}  // namespace lru_cache
