// A cache that drops the entry that was used least recently, by the order of a Map.
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/object.h>

#include "../measure.h"
using namespace nodecpp;

class CacheObject : public Object {
 public:
  num most;
  Map<String, String> entries;
  num hits = 0;
  explicit CacheObject(num most) : most(most) {}
  String get(String key) {
    auto value = entries.get(key);
    if (value == undefined) return undefined;
    hits++;
    entries.delete_(key);
    entries.set(key, value);
    return value;
  }
  void set(String key, String value) {
    entries.delete_(key);
    entries.set(key, value);
    if (entries.size() > most) entries.delete_(entries.keys().next().value);
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> keys;
  for (num i = 0; i < 20000; i++) keys.push("key" + str(i * i % 1009));

  bench::measure([=] {
    auto cache = make<CacheObject>(200);
    num letters = 0;
    for (auto key : keys) {
      auto value = cache->get(key);
      if (value == undefined) {
        value = "value of " + key;
        cache->set(key, value);
      }
      letters += value.length();
    }
    return format("{} {} {}", cache->hits, letters, cache->entries.size());
  });
}); }
