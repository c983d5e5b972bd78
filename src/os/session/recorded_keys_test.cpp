// Private keys stand in a log as marks, and as they are when the user wants them there.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "os/record/log_writer.h"
#include "os/session/recorded_port.h"
#include "os/sim/sim_port.h"
#include "support/folder.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

constexpr const char* body = "MC4CAQAwBQYDK2VwBCIEIPgTQAHM37GNCwPmyeCQ672XtZeKXpXisxkRUnRlv";

// Sets a variable to a private key. A replay in which this differed would end the process.
void program(RecordedPort& port) {
  const String key = String("-----BEGIN PRIVATE KEY-----\n") + body + "\n-----END PRIVATE KEY-----\n";
  port.process.setEnvironment("KEY", &key);
}

// Records the program with these options of the runtime, replays it, and returns the bytes of its log.
std::string recordedAndReplayed(std::vector<std::string> options) {
  tests::Folder folder;
  const std::string path = folder.path() + "/log";
  std::string error;
  {
    Network network;
    SimPort world(network, {});
    auto log = record::FileLog::create(path, "main", error);
    REQUIRE(error == "");
    replay::Start start;
    start.seed = std::string(32, 's');
    start.options = std::move(options);
    RecordedPort port(world, *log, start);
    program(port);
    log->close();
  }
  replay::Replayer replayer;
  REQUIRE(replayer.open(path) == "");
  RecordedPort port(replayer);
  program(port);
  std::ifstream file(path + "/main.0000.log", std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

}  // namespace

TEST_CASE("a private key is in a log only with --nodecpp-record-private-keys") {
  const std::string marked = recordedAndReplayed({}), open = recordedAndReplayed({"--nodecpp-record-private-keys"});
  CHECK(marked.find(body) == marked.npos);
  CHECK(marked.find("-----BEGIN PRIVATE KEY-----") != marked.npos);
  CHECK(open.find(body) != open.npos);
}
