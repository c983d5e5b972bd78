// Measures JSON.parse and JSON.stringify of documents: the files in $NODECPP_JSON_DOCUMENTS, separated by colons, or by
// default the document of the Ringo benchmark. bench/ringo.js runs this program beside Node.
#include <benchmark/benchmark.h>
#include <nodecpp/json.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

using namespace nodecpp;

namespace {

String ringo() {
  var document = var::object();
  for (int i = 0; i < 100; ++i) {
    var inner = var::object();
    for (int j = 0; j < 10; ++j) inner["inner" + str(j)] = "123456789" + str(i);
    document["outer" + str(i)] = inner;
  }
  return JSON::stringify(document);
}

void add(const std::string& name, const String& text) {
  benchmark::RegisterBenchmark(("parse/" + name).c_str(), [text](benchmark::State& state) {
    for (auto _ : state) {
      var value = JSON::parse(text);
      benchmark::DoNotOptimize(value);
    }
  });
  benchmark::RegisterBenchmark(("stringify/" + name).c_str(), [text](benchmark::State& state) {
    var value = JSON::parse(text);
    for (auto _ : state) {
      String out = JSON::stringify(value);
      benchmark::DoNotOptimize(out);
    }
  });
}

const int registered = [] {
  const char* files = std::getenv("NODECPP_JSON_DOCUMENTS");
  if (!files) {
    add("ringo", ringo());
    return 0;
  }
  std::string list = files;
  for (std::size_t at = 0; at < list.size();) {
    std::size_t end = std::min(list.find(':', at), list.size());
    std::string file = list.substr(at, end - at);
    std::ifstream in(file);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    std::string name = file.substr(file.rfind('/') + 1);
    add(name.substr(0, name.rfind('.')), text);
    at = end + 1;
  }
  return 0;
}();

}  // namespace
