// Records a program that uses many parts of the runtime on the simulated port, and replays it without one.
#include <doctest/doctest.h>
#include <nodecpp/console.h>
#include <nodecpp/dns.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/pool.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/timers/promises.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "os/session/processor.h"
#include "os/sim/sim_port.h"
#include "support/folder.h"
#include "support/program_run.h"

using namespace nodecpp;

namespace {

std::string notes;
void note(const String& text) { notes += std::string(text.data(), text.size()) + "\n"; }

Promise<> story() {
  note("READ is " + process::env["READ"] + ", UNREAD " + (process::env.has("UNREAD") ? "is there" : "is not"));
  note("TOKEN has " + str(process::env["TOKEN"].toString().length() > 0));
  process::env["SET"] = "set";
  process::env["TOKEN"] = "another t0ken";
  String names;
  for (const String& name : process::env.keys()) names = names + " " + name;
  note("variables:" + names);
  note("pid " + str(process::pid) + " in " + process::cwd() + ", HOME " + process::env["HOME"]);
  note("time " + str(Date::now()) + ", " + str(process::hrtime.bigint() > 0));

  // Files: synchronous, on the pool, as streams, and with errors.
  fs::mkdirSync("/tmp/story");
  fs::writeFileSync("/tmp/story/a", "one");
  co_await fs::promises::appendFile("/tmp/story/a", ", two");
  note(co_await fs::promises::readFile("/tmp/story/a", "utf8"));
  note(str((co_await fs::promises::stat("/tmp/story/a")).size));
  try {
    co_await fs::promises::readFile("/tmp/none");
  } catch (const Error& error) {
    note(error->message);
  }
  for (const auto& name : fs::readdirSync("/tmp/story")) note(name);
  note(str(fs::mkdtempSync("/tmp/made-").length()));
  fs::renameSync("/tmp/story/a", "/tmp/story/b");

  // The pool: results and errors of computations.
  note(str(co_await pool::run([](int n, const String& text) { return str(n) + text; }, 3, "three")));
  try {
    co_await pool::run([] { throw RangeError("computed"); });
  } catch (const RangeError& error) {
    note(error->message);
  }
  {
    auto controller = make<AbortController>();
    auto aborted = pool::run({.signal = controller->signal()}, [] { return 1; });
    controller->abort();
    co_await aborted.then([](int) {}, [](const Error& error) { note(error->name); });
  }

  // Name look-ups.
  fs::unlinkSync("/tmp/story/b");
  try {
    auto found = co_await dns::promises::lookup("localhost");
    note(found.address);
    co_await dns::promises::resolve4("nowhere.invalid");
  } catch (const Error& error) {
    note(error->message);
  }

  // A server and its clients: one that sends a request, and one that is refused.
  auto server = http::createServer([](auto request, auto response) {
    request->on(event::data, [=](Buffer chunk) { response->write("got " + chunk.toString() + "; "); });
    request->on(event::end, [=] { response->end(request->method + " " + request->url); });
  });
  auto [listens, resolve, reject] = Promise<>::withResolvers();
  server->listen(0, "127.0.0.1", [resolve] { resolve(); });
  co_await listens;
  int port = server->address().port;
  for (int i = 0; i < 3; ++i) {
    auto [over, done, failed] = Promise<>::withResolvers();
    auto request = http::request({.host = "127.0.0.1", .method = "POST", .path = "/" + str(i), .port = port},
                                 [done](auto response) {
                                   response->on(event::data, [](Buffer chunk) { note(chunk.toString()); });
                                   response->on(event::end, [done] { done(); });
                                 });
    request->end("body " + str(i));
    co_await over;
  }
  server->close();
  {
    auto [over, done, failed] = Promise<>::withResolvers();
    http::get({.host = "127.0.0.1", .port = 1})->on(event::error, [done](Error error) {
      note(error->message);
      done();
    });
    co_await over;
  }

  // The program's own signal, a timer and an immediate.
  auto [heard, hear, deaf] = Promise<>::withResolvers();
  process::on("SIGUSR2", [hear](String name, int) {
    note(name);
    hear();
  });
  auto keep = setInterval([] {}, 10);  // a signal's listener does not keep the loop running
  process::kill(process::pid, "SIGUSR2");
  co_await heard;
  clearInterval(keep);
  co_await timers::promises::setTimeout(20);
  co_await timers::promises::setImmediate();
  note("uptime " + str(process::uptime() > 0));
}

}  // namespace

TEST_CASE("a recorded program tells the same when it is replayed") {
  tests::Folder folder;
  const std::string path = folder.path() + "/log";
  {
    os::Network network;
    network.options.privileged = true;
    os::SimPort world(network, {.environment = {{"HOME", "/home/story"},
                                          {"READ", "a value that is read"},
                                          {"UNREAD", "a s3cret"},
                                          {"TOKEN", "a t0ken"}}});
    os::replay::Start start;
    start.redacted = {"TOKEN"};
    start.processor = "Another Processor: avx";
    tests::record(world, path, [] { story(); }, start);
  }
  const std::string told = std::exchange(notes, "");
  CAPTURE(told);
  CHECK(told.find("got body 2; \nPOST /2\n") != told.npos);
  CHECK(told.find("uptime true") != told.npos);

  // The log contains variables that were read, but not those that were not read or that must not be recorded.
  std::ifstream file(path + "/main.0000.log", std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  CHECK(bytes.find("/home/story") != bytes.npos);
  CHECK(bytes.find("a value that is read") != bytes.npos);
  CHECK(bytes.find("UNREAD") != bytes.npos);
  CHECK(bytes.find("s3cret") == bytes.npos);
  CHECK(bytes.find("t0ken") == bytes.npos);

  ::setenv("READ", "this machine's", 1);
  os::replay::Replayer replayer;
  REQUIRE(replayer.open(path) == "");
  tests::replay(replayer, [] { story(); });
  CHECK(notes == told);
  CHECK(replayer.operations() > 80);
  // Code that bypasses the runtime finds the recorded environment.
  CHECK(std::string(::getenv("READ")) == "a value that is read");
  CHECK(std::string(::getenv("SET")) == "set");
  CHECK(replayer.otherProcessor("Another Processor: avx") == "");
  CHECK(replayer.otherProcessor("This Processor: avx").find("recorded on: Another Processor: avx\n") != std::string::npos);
  CHECK(os::record::processor() != "");
}
