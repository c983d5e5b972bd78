// Looks up 20,000 times one of 2,000 keys in a cache that has room for 500 texts, as lru_cache.js does.
#include "../../tests/ports/lru_cache/lru_cache.h"
#include "../programs/measure.h"

using namespace nodecpp;
using lru_cache::LRUCache;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> keys;
  for (int i = 0; i < 20000; i++) keys.push(str("key") + num(i) * i * 7 % 2003);

  bench::measure([=] {
    let<int> gone = 0, found = 0;
    auto cache = make<LRUCache<String, String>>(lru_cache::Options<String, String>{.max = 500, .dispose = [=] { gone++; }});
    for (auto key : keys) {
      if (cache->get(key)) found++;
      else cache->set(key, "value of " + key);
    }
    return format("{} {} {} {}", found, gone, cache->length(), cache->keys()[0]);
  });
}); }
