// A cache that drops the entry that was used least recently, by the order of a Map. Written with var instead of static
// types.
#include <nodecpp/map.h>

#include "../measure.h"
using namespace nodecpp;

var makeCache() {
  var Cache = var::function("Cache", [](This self, var most) {
    self["most"] = most;
    self["entries"] = Map<var, var>();
    self["hits"] = 0;
  });
  Cache["prototype"]["get"] = [](This self, var key) -> var {
    auto entries = self["entries"].as<Map<var, var>>();
    var value = entries.get(key);
    if (value.isUndefined()) return undefined;
    self["hits"]++;
    entries.delete_(key);
    entries.set(key, value);
    return value;
  };
  Cache["prototype"]["set"] = [](This self, var key, var value) {
    auto entries = self["entries"].as<Map<var, var>>();
    entries.delete_(key);
    entries.set(key, value);
    if (self["entries"]["size"] > self["most"]) entries.delete_(entries.keys().next().value);
  };
  return Cache;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var Cache = makeCache();
  var keys = var::array();
  for (var i = 0; i < 20000; i++) keys.push("key" + str(i * i % 1009));

  bench::measure([=] {
    var cache = Cache.construct(200);
    var letters = 0;
    for (var key : keys) {
      var value = cache["get"](key);
      if (value.isUndefined()) {
        value = "value of " + key;
        cache["set"](key, value);
      }
      letters += value["length"];
    }
    return format("{} {} {}", cache["hits"], letters, cache["entries"]["size"]);
  });
}); }
