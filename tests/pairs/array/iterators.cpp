#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
#include <cmath>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  Set<int> s{1,2,3,4,5};
  Map<String, int> m{{"a", 1}, {"b", 2}};
  Array<String> l = {"x", "y", "z"};
  console::log(s.values().map([](int n) { return n * 2; }).filter([](int n) { return n > 2; }).take(2).toArray());
  console::log(s.values().drop(3).toArray(), s.values().take(1.7).toArray(), s.values().take(INFINITY).toArray().length());
  console::log(m.entries().map([](auto e) { return e.first + e.second; }).toArray().join());
  console::log(l.values().map([](auto x, num i) { return x + i; }).toArray(), l.keys().toArray());
  for (auto [i, x] : l.entries().drop(1)) console::log(i, x);
  console::log(s.values().flatMap([](int n) { return Array<int>{n, -n}; }).take(3).toArray());
  console::log(s.values().reduce([](int a, int b) { return a + b; }), s.values().reduce([](String a, int b) { return a + b; }, ""));
  console::log(s.values().some([](int n) { return n > 4; }), s.values().every([](int n) { return n > 4; }), s.values().find([](int n) { return n > 3; }));
  console::log(l.values().find([](auto n) { return n == "q"; }));
  auto mm = s.values().map([](int n) { return n; });
  console::log(mm, str(mm), l.values());
  console::log(mm.find([](int n) { return n == 1; }), mm.next());
  auto it = s.values();
  console::log(it.find([](int n) { return n == 1; }), it.next());
  auto m3 = s.values().map([](int n) { return n; });
  for (auto x : m3) { console::log(x); break; }
  console::log(m3.next());
  auto ai = l.values();
  for (auto x : ai) { console::log(x); break; }
  console::log(ai.next(), ai.next(), ai.next(), ai.next());
  auto [i, v] = l.entries().next().value;
  console::log(i, v);
  try { s.values().take(-1); } catch (const Error& e) { console::log(e.toString()); }
  try { s.values().take(NAN); } catch (const Error& e) { console::log(e.toString()); }
  try { Array<int>().values().reduce([](int a, int b) { return a + b; }); } catch (const Error& e) { console::log(e.toString()); }
  m3 = s.values().map([](int n) -> int { if (n == 2) throw Error("two"); return n; });
  try { m3.toArray(); } catch (const Error& e) { console::log(e.toString()); }
  console::log(m3.next());
}); }
