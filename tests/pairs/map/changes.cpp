#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<int, String> map{{1, "a"}, {2, "b"}, {3, "c"}};
  for (auto [key, value] : map) {
    console::log(key, value);
    if (key == 1) {
      map.delete_(2);
      map.set(4, "d");
    }
    if (key == 3) {
      map.delete_(3);
      map.delete_(1);
      map.set(1, "again");
    }
  }
  console::log(map);
  let<int> left = 3;
  map.forEach([=](String value, int key) {
    console::log(key, value);
    if (left-- > 0) {
      map.clear();
      map.set(left, "fresh").set(100 + left, "more");
    }
  });
  console::log(map);

  // A queue: each job that is done adds two more, up to a limit.
  Set<int> queue{0};
  int served = 0;
  for (auto job : queue) {
    queue.delete_(job);
    served++;
    if (job < 1000) queue.add(2 * job + 1).add(2 * job + 2);
  }
  console::log(served, queue.size());

  // A cache that drops the entry that was used least recently.
  Map<int, int> cache;
  auto use = [=](int key) {
    auto value = cache.has(key) ? cache.get(key) : key * key;
    cache.delete_(key);
    cache.set(key, value);
    if (cache.size() > 3) cache.delete_(cache.keys().next().value);
    return value;
  };
  for (auto key : {1, 2, 3, 1, 4, 5, 1, 6}) console::log(use(key), cache);

  // Iterators are objects. They see entries that are added later, and once an iterator is done it stays done.
  Map<String, int> letters{{"a", 1}, {"b", 2}, {"c", 3}};
  auto keys = letters.keys(); auto entries = letters.entries();
  console::log(keys.next(), entries.next().value);
  letters.delete_("b");
  letters.set("d", 4);
  console::log(keys, entries, letters.values());
  for (auto key : keys) {
    console::log(key);
    if (key == "c") break;
  }
  console::log(letters.keys().next().done, Set<int>().values().next().done, Set<String>{"x"}.entries().next().value);
  auto rest = letters.keys();
  for (auto key : rest) letters.delete_(key);
  letters.set("e", 5);
  console::log(rest.next().done, letters.size(), "" + str(rest), rest, Set<int>{1, 2}.values(), Set<int>{1, 2}.entries());
  auto all = letters.values();
  all.forEach([=](int value, int index) { console::log(value, index); });
}); }
