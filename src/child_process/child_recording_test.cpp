// Tests that children are recorded on the simulated port and replayed without one.
#include <doctest/doctest.h>
#include <nodecpp/child_process.h>

#include <string>
#include <string_view>
#include <utility>

#include "os/sim/sim_port.h"
#include "os/sim/sim_process.h"
#include "support/folder.h"
#include "support/program_run.h"

using namespace nodecpp;

namespace {

std::string notes;
void note(const String& text) { notes += std::string(text.data(), text.size()) + "\n"; }

Promise<> story() {
  auto child = child_process::spawn("worker", {"a"}, {.env = {{"SECRET", "never shown"}}});
  child->stdin->end("given");
  child->stdout->on(event::data, [](auto chunk) { note("says " + chunk.toString()); });
  child->on(event::exit, [](auto code, auto signal) { note("exit " + str(code) + " " + str(signal)); });
  note("pid " + str(child->pid));
  co_await Promise<>([&](auto resolve) { child->on(event::close, [=] { resolve(); }); });

  auto none = child_process::spawn("missing");
  none->on(event::error, [](Error error) { note(error->message); });
  co_await Promise<>([&](auto resolve) { none->on(event::close, [=] { resolve(); }); });

  auto result = child_process::spawnSync("worker", {.input = "at once", .encoding = "utf8"});
  note(str(result.status) + " " + str(result.stdout));
  note(child_process::spawnSync("missing").error->message);

  auto talks = child_process::fork("talks", {.silent = true});
  talks->on(event::message, [=](var message) {
    note(JSON::stringify(message));
    talks->send(var::object({{"thanks", true}}));
  });
  talks->on(event::disconnect, [] { note("disconnect"); });
  co_await Promise<>([&](auto resolve) { talks->on(event::exit, [=] { resolve(); }); });
  note("killed " + str(talks->signalCode));
}

}  // namespace

TEST_CASE("children that were recorded are told of again, and none is started") {
  tests::Folder folder;
  const std::string path = folder.path() + "/log";
  {
    os::Network network;
    network.options.executables["worker"] = [](os::SimProcess& process) {
      process.onRead = [&process](int, std::string_view bytes) { process.write(1, std::string(bytes) + "!"); };
      process.onEnd = [&process](int) { process.exit(process.argument(1) == "a" ? 3 : 0); };
    };
    network.options.executables["talks"] = [](os::SimProcess& process) {
      process.write(3, "{\"a\":[1,2]}\n");
      process.onRead = [&process](int, std::string_view bytes) {
        if (bytes == "{\"thanks\":true}\n") process.die(15);
      };
    };
    os::SimPort world(network, {});
    tests::record(world, path, [] { story(); });
  }
  const std::string told = std::exchange(notes, "");
  CAPTURE(told);
  CHECK(told.find("says given!\nexit 3 null\nspawn missing ENOENT\n0 at once!\nspawnSync missing ENOENT\n") !=
        told.npos);
  CHECK(told.find("{\"a\":[1,2]}\ndisconnect\nkilled SIGTERM\n") != told.npos);

  tests::replay(path, [] { story(); });
  CHECK(notes == told);
}
