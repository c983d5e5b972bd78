// Tests fs on the simulated port: that its file system behaves as Linux's, the effects of a full disk, a closed
// descriptor and a program that ends, and the passing of time. tests/pairs/fs compares the results with Node's.
#include <doctest/doctest.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/timers.h>
#include <nodecpp/url.h>

#include <string>
#include <vector>

#include "os/sim/sim_port.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;

namespace {

void print(const String& text) { nodecpp::detail::Loop::current().port().process.writeStandard(1, text + "\n"); }

// Runs `f` as a program and returns what it printed.
std::string printed(Function<void()> f, os::NetworkOptions options = {}) {
  World world(options);
  Program& program = world.spawn("program", std::move(f));
  world.run();
  CHECK(program.standardError() == "");
  CHECK(program.port().disk().openCount() == 0);
  return program.standardOutput();
}

String outcome(Function<String()> f) {
  try {
    return f();
  } catch (const Error& error) {
    return error->message;
  }
}

// Makes a sequence of calls in directory `dir`, and returns the result of each without the name of `dir`.
std::vector<std::string> story(const String& dir) {
  std::vector<std::string> lines;
  auto tell = [&](const char* name, Function<String()> f) {
    String line = str(name) + ": " + outcome(std::move(f)).replaceAll(dir, "DIR");
    lines.emplace_back(line.data(), line.size());
  };
  auto at = [&](const char* name) { return dir + "/" + name; };
#define TELL(expression) tell(#expression, [&]() -> String { return (expression); })
#define DO(expression) tell(#expression, [&]() -> String { return ((expression), String("done")); })
  DO(fs::writeFileSync(at("a"), "abc"));
  TELL(fs::readFileSync(at("a"), "utf8"));
  DO(fs::appendFileSync(at("a"), "def"));
  TELL(fs::readFileSync(at("a"), "utf8"));
  TELL(fs::readFileSync(at("none"), "utf8"));
  TELL(fs::readFileSync(dir, "utf8"));
  TELL(fs::readFileSync(at("a/b"), "utf8"));
  TELL(fs::readFileSync(at("a/"), "utf8"));
  DO(fs::writeFileSync(at("none/x"), ""));
  DO(fs::writeFileSync(at("new/"), ""));
  DO(fs::writeFileSync(dir, ""));
  DO(fs::writeFileSync(at("a"), "x", {.flag = "wx"}));
  DO(fs::mkdirSync(at("d")));
  DO(fs::mkdirSync(at("d")));
  DO(fs::mkdirSync(at("d/")));
  DO(fs::mkdirSync(at("a")));
  DO(fs::mkdirSync(at("a/x")));
  DO(fs::mkdirSync(at("d/e/f")));
  TELL(fs::mkdirSync(at("d/e/f"), {.recursive = true}));
  DO(fs::mkdirSync(at("a/x/y"), {.recursive = true}));
  DO(fs::writeFileSync(at("d/e/g"), "g"));
  DO(fs::symlinkSync("e/g", at("d/link")));
  DO(fs::symlinkSync("loop", at("loop")));
  DO(fs::symlinkSync("../d/e", at("d/up")));
  DO(fs::symlinkSync("nowhere", at("dangling")));
  TELL(fs::readFileSync(at("d/link"), "utf8"));
  TELL(fs::readFileSync(at("d/up/g"), "utf8"));
  TELL(fs::readFileSync(at("d/up/../e/g"), "utf8"));
  TELL(fs::readFileSync(at("loop"), "utf8"));
  TELL(fs::readFileSync(at("dangling"), "utf8"));
  DO(fs::writeFileSync(at("dangling"), "made over a link"));
  TELL(fs::readFileSync(at("nowhere"), "utf8"));
  TELL(fs::readlinkSync(at("d/link")));
  TELL(fs::readlinkSync(at("a")));
  TELL(fs::realpathSync(at("d/up/g")));
  TELL(fs::realpathSync.native(at("d/up/../up/f")));
  TELL(fs::realpathSync.native(at("none")));
  DO(fs::symlinkSync("x", at("a")));
  DO(fs::linkSync(at("a"), at("hard")));
  DO(fs::linkSync(at("d"), at("hard2")));
  DO(fs::linkSync(at("a"), at("hard")));
  TELL(str(fs::statSync(at("a")).nlink));
  DO(fs::appendFileSync(at("hard"), "!"));
  TELL(fs::readFileSync(at("a"), "utf8"));
  DO(fs::unlinkSync(at("hard")));
  TELL(str(fs::statSync(at("a")).nlink) + " " + str(fs::statSync(at("d")).nlink));
  DO(fs::unlinkSync(at("d")));
  DO(fs::rmdirSync(at("a")));
  DO(fs::rmdirSync(at("d")));
  DO(fs::renameSync(at("none"), at("x")));
  DO(fs::renameSync(at("a"), at("d")));
  DO(fs::renameSync(at("d"), at("a")));
  DO(fs::renameSync(at("d"), at("d/e/inside")));
  DO(fs::renameSync(at("a"), at("b")));
  DO(fs::renameSync(at("d/e"), at("e")));
  TELL(fs::readFileSync(at("e/g"), "utf8"));
  DO(fs::renameSync(at("e/f"), at("e/f")));
  DO(fs::mkdirSync(at("empty")));
  DO(fs::renameSync(at("e"), at("empty")));
  DO(fs::copyFileSync(at("b"), at("copy")));
  DO(fs::copyFileSync(at("b"), at("copy"), fs::constants::COPYFILE_EXCL));
  DO(fs::copyFileSync(at("b"), at("b")));
  DO(fs::copyFileSync(at("empty"), at("copy")));
  DO(fs::copyFileSync(at("b"), at("copy")));
  DO(fs::copyFileSync(at("b"), at("empty")));
  TELL(fs::readFileSync(at("copy"), "utf8"));
  DO(fs::truncateSync(at("copy"), 2));
  TELL(fs::readFileSync(at("copy"), "utf8"));
  DO(fs::truncateSync(at("copy"), 4));
  TELL(fs::readFileSync(at("copy"), "hex"));
  DO(fs::chmodSync(at("copy"), 0640));
  TELL(format("{:o}", int(fs::statSync(at("copy")).mode)));
  TELL(format("{:o}", int(fs::lstatSync(at("loop")).mode)));
  DO(fs::utimesSync(at("copy"), 10, 20.5));
  TELL(str(fs::statSync(at("copy")).mtimeMs) + " " + str(fs::statSync(at("copy")).atimeMs));
  DO(fs::lutimesSync(at("loop"), 10, 30));
  TELL(str(fs::lstatSync(at("loop")).mtimeMs));
  DO(fs::accessSync(at("loop")));
  DO(fs::accessSync(at("copy"), fs::constants::R_OK));
  for (const char* flag : {"r", "r+", "w", "w+", "a", "a+", "ax+"}) {
    tell(flag, [&]() -> String {
      fs::writeFileSync(at("flags"), "0123");
      int fd = fs::openSync(at("flags"), flag);
      String out;
      Buffer buffer = Buffer::alloc(8, ".");
      out += outcome([&] { return str(fs::readSync(fd, buffer, 0, 2)) + " "; });
      out += outcome([&] { return str(fs::writeSync(fd, "xy")) + " "; });
      out += outcome([&] { return str(fs::writeSync(fd, "z", 0)) + " "; });
      out += outcome([&] { return str(fs::readSync(fd, buffer, 2, 6, 0)) + " "; });
      out += outcome([&] { return (fs::ftruncateSync(fd, 5), String("cut ")); });
      fs::closeSync(fd);
      return out + fs::readFileSync(at("flags"), "latin1").replaceAll(str('\0'), "0") + buffer.toString();
    });
  }
  TELL(str(fs::readdirSync(dir).size()));
  tell("all", [&]() -> String {
    String all;
    for (const fs::Dirent& each : fs::readdirSync(dir, {.withFileTypes = true, .recursive = true}))
      all += each.parentPath + "/" + each.name + ":" + str(each.type) + " ";
    return all;
  });
  DO(fs::readdirSync(at("b")));
  DO(fs::rmSync(at("empty")));
  DO(fs::rmSync(at("empty"), {.recursive = true}));
  DO(fs::rmSync(at("empty")));
  DO(fs::cpSync(at("d"), at("d2"), {.recursive = true, .verbatimSymlinks = true}));
  TELL(fs::readlinkSync(at("d2/link")));
#undef TELL
#undef DO
  return lines;
}

}  // namespace

TEST_CASE("the file system in memory answers as Linux's does") {
  std::vector<std::string> real, simulated;
  bool privileged = false;
  {
    os::Port& port = os::linuxPort();
    nodecpp::detail::Loop loop(port);
    auto* before = nodecpp::detail::Loop::setCurrent(&loop);
    privileged = port.process.userId() == 0;
    String dir = fs::realpathSync.native(fs::mkdtempSync("/tmp/fs-test-"));
    real = story(dir);
    fs::rmSync(dir, {.recursive = true});
    CHECK(!fs::existsSync(dir));
    nodecpp::detail::Loop::setCurrent(before);
  }
  os::NetworkOptions options;
  options.privileged = privileged;
  printed([&] { simulated = story(fs::mkdtempSync("/tmp/fs-test-")); }, options);
  REQUIRE(simulated.size() == real.size());
  for (std::size_t i = 0; i < real.size(); ++i) CHECK(simulated[i] == real[i]);
}

TEST_CASE("the faces in turns of virtual time: a job takes what a job takes") {
  os::NetworkOptions options;
  options.jobTime = 5'000'000;
  CHECK(printed(
            [] {
              auto since = [start = nodecpp::detail::Loop::current().port().clock.hrtime()] {
                return str(double((nodecpp::detail::Loop::current().port().clock.hrtime() - start) / 1'000'000)) +
                       " ms";
              };
              fs::writeFileSync("/tmp/a", "text");
              print("written " + since());
              fs::readFile("/tmp/a", "utf8", [=](Error, String text) {
                print(text + " " + since());
                fs::promises::stat("/tmp/a").then([=](const fs::Stats& stats) {
                  print(str(stats.size) + " " + stats.mtime.toISOString() + " " + since());
                });
              });
              print("asked " + since());
            },
            options) == "written 0 ms\nasked 0 ms\ntext 5 ms\n4 2026-01-01T00:00:00.000Z 10 ms\n");
}

TEST_CASE("a full disk: nothing is lost silently, and the writer is told") {
  CHECK(printed([] {
          std::string big(100000, 'x');
          auto stream = fs::createWriteStream("/tmp/stream");
          stream->on(event::error, [=](Error error) {
            print(error->message);
            print(str(fs::statSync("/tmp/stream").size) + " " + stream->bytesWritten);
            print(outcome([&] { return (fs::writeFileSync("/tmp/more", "y"), String("no error")); }));
            fs::unlinkSync("/tmp/stream");
            print(outcome([&] { return (fs::writeFileSync("/tmp/more", "y"), String("room again")); }));
          });
          stream->on(event::close, [] { print("close"); });
          auto& port = static_cast<os::SimPort&>(nodecpp::detail::Loop::current().port());
          port.network().disk.capacity = 150000;
          stream->write(big);
          stream->write(big, [](Error error) { print(error ? "second: " + error->code : String("second written")); });
        }) ==
        "second: ENOSPC\nENOSPC: no space left on device, write\n150000 150000\n"
        "ENOSPC: no space left on device, write\nroom again\nclose\n");
}

TEST_CASE("a stream that is destroyed while it reads closes its descriptor afterwards") {
  os::NetworkOptions options;
  options.jobTime = 1'000'000;
  CHECK(printed(
            [] {
              fs::writeFileSync("/tmp/a", "text");
              auto stream = fs::createReadStream("/tmp/a");
              stream->on(event::data, [](Buffer) { print("data"); });
              stream->on(event::open, [=] { setImmediate([=] { stream->destroy(); }); });
              stream->on(event::close, [] { print("close"); });
            },
            options) == "close\n");
}

TEST_CASE("a program that ends in the middle of its operations leaves nothing behind") {
  os::NetworkOptions options;
  options.jobTime = 1'000'000;
  World world(options);
  Program& program = world.spawn("program", [] {
    fs::writeFileSync("/tmp/a", std::string(1000, 'x'));
    fs::createReadStream("/tmp/a")->on(event::data, [](Buffer) {});
    fs::createWriteStream("/tmp/b")->write("x");
    fs::watch("/tmp", [](String, String) {});
    fs::watchFile("/tmp/a", [](fs::Stats, fs::Stats) {});
    fs::promises::open("/tmp/a").then(
        [](fs::FileHandle handle) { handle->readFile().then([](Buffer) { print("read"); }); });
    fs::opendir("/tmp", [](Error, fs::Dir dir) { dir->read([](Error, fs::Dirent) { process::exit(3); }); });
  });
  world.run();
  CHECK(program.exitCode() == 3);
}

TEST_CASE("watching: a directory's entries and a file's contents, until it is closed") {
  CHECK(printed([] {
          fs::mkdirSync("/tmp/d/e", {.recursive = true});
          auto watcher =
              fs::watch("/tmp/d", {.recursive = true}, [](String type, String name) { print(type + " " + name); });
          watcher->on(event::close, [] { print("close"); });
          fs::writeFileSync("/tmp/d/a", "x");
          setTimeout([] { fs::writeFileSync("/tmp/d/e/inner", ""); }, 10);
          setTimeout([] { fs::renameSync("/tmp/d/a", "/tmp/d/b"); }, 20);
          setTimeout([] { fs::mkdirSync("/tmp/d/new"); }, 30);
          setTimeout([] { fs::writeFileSync("/tmp/d/new/deep", ""); }, 40);
          setTimeout([=] { watcher->close(); }, 50);
          setTimeout([] { fs::writeFileSync("/tmp/d/late", ""); }, 60);
        }) == "rename a\nchange a\nrename e/inner\nrename a\nrename b\nrename new\nrename new/deep\nclose\n");
}

TEST_CASE("watching: an entry with the name of its own directory is not taken for it") {
  CHECK(printed([] {
          fs::mkdirSync("/tmp/d/e", {.recursive = true});
          auto watcher =
              fs::watch("/tmp/d", {.recursive = true}, [](String type, String name) { print(type + " " + name); });
          fs::mkdirSync("/tmp/d/e/e");
          setTimeout([] { fs::writeFileSync("/tmp/d/e/e/e", ""); }, 10);
          setTimeout([] { fs::chmodSync("/tmp/d/e", 0700); }, 20);
          setTimeout([] { fs::unlinkSync("/tmp/d/e/e/e"); }, 30);
          setTimeout([=] { watcher->close(); }, 40);
        }) == "rename e/e\nrename e/e/e\nrename e\nrename e/e/e\n");
}

TEST_CASE("watchFile looks as often as it was asked to") {
  CHECK(printed([] {
          auto size = [](const fs::Stats& stats) { return str(stats.size); };
          fs::watchFile("/tmp/f", {.interval = 100}, [=](fs::Stats now, fs::Stats before) {
            print(size(before) + " to " + size(now) + " at " + str(double(nodecpp::detail::Loop::current().now())));
          });
          setTimeout([] { fs::writeFileSync("/tmp/f", "12"); }, 150);
          setTimeout([] { fs::writeFileSync("/tmp/f", "123"); }, 250);
          setTimeout([] { fs::unlinkSync("/tmp/f"); }, 350);
          setTimeout([] { fs::unwatchFile("/tmp/f"); }, 450);
        }) == "0 to 0 at 0\n0 to 2 at 200\n2 to 3 at 300\n3 to 0 at 400\n");
}

TEST_CASE("paths: a URL, a Buffer, what a look-up gave") {
  CHECK(printed([] {
          fs::writeFileSync("/tmp/a b", "text");
          print(fs::readFileSync(make<url::URL>("file:///tmp/a%20b"), "utf8"));
          print(fs::readFileSync(Buffer::from("/tmp/a b"), "utf8"));
          print(outcome([] { return fs::readFileSync(process::env["NOT_SET"], "utf8"); }));
          print(outcome([] { return fs::readFileSync(make<url::URL>("http://x/"), "utf8"); }));
          print(outcome([] { return fs::readFileSync(Buffer::from("a\0b"), "utf8"); }));
        }) ==
        "text\ntext\nThe \"path\" argument must be of type string or an instance of Buffer or URL. Received undefined\n"
        "The URL must be of scheme file\n"
        "The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received <Buffer 61 00 62>\n");
}

TEST_CASE("a FileHandle closes when its last use has ended, and by its last handle") {
  os::NetworkOptions options;
  options.jobTime = 1'000'000;
  CHECK(printed(
            [] {
              fs::writeFileSync("/tmp/a", "0123456789");
              fs::promises::open("/tmp/a").then([](fs::FileHandle handle) {
                handle->read(Buffer::alloc(4)).then([](const fs::BytesRead& got) {
                  print("read " + got.buffer.toString());
                });
                handle->close().then([] { print("closed"); });
                print(str(handle->fd()) != "-1" ? "still open" : "closed at once");
              });
              fs::promises::open("/tmp/a").then([](fs::FileHandle) { print("dropped"); });
            },
            options) == "still open\ndropped\nread 0123\nclosed\n");
}

TEST_CASE("a retracted read writes nowhere, and its file is closed when the job has ended") {
  os::NetworkOptions options;
  options.jobTime = 20'000'000;
  CHECK(printed(
            []() -> void {
              [](this auto) -> Promise<> {
                fs::writeFileSync("/tmp/a", "0123456789");
                Buffer buffer = Buffer::alloc(4, ".");
                auto handle = co_await fs::promises::open("/tmp/a");
                co_await race(
                    [=](this auto) -> Promise<> {
                      co_await handle->read(buffer, 0, 4, 0);
                      print("not reached");
                    },
                    [](this auto) -> Promise<> {
                      co_await sleep(5);
                      print("5 ms are over");
                    });
                co_await sleep(50);
                print(buffer.toString());
                co_await race([=](this auto) -> Promise<> { print(co_await fs::promises::readFile("/tmp/a", "utf8")); },
                              [](this auto) -> Promise<> { co_await sleep(5); });
                // The handle is closed while a read whose result nobody awaits is under way.
                co_await race([=](this auto) -> Promise<> { co_await handle->readFile(); },
                              [](this auto) -> Promise<> { co_await sleep(5); });
                co_await handle->close();
                print("closed");
              }();
            },
            options) == "5 ms are over\n....\nclosed\n");
}

TEST_CASE("times of files are given as dates") {
  CHECK(Date(0.0).toISOString() == "1970-01-01T00:00:00.000Z");
  CHECK(Date(-1.0).toISOString() == "1969-12-31T23:59:59.999Z");
  CHECK(Date(951782400000.0).toUTCString() == "Tue, 29 Feb 2000 00:00:00 GMT");
  CHECK(Date(8.64e15).toISOString() == "+275760-09-13T00:00:00.000Z");
  CHECK(Date(-8.64e15).toISOString() == "-271821-04-20T00:00:00.000Z");
  CHECK(Date::UTC(2026, 0, 2, 3, 4, 5, 678) == 1767323045678.0);
  CHECK(Date::UTC(2025, 13, 30) == Date::UTC(2026, 2, 2));
  CHECK(Date("2026-01-02T03:04:05.678Z").getTime() == 1767323045678.0);
  CHECK(Date("2026-01-02T04:04:05+01:00").getTime() == 1767323045000.0);
  CHECK(Date("2026-01").toISOString() == "2026-01-01T00:00:00.000Z");
  CHECK(Date("Fri, 02 Jan 2026 03:04:05 GMT").getTime() == 1767323045000.0);
  CHECK(Date("Fri, 02 Jan 2026 03:04:05 GMT").toString() ==
        "Fri Jan 02 2026 03:04:05 GMT+0000 (Coordinated Universal Time)");
  CHECK(Date("nonsense").toString() == "Invalid Date");
  CHECK_THROWS_AS(Date("2026-13-01").toISOString(), RangeError);
  double days = 0;
  for (double time = -86400000.0 * 200000; time < 86400000.0 * 200000; time += 86400000.0 * 97, ++days) {
    Date date(time);
    CHECK(Date::UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) == time);
    CHECK(Date(date.toISOString()).getTime() == time);
  }
}

TEST_CASE("a web stream of a file that is dropped, cancelled or closed leaves no open file") {
  CHECK(printed([]() -> Promise<> {
          fs::writeFileSync("/tmp/file", "some bytes");
          auto dropped = co_await fs::promises::open("/tmp/file");
          dropped->readableWebStream();
          dropped = co_await fs::promises::open("/tmp/file");
          auto reader = dropped->readableWebStream({.autoClose = true})->getReader({.mode = "byob"});
          auto [value, done] = co_await reader->read(Buffer::alloc(4));
          print(value.toString());
          co_await reader->cancel();
          auto closed = co_await fs::promises::open("/tmp/file");
          auto waiting = closed->readableWebStream()->getReader();
          co_await closed->close();
          print(str((co_await waiting->read()).done));
        }) == "some\ntrue\n");
}

TEST_CASE("a Utf8Stream makes the directory, writes at once, and closes after its last write") {
  CHECK(printed([] {
          auto log = make<fs::Utf8Stream>({.dest = "/tmp/dir/log", .mkdir = true});
          log->on(event::ready, [=] { log->write("first "); });
          log->once(event::drain, [=] {
            print(fs::readFileSync("/tmp/dir/log", "utf8"));
            log->write("second");
            log->end();
          });
          log->on(event::close, [=] { print(fs::readFileSync("/tmp/dir/log", "utf8")); });
        }) == "first \nfirst second\n");
}

TEST_CASE("a Utf8Stream with a periodic flush writes what is shorter than minLength") {
  CHECK(printed([] {
          auto log = make<fs::Utf8Stream>({.dest = "/tmp/log", .minLength = 100, .periodicFlush = 10});
          log->write("text");
          log->flush([](Error error) { print(error ? "failed" : "flushed"); });
          log->on(event::ready, [=] {
            setTimeout(
                [=] {
                  print(fs::readFileSync("/tmp/log", "utf8"));
                  log->write("more");
                  setTimeout(
                      [=] {
                        print(fs::readFileSync("/tmp/log", "utf8"));
                        log->destroy();
                      },
                      20);
                },
                20);
          });
        }) == "flushed\ntext\ntextmore\n");
}
