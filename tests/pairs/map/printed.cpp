#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
#include <nodecpp/util.h>
#include <nodecpp/weak.h>

#include <cmath>
using namespace nodecpp;

struct Nested {
  Map<String, Map<String, Set<int>>> nested;
  void inspectTo(util::Inspector& out) const { out.property("nested", nested); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(Map<int, int>(), Set<int>(), util::array({Map<int, int>(), Set<int>()}));
  console::log(Map<String, double>{{"a", 1}, {"it's", -0.0}}, Set<double>{1.5, -0.0, NAN});
  Map<String, Map<String, Set<int>>> nested{{"x", {{"y", Set<int>{1, 2}}}}, {"z", {}}};
  console::log(nested);
  console::log(util::array({nested}), Nested{nested});
  console::log(util::inspect(util::array({nested}), {.depth = 0}), util::inspect(Nested{nested}, {.depth = 1}));
  console::log(util::inspect(nested.entries(), {.depth = 0}), util::inspect(util::array({nested.keys(), nested.entries()}), {.depth = 0}));
  console::log(Map<int, int>().keys(), Set<int>().entries(), nested.keys(), nested.entries());
  Map<int, String> long_;
  for (int i = 0; i < 120; i++) long_.set(i, str("value ") + i);
  console::log(long_);
  console::log(long_.keys());
  console::log(util::inspect(long_, {.maxArrayLength = 2}), util::inspect(Set<int>::from(long_.keys()), {.maxArrayLength = 1}));
  console::log(util::inspect(Set<String>{"a rather long text", "another rather long text", "and one that is not so long"}));
  console::log(util::inspect(Map<String, String>{{"a rather long text", "another rather long text"}, {"and", "one that is not so long"}}.entries()));
  console::log(util::inspect(Map<String, int>{{"b", 1}, {"a", 2}}, {.sorted = true}), util::format("%s %o %j", Set<int>{1}, 1, Map<int, int>{{1, 2}}));
  console::log(JSON::stringify(nested), JSON::stringify(Set<int>{1}));
  console::log(util::isDeepStrictEqual(Map<int, int>{{1, 2}, {3, 4}}, Map<int, int>{{3, 4}, {1, 2}}), util::isDeepStrictEqual(Set<int>{1}, Set<int>{2}));
  auto emitter = make<EventEmitter>();
  WeakMap<EventEmitter, int> weak; WeakSet<EventEmitter> held; WeakRef ref(emitter);
  weak.set(emitter, 1);
  held.add(emitter);
  console::log(weak, held, ref.deref() == emitter, "" + str(weak), "" + str(held), "" + str(ref));
  console::log(weak.has(emitter), weak.get(emitter), held.has(emitter), weak.delete_(emitter), weak.has(emitter));
  for (Function<void()> f : {Function<void()>([=] { weak.set(nullptr, 1); }), Function<void()>([=] { held.add(nullptr); }), Function<void()>([=] { WeakRef<EventEmitter>(nullptr); })}) {
    try {
      f();
    } catch (const Error& error) {
      console::log(error->message);
    }
  }
}); }
