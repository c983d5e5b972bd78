#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(make<URLSearchParams>(), make<URLSearchParams>(""), make<URLSearchParams>("?"));
  console::log(make<URLSearchParams>("?a=1&b=2&a=3&&=x&c"));
  console::log(make<URLSearchParams>({{"a", "b"}, {"c", 1}, {"d", true}, {"e", nullptr}, {"f", {"g", "h"}}}));
  console::log(make<URLSearchParams>({{"a", "b"}, {"a", "c"}})->getAll("a"));
  console::log(make<URLSearchParams>("%F0%9F%98%80=%zz&%41=+%2B&é=ü")->toString());
  auto params = make<URLSearchParams>("b=1&a=2&b=3&ä=4&z=5&😀=6&ﬀ=7");
  params->sort();
  console::log(params->toString());
  params->set("b", "only");
  console::log(params->toString(), params->size());
  params->delete_("a", "other");
  params->delete_("z", 5);
  console::log(params->has("a"), params->has("a", 2), params->has("a", "3"), params->has("z"));
  console::log(params->get("b"), params->get("missing"), params->getAll("missing"));
  console::log(params->keys(), params->values());
  console::log(params->entries());
  console::log(util::object({{"params", params}}));
  auto iterator = params->entries();
  console::log(iterator.next().value, iterator.next().done, iterator);
  for (auto& [name, value] : params) {
    if (name == "a") params->delete_("b");
    console::log(name, value);
  }
  params->forEach([=](String value, String name, URLSearchParams all) { console::log(value, name, all == params); });
  console::log(make<URLSearchParams>({{"one", str("a").repeat(60)}, {"two", str("b").repeat(60)}, {"three", "it's"}}));
  for (int n = 0; n < 9; n++) {
    auto some = make<URLSearchParams>();
    for (int i = 0; i < n; i++) some->append(str("k") + i, "é😀");
    console::log(some, some->entries());
    console::log(some->keys());
  }
  for (int n : {59, 60, 61, 80, 200}) {
    auto some = make<URLSearchParams>({{"a", str("x").repeat(n)}, {"b", "y"}});
    console::log(some, some->entries());
    console::log(some->values());
  }
  auto u = make<URL>("http://h/?q=%7Ea%20b");
  console::log(u->search(), u->searchParams()->toString());
  u->searchParams()->sort();
  console::log(u->search());
}); }
