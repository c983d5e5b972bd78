#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/form_data.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto params = make<URLSearchParams>("b=1&a=x%20y&b=2&7=z");
  console::log(Object::fromEntries(params), Object::fromEntries(params->entries()), Array<>::from(params), JSON::stringify(Array<>::from(params)));
  console::log(Array<>::from(params).map([](auto e) { return e[0] + ":" + e[1]; }), Map<String, String>::from(params));
  auto headers = make<Headers>({{"B", "1"}, {"A", "2"}});
  console::log(Object::fromEntries(headers), JSON::stringify(Array<>::from(headers)), JSON::stringify(Object::fromEntries(headers)));
  auto form = make<FormData>();
  form->append("name", "ann");
  form->append("file", make<Blob>({"text"}), "a.txt");
  var object = Object::fromEntries(form);
  console::log(object["name"], object["file"].handle<File>()->name(), Array<>::from(form).length(), JSON::stringify(Object::fromEntries(form)["name"]));
}); }
