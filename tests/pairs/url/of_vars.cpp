#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/querystring.h>
#include <nodecpp/url.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  var v = JSON::parse(R"({"a": 1, "b": "x y", "c": [1, "z", null], "d": true, "e": null, "f": {"g": 1}, "h": ""})");
  console::log(querystring::stringify(v));
  console::log(querystring::stringify({{"a", v["b"]}, {"c", v["c"]}, {"n", 5}}));
  console::log(make<URLSearchParams>(v)->toString());
  console::log(make<URLSearchParams>(v["b"])->toString(), make<URLSearchParams>(JSON::parse("[[\"x\", 1], [\"y\", \"ü\"]]"))->toString(), make<URLSearchParams>("?q=1")->toString());
  auto url = make<URL>("http://x.org/p?a=1");
  url->searchParams()->set("b", v["b"]);
  url->searchParams()->append("c", v["a"]);
  console::log(url->href());
}); }
