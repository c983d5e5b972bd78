// Runs the cases on the ports of npm packages in the same way as run.js runs them on the originals. `cases FILE` reads
// a case in JSON from each line, and writes a line of JSON for each case.
#include "lru_cache/cases.h"
#include "mustache/cases.h"
#include "ws/cases.h"

#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>

using namespace nodecpp;

namespace {

Promise<> answerAll(String file) {
  for (auto line : fs::readFileSync(file, "utf8").split("\n")) {
    if (line == "") continue;
    auto one = JSON::parse(line);
    auto port = one["port"];
    var answer(undefined);
    if (port == "yallist") answer = lru_cache::answerList(one);
    else if (port == "lru-cache") answer = lru_cache::answer(one);
    else if (port == "mustache") answer = mustache::answer(one);
    else answer = co_await ws::answer(one);
    console::log(JSON::stringify(answer));
  }
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  return answerAll(process::argv[2]);
}); }
