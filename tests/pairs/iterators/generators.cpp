#include <nodecpp/console.h>
#include <nodecpp/generator.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Ends {
  String name;
  ~Ends() { console::log(name, "ends"); }
};
template <class T>
Generator<T> noted(String name, Array<T> list) {
  return [](String name, Array<T> list) -> Generator<T> {
    Ends ends{name};
    for (auto each : list) {
      console::log(name, "gives", each);
      co_yield each;
    }
  }(name, list);
}
Generator<int> notedInts(String name, Array<int> list) { return noted<int>(name, list); }
auto show = [](auto result) { console::log(result.value, result.done); };
auto attempt = [](auto f) {
  try {
    f();
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message);
  }
};
Generator<String, String, String> talk() {
  String first = co_yield "name?";
  String second = co_yield "hello " + first + ", age?";
  co_return first + " is " + second;
}
Generator<String, String, String> inner(int n) {
  String got = co_yield str("inner ") + n;
  console::log("inner got", got);
  co_return str("result ") + n;
}
Generator<String, String, String> outer() {
  String one = co_yield elementsOf(inner(1));
  co_yield one;
  co_yield elementsOf(Array<String>{"x", "y"});
  String two = co_yield elementsOf(inner(2));
  co_return two;
}
struct Layer {
  int depth;
  ~Layer() { console::log("layer", depth); }
};
Generator<String> layers(int depth) {
  Layer layer{depth};
  if (depth > 0) co_yield elementsOf(layers(depth - 1));
  co_yield "bottom";
}
Generator<String> over(Generator<String> of) {
  co_yield elementsOf(of);
  co_yield "over";
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto a = notedInts("a", {1, 2});
  show(a.next());
  show(a.next());
  show(a.next());
  show(a.next());
  for (auto each : notedInts("b", {1, 2, 3})) {
    console::log("loop", each);
    if (each == 2) break;
  }
  attempt([] {
    for (auto each : notedInts("c", {1, 2, 3})) throw RangeError(str("body ") + each);
  });
  auto d = notedInts("d", {1, 2, 3});
  show(d.next());
  show(d.return_(9));
  show(d.next());
  show(notedInts("e", {1}).return_(4));
  auto f = notedInts("f", {1, 2});
  f.next();
  attempt([=] { f.throw_(TypeError("thrown in")); });
  show(f.next());
  attempt([=] { notedInts("g", {1}).throw_(Error("before it begins")); });

  auto t = talk();
  show(t.next("ignored"));
  show(t.next("Ann"));
  show(t.next("34"));
  show(t.next("x"));

  auto o = outer();
  show(o.next());
  show(o.next("A"));
  show(o.next());
  show(o.next());
  show(o.next());
  show(o.next("B"));
  console::log(Array<>::from(outer()).join("|"));

  for (auto each : layers(3)) {
    console::log(each);
    break;
  }
  auto l = layers(2);
  l.next();
  attempt([=] { l.throw_(Error("through the layers")); });

  console::log(notedInts("h", {1, 2, 3, 4}).filter([](int n) { return n % 2 == 0; }).map([](int n) { return n * 10; }).take(1).toArray());
  // C++ does not define the order in which arguments are evaluated, so each call is a statement of its own.
  const bool someOf = notedInts("i", {1, 2, 3}).some([](int n) { return n == 2; });
  console::log(someOf, notedInts("j", {1, 2}).every([](int n) { return n > 0; }));
  const int found = notedInts("k", {5, 6, 7}).find([](int n) { return n > 5; });
  console::log(found, notedInts("l", {1, 2, 3}).reduce([](int x, int y) { return x + y; }));
  console::log(notedInts("m", {1, 2}).flatMap([](int n) { return notedInts(str("n") + n, {n, n}); }).toArray());
  attempt([=] { notedInts("p", {1, 2}).map([](int) -> int { throw RangeError("mapper"); }).next(); });
  attempt([=] { notedInts("q", {1, 2}).forEach([](int n) { throw RangeError(str("each ") + n); }); });
  auto dropped = notedInts("r", {1, 2, 3}).drop(2);
  show(dropped.next());
  show(dropped.next());
  auto [first, second] = notedInts("s", {1, 2, 3}).first<2>();
  console::log(first, second);
  auto mapped = notedInts("t", {1, 2, 3}).map([](int n) { return n * 2; });
  for (auto each : mapped) {
    console::log(each);
    break;
  }
  show(mapped.next());
  console::log(a, str(a), mapped);

  let<Generator<int>> self;
  self = [=](this auto) -> Generator<int> {
    attempt([=] { self->next(); });
    attempt([=] { self->return_(); });
    co_yield 1;
  }();
  show(self->next());
  self = Generator<int>();

  auto shared = noted<String>("u", {"1", "2", "3", "4", "5"});
  auto left = over(shared), right = over(shared);
  show(left.next());
  show(right.next());
  show(shared.next());
  show(left.next());
  show(right.next());
  show(left.next());
  show(right.next());
  show(shared.next());
}); }
