// Tests of Children's contract: a child that the program blocks for.
#include <string>

#include "os/port/children_role.h"
#include "support/child_scripts.h"

namespace {

RunResult runs(Port& port, RunSpec spec) {
  RunResult result;
  result.code = 99;
  result.outputs.emplace_back("of a run before");
  port.children.run(spec, result);
  return result;
}

std::string text(const String& bytes) { return {bytes.data(), bytes.size()}; }

}  // namespace

TEST_CASE_TEMPLATE("a run gives what the child was given, what it said, and how it ended", Under, BACK_ENDS) {
  Under under;
  RunSpec spec{.child = shell("cat; echo $1; echo two >&2; echo three >&3; exit 7", {piped, piped, piped, piped})};
  std::string input(300'000, 'x');
  spec.inputs.emplace_back(0, String(input));
  RunResult result = runs(under.port, spec);
  CHECK(result.error == 0);
  CHECK(result.pid > 0);
  CHECK(result.code == 7);
  CHECK(result.signal == 0);
  REQUIRE(result.outputs.size() == 4);
  CHECK(text(result.outputs[0]) == "");
  CHECK(text(result.outputs[1]) == input + "one\n");
  CHECK(text(result.outputs[2]) == "two\n");
  CHECK(text(result.outputs[3]) == "three\n");
  CHECK(under.port.process.kill(result.pid, 0) == UV_ESRCH);
}

TEST_CASE_TEMPLATE("a run without input finds its end, and without pipes there is no output", Under, BACK_ENDS) {
  Under under;
  RunResult result = runs(under.port, {.child = shell("cat; echo said; kill -10 $$", {piped, piped, {}})});
  CHECK(result.error == 0);
  CHECK(result.signal == 10);
  CHECK(result.code == 0);
  REQUIRE(result.outputs.size() == 3);
  CHECK(text(result.outputs[1]) == "said\n");
  CHECK(text(result.outputs[2]) == "");
}

TEST_CASE_TEMPLATE("a run that takes too long is ended, by the signal that was asked for", Under, BACK_ENDS) {
  Under under;
  std::uint64_t before = under.port.clock.hrtime();
  RunResult result =
      runs(under.port, {.child = shell("echo early; sleep 60", {{}, piped, {}}), .timeout = 300, .killSignal = 9});
  std::uint64_t took = under.port.clock.hrtime() - before;
  CHECK(took >= 299'000'000);
  CHECK(took < 30'000'000'000);
  CHECK(result.error == UV_ETIMEDOUT);
  CHECK(result.signal == 9);
  REQUIRE(result.outputs.size() == 3);
  CHECK(text(result.outputs[1]) == "early\n");
  // A child that ends before the time-out is not killed.
  result = runs(under.port, {.child = shell("exit 1", {{}, piped, {}}), .timeout = 60'000});
  CHECK(result.error == 0);
  CHECK(result.code == 1);
}

TEST_CASE_TEMPLATE("a run that says too much is ended", Under, BACK_ENDS) {
  Under under;
  RunSpec spec{.child = shell("cat; sleep 60", {piped, piped, {}}), .maxBuffer = 1000};
  spec.inputs.emplace_back(0, String(std::string(1001, 'x')));
  RunResult result = runs(under.port, spec);
  CHECK(result.error == UV_ENOBUFS);
  CHECK(result.signal == 15);
  spec.child.arguments[2] = "cat";
  spec.maxBuffer = 1001;
  CHECK(runs(under.port, spec).error == 0);
}

TEST_CASE_TEMPLATE("a run that does not start, and one that does not take its input", Under, BACK_ENDS) {
  Under under;
  RunSpec spec{.child = shell("exit 0", {piped, piped, {}})};
  spec.child.file = "no_such_program";
  RunResult result = runs(under.port, spec);
  CHECK(result.error == UV_ENOENT);
  CHECK(result.pid == 0);
  CHECK(result.code == 0);
  CHECK(result.outputs.empty());
  spec.child = shell("exit 2", {piped, piped, {}});
  spec.inputs.emplace_back(0, String(std::string(10'000'000, 'x')));
  result = runs(under.port, spec);
  CHECK((result.error == UV_EPIPE || result.error == UV_ECONNRESET));
  CHECK(result.code == 2);
}

TEST_CASE_TEMPLATE("nothing is pushed while a child is waited for", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Pair pair(port);
  SpawnSpec spec = shell("echo other", {{}, piped, {}});
  Started other(port, spec);
  Sink out(port, spec.stdio[1].connection);
  pair.client.send("bytes");
  RunResult result = runs(port, {.child = shell("sleep 0.2; echo done", {{}, piped, {}})});
  CHECK(text(result.outputs.at(1)) == "done\n");
  CHECK(pair.peer().bytes == "");
  CHECK(out.bytes == "");
  CHECK(other.ended == 0);
  REQUIRE(turnUntil(port, [&] { return other.ended == 1 && out.over && pair.peer().bytes == "bytes"; }));
  CHECK(out.bytes == "other\n");
}
