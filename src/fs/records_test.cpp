// Record streams on the simulated disk, with all of a file in memory, with a cold cache, and with a file system that
// cannot tell; and what only Linux has: /dev/full, pipes, its own page cache.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "os/sim/sim_port.h"
#include "sim/program.h"
#include "sim/world.h"

using namespace nodecpp;
using namespace nodecpp::sim;
using Cache = os::SimDisk::Cache;

namespace {

constexpr double ms = 1'000'000;

os::Port& port() { return nodecpp::detail::Loop::current().port(); }
os::SimDisk& disk() { return static_cast<os::SimPort&>(port()).network().disk; }
void print(const String& text) { port().writeStandard(1, text + "\n"); }

std::string printed(Function<Promise<>()> f, os::NetworkOptions options = {}, int code = 0) {
  World world(options);
  Program& program = world.spawn("program", [=] { f(); });
  world.run();
  if (code == 0) CHECK(program.standardError() == "");
  CHECK(program.exitCode() == code);
  CHECK(program.port().files().openCount() == 0);
  return program.standardOutput();
}

// The same on Linux. The program is over when the loop is.
void onLinux(Function<Promise<>()> f) {
  nodecpp::detail::Loop loop(os::linuxPort());
  auto* before = nodecpp::detail::Loop::setCurrent(&loop);
  bool over = false;
  Error failed;
  loop.makeCallback([&] { f().then([&] { over = true; }, [&](Error error) { failed = error; }); });
  loop.run();
  CHECK(over);
  if (failed) FAIL_CHECK(failed->message.data());
  loop.end();
  nodecpp::detail::Loop::setCurrent(before);
}

// Byte i of every file: no two places near each other look alike.
char byteAt(std::size_t i) { return char((i * 2654435761u) >> 13); }
std::string contents(std::size_t size) {
  std::string bytes(size, 0);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = byteAt(i);
  return bytes;
}
bool isAt(const Buffer& buffer, std::size_t count, std::size_t offset) {
  for (std::size_t i = 0; i < count; ++i)
    if (buffer.bytes()[i] != byteAt(offset + i)) return false;
  return true;
}
std::string fileOf(const String& path) {
  Buffer bytes = fs::readFileSync(path);
  return std::string(bytes.bytes(), bytes.size());
}

template <class F>
Promise<String> failure(F f) {
  try {
    co_await f();
    co_return "no error";
  } catch (const Error& error) {
    co_return error->code + " " + error->syscall + ": " + error->message;
  }
}

Promise<bool> readsAll(String path, std::size_t size, std::size_t record) {
  auto in = co_await fs::openInStream(path);
  Buffer buffer = Buffer::alloc(double(record));
  std::size_t at = 0;
  while (std::size_t count = co_await in->readBuf(buffer)) {
    if (count != std::min(record, size - at) || !isAt(buffer, count, at)) co_return false;
    at += count;
  }
  co_await in->close();
  co_return at == size;
}

}  // namespace

TEST_CASE("records of any size, whatever the cache has") {
  for (Cache cache : {Cache::all, Cache::cold, Cache::unknown}) {
    CHECK(printed([=](this auto) -> Promise<> {
            constexpr std::size_t size = 700'001;
            fs::writeFileSync("/tmp/a", contents(size));
            for (std::size_t record : {1, 3, 16, 1000, 65535, 65536, 65537, 100'000, 262'143, 262'144, 262'145, 300'001,
                                       700'000, 700'001, 700'002, 2'000'000}) {
              disk().cache = cache;
              if (co_await readsAll("/tmp/a", size, record)) continue;
              print(str("wrong at record size ") + record);
            }
          }) == "");
  }
}

TEST_CASE("a record at every offset against a block's border") {
  for (Cache cache : {Cache::all, Cache::cold, Cache::unknown}) {
    for (std::size_t border : {64 * 1024, 256 * 1024}) {
      CHECK(printed([=](this auto) -> Promise<> {
              std::size_t size = border + 200;
              for (std::size_t offset = border - 70; offset <= border + 70; ++offset) {
                disk().cache = Cache::all;
                fs::writeFileSync("/tmp/a", contents(size));
                fs::writeFileSync("/tmp/b", contents(size));
                disk().cache = cache;
                // Up to there in one record, and in small ones.
                for (std::size_t first : {offset, std::size_t(1021)}) {
                  auto in = co_await fs::openInStream(first == offset ? "/tmp/a" : "/tmp/b");
                  std::size_t at = 0;
                  while (at < offset) {
                    Buffer buffer = Buffer::alloc(double(std::min(first, offset - at)));
                    co_await in->readExact(buffer);
                    if (!isAt(buffer, buffer.size(), at)) print(str("wrong before ") + offset);
                    at += buffer.size();
                  }
                  for (std::size_t record : {1, 16, 33, 64}) {
                    Buffer buffer = Buffer::alloc(double(record));
                    std::size_t count = co_await in->readBuf(buffer);
                    if (count != std::min(record, size - at) || !isAt(buffer, count, at))
                      print(str("wrong at ") + offset + ", " + record);
                    at += count;
                  }
                }
              }
            }) == "");
    }
  }
}

TEST_CASE("the end: a short record, then nothing, then what was added; readExact takes nothing there") {
  for (Cache cache : {Cache::all, Cache::cold, Cache::unknown}) {
    for (std::size_t record : {64, 100'000}) {
      CHECK(printed([=](this auto) -> Promise<> {
              std::size_t size = record + record / 2;
              fs::writeFileSync("/tmp/a", contents(size));
              disk().cache = cache;
              auto in = co_await fs::openInStream("/tmp/a");
              Buffer buffer = Buffer::alloc(double(record));
              co_await in->readExact(buffer);
              print(co_await failure([=](this auto) -> Promise<> { co_await in->readExact(buffer); }));
              std::size_t rest = co_await in->readBuf(buffer);
              if (rest != record / 2 || !isAt(buffer, rest, record)) print("wrong rest");
              print(str(co_await in->readBuf(buffer)) + " " + str(co_await in->readBuf(Buffer())));
              fs::appendFileSync("/tmp/a", "more");
              print(buffer.toString("latin1", 0, std::ptrdiff_t(co_await in->readBuf(buffer))));
            }) == "EOF read: EOF: end of file, read\n0 0\nmore\n");
    }
  }
}

TEST_CASE("a file that is cut while it is read") {
  for (std::size_t record : {1000, 100'000}) {
    CHECK(printed([=](this auto) -> Promise<> {
            fs::writeFileSync("/tmp/a", contents(1'000'000));
            auto in = co_await fs::openInStream("/tmp/a");
            Buffer buffer = Buffer::alloc(double(record));
            std::size_t at = 0;
            for (; at < 300'000; at += record) co_await in->readExact(buffer);
            fs::truncateSync("/tmp/a", 350'000);
            while (std::size_t count = co_await in->readBuf(buffer)) {
              if (!isAt(buffer, count, at)) print("wrong");
              at += count;
            }
            print(str(at));
          }) == "350000\n");
  }
}

TEST_CASE("errors are Node's") {
  CHECK(printed([](this auto) -> Promise<> {
          print(co_await failure([] { return fs::openInStream("/none"); }));
          print(co_await failure([] { return fs::openOutStream("/none/at/all"); }));
          print(co_await failure([] { return fs::openOutStream("/tmp/a", "nonsense"); }));
          print(co_await failure([] { return fs::openInStream(process::env["NOT_SET"]); }));
          fs::writeFileSync("/tmp/a", "text");
          print(co_await failure([] { return fs::openOutStream("/tmp/a", "wx"); }));
          auto in = co_await fs::openInStream("/tmp");
          auto out = co_await fs::openOutStream("/tmp/b");
          Buffer buffer = Buffer::alloc(4);
          print(co_await failure([=](this auto) -> Promise<> { co_await in->readBuf(buffer); }));
          print(co_await failure([=](this auto) -> Promise<> { co_await in->readUntil("\n"); }));
          print(co_await failure([=](this auto) -> Promise<> { co_await in->readUntil(""); }));
          co_await in->close();
          co_await in->close();
          co_await out->close();
          print(co_await failure([=](this auto) -> Promise<> { co_await in->readBuf(buffer); }));
          print(co_await failure([=](this auto) -> Promise<> { co_await in->readBuf(Buffer()); }));
          print(co_await failure([=](this auto) -> Promise<> { co_await in->lines().next(); }));
          print(co_await failure([=](this auto) -> Promise<> { co_await out->writeBuf(buffer); }));
          print(co_await failure([=](this auto) -> Promise<> { co_await out->flush(); }));
          print(co_await failure([=] { return out->close(); }));
        }) ==
        "ENOENT open: ENOENT: no such file or directory, open '/none'\n"
        "ENOENT open: ENOENT: no such file or directory, open '/none/at/all'\n"
        "ERR_INVALID_ARG_VALUE : The argument 'flags' is invalid. Received 'nonsense'\n"
        "ERR_INVALID_ARG_TYPE : The \"path\" argument must be of type string or an instance of Buffer or URL. Received "
        "undefined\n"
        "EEXIST open: EEXIST: file already exists, open '/tmp/a'\n"
        "EISDIR read: EISDIR: illegal operation on a directory, read\n"
        "EISDIR read: EISDIR: illegal operation on a directory, read\n"
        "ERR_INVALID_ARG_VALUE : The argument 'delimiter' must not be empty. Received ''\n"
        "EBADF read: file closed\nEBADF read: file closed\nEBADF read: file closed\n"
        "EBADF write: file closed\nEBADF write: file closed\nno error\n");
}

TEST_CASE("reads at a time are served in order") {
  for (std::size_t record : {10, 100'000}) {
    os::NetworkOptions options;
    options.jobTime = 5 * ms;
    CHECK(printed(
              [=](this auto) -> Promise<> {
                fs::writeFileSync("/tmp/a", contents(record * 5));
                disk().cache = Cache::cold;
                auto in = co_await fs::openInStream("/tmp/a");
                auto one = [=](this auto, std::size_t number) -> Promise<> {
                  Buffer buffer = Buffer::alloc(double(record));
                  co_await in->readExact(buffer);
                  print(str(number) + (isAt(buffer, record, number * record) ? "" : " wrong"));
                };
                auto closed = [&] { return in->close(); };
                co_await all([=] { return one(0); }, [=] { return one(1); }, [=] { return one(2); },
                             [=] { return one(3); }, closed);
                print(co_await failure([=](this auto) -> Promise<> { co_await in->readBuf(Buffer::alloc(1)); }));
              },
              options) == "0\n1\n2\n3\nEBADF read: file closed\n");
  }
}

TEST_CASE("a small read does not overtake a large one that waits, though the block has its bytes") {
  os::NetworkOptions options;
  options.jobTime = 5 * ms;
  CHECK(printed(
            [=](this auto) -> Promise<> {
              fs::writeFileSync("/tmp/a", contents(300'000));
              disk().cache = Cache::cold;
              auto in = co_await fs::openInStream("/tmp/a");
              constexpr std::size_t border = 256 * 1024;
              for (std::size_t at = 0; at < border - 40; at += 1000)
                co_await in->readExact(Buffer::alloc(double(std::min<std::size_t>(1000, border - 40 - at))));
              auto one = [=](this auto, std::size_t offset, std::size_t size) -> Promise<> {
                Buffer buffer = Buffer::alloc(double(size));
                co_await in->readExact(buffer);
                print(str(size) + (isAt(buffer, size, offset) ? "" : " wrong"));
              };
              co_await all([=] { return one(border - 40, 60); }, [=] { return one(border + 20, 10); },
                           [=](this auto) -> Promise<> {
                             co_await sleep(5);
                             co_await one(border + 30, 7);
                           });
            },
            options) == "60\n10\n7\n");
}

// Reads that are retracted at all times; whatever comes of them, the next one gets what comes next.
TEST_CASE("a retracted read takes nothing, and writes nowhere") {
  for (Cache cache : {Cache::cold, Cache::unknown}) {
    for (std::size_t record : {16, 5000, 70'000, 600'000}) {
      for (int after = 1; after <= 24; ++after) {
        os::NetworkOptions options;
        options.jobTime = 4 * ms;
        std::string out = printed(
            [=](this auto) -> Promise<> {
              std::size_t size = record * 3 + 100;
              fs::writeFileSync("/tmp/a", contents(size));
              disk().cache = cache;
              auto in = co_await fs::openInStream("/tmp/a");
              Buffer buffer = Buffer::alloc(double(record)), small = Buffer::alloc(7);
              co_await in->readExact(small);
              std::size_t at = 7;
              bool came = false;
              co_await race(
                  [&](this auto) -> Promise<> {
                    co_await in->readExact(buffer);
                    came = true;
                  },
                  [=] { return sleep(after); });
              if (came)
                at += record;
              else
                buffer.fill(0);
              // At once: the job may still be under way.
              Buffer next = Buffer::alloc(100);
              co_await in->readExact(next);
              if (!isAt(next, 100, at)) print("wrong after it");
              at += 100;
              co_await sleep(50);
              for (std::size_t i = 0; i < record; ++i)
                if (buffer.bytes()[i] != (came ? byteAt(7 + i) : 0)) {
                  print("written to afterwards");
                  break;
                }
              while (std::size_t count = co_await in->readBuf(buffer)) {
                if (!isAt(buffer, count, at)) print("wrong later");
                at += count;
              }
              if (at != size) print("lost some");
              if (came) print("came");
            },
            options);
        CHECK((out == "" || out == "came\n"));
      }
    }
  }
}

TEST_CASE("retracted when it has been woken, a read leaves the bytes to the next in line") {
  for (std::size_t record : {10, 70'000}) {
    os::NetworkOptions options;
    options.jobTime = 5 * ms;
    CHECK(printed(
              [=](this auto) -> Promise<> {
                fs::writeFileSync("/tmp/a", contents(record * 3));
                disk().cache = Cache::cold;
                auto in = co_await fs::openInStream("/tmp/a");
                auto one = [=](this auto, String name) -> Promise<> {
                  Buffer buffer = Buffer::alloc(double(record));
                  co_await in->readExact(buffer);
                  for (std::size_t i = 0; i < 3; ++i)
                    if (isAt(buffer, record, i * record)) print(name + " has " + i);
                };
                // The second is woken when the first goes on, which retracts it before it can.
                Promise<> second;
                auto first = [&](this auto) -> Promise<> {
                  Buffer buffer = Buffer::alloc(double(record));
                  co_await in->readExact(buffer);
                  auto ended = retract(second);
                  if (!isAt(buffer, record, 0)) print("wrong");
                  co_await ended;
                };
                Promise<> a = first();
                second = one("second");
                Promise<> b = one("third");
                co_await a;
                co_await b;
              },
              options) == "third has 1\n");
  }
}

TEST_CASE("readUntil and lines") {
  for (Cache cache : {Cache::all, Cache::cold, Cache::unknown}) {
    CHECK(printed([=](this auto) -> Promise<> {
            fs::writeFileSync("/tmp/a", "one\r\n\ntwo\xff\n--\n-->four--><!--");
            disk().cache = cache;
            auto in = co_await fs::openInStream("/tmp/a");
            {
              auto lines = in->lines();
              for (int i = 0; i < 3; ++i) print("[" + *co_await lines.next() + "]");
            }
            while (auto part = co_await in->readUntil("-->")) print("<" + part->toString() + ">");
            print(str(bool(co_await in->readUntil("-->"))));
          }) == "[one]\n[]\n[two\xef\xbf\xbd]\n<--\n>\n<four>\n<<!-->\nfalse\n");
    // A delimiter across every border, and a part that is larger than a block.
    CHECK(printed([=](this auto) -> Promise<> {
            for (std::size_t size :
                 {65530, 65531, 65532, 65533, 65534, 65535, 65536, 262'141, 262'142, 262'143, 262'144}) {
              std::string part(size, '=');
              disk().cache = Cache::all;
              fs::writeFileSync("/tmp/a", part + "====#" + part + "====#rest");
              disk().cache = cache;
              auto in = co_await fs::openInStream("/tmp/a");
              for (int i = 0; i < 2; ++i) {
                auto got = co_await in->readUntil("====#");
                if (!got || got->size() != size) print(str("wrong: ") + size);
              }
              Buffer rest = Buffer::alloc(10);
              print(rest.toString("latin1", 0, std::ptrdiff_t(co_await in->readBuf(rest))));
            }
          }) == "rest\nrest\nrest\nrest\nrest\nrest\nrest\nrest\nrest\nrest\nrest\n");
  }
}

TEST_CASE("others have their turn while a large file is in memory") {
  CHECK(printed([](this auto) -> Promise<> {
          fs::writeFileSync("/tmp/a", std::string(50'000'000, 'x'));
          auto in = co_await fs::openInStream("/tmp/a");
          setImmediate([] { print("an immediate"); });
          Buffer buffer = Buffer::alloc(1000);
          std::size_t bytes = 0;
          while (std::size_t count = co_await in->readBuf(buffer)) bytes += count;
          print(str(bytes));
        }) == "an immediate\n50000000\n");
}

TEST_CASE("what is written is there, whatever the size of the records") {
  CHECK(printed([](this auto) -> Promise<> {
          constexpr std::size_t size = 2'500'001;
          std::string bytes = contents(size);
          Buffer all = Buffer::copyOf(bytes.data(), size);
          for (std::size_t record : {1, 7, 16, 64, 1000, 65'536, 200'000, 262'144, 262'145, 1'000'000, 2'500'001}) {
            auto out = co_await fs::openOutStream("/tmp/a");
            for (std::size_t at = 0; at < size; at += record) {
              Buffer part = Buffer::from(all.subarray(std::ptrdiff_t(at), std::ptrdiff_t(std::min(at + record, size))));
              co_await out->writeBuf(part);
              part.fill(0);
            }
            co_await out->close();
            if (fileOf("/tmp/a") != bytes) print(str("wrong at record size ") + record);
          }
          // Appending; flush; and a stream that nobody closes.
          auto out = co_await fs::openOutStream("/tmp/b", "a");
          co_await out->writeBuf(Buffer::from("one "));
          co_await out->flush();
          print(fs::readFileSync("/tmp/b", "utf8"));
          out = co_await fs::openOutStream("/tmp/b", "a");
          co_await out->writeBuf(Buffer::from("two "));
          co_await out->writeBuf(Buffer());
          out = nullptr;
          co_await sleep(10);
          print(fs::readFileSync("/tmp/b", "utf8"));
        }) == "one \none two \n");
}

TEST_CASE("what is written goes to the file soon, without a flush") {
  os::NetworkOptions options;
  options.jobTime = 2 * ms;
  CHECK(printed(
            [](this auto) -> Promise<> {
              auto out = co_await fs::openOutStream("/tmp/a");
              co_await out->writeBuf(Buffer::from("first "));
              co_await sleep(1);
              co_await out->writeBuf(Buffer::from("second "));
              co_await out->writeBuf(Buffer::from("third"));
              co_await sleep(2);
              print(fs::readFileSync("/tmp/a", "utf8"));
              co_await sleep(3);
              print(fs::readFileSync("/tmp/a", "utf8"));
              co_await out->close();
            },
            options) == "first \nfirst second third\n");
}

TEST_CASE("a full disk is told to the writer: by the next call, by each call, by close") {
  os::NetworkOptions options;
  options.jobTime = 1 * ms;
  CHECK(printed(
            [](this auto) -> Promise<> {
              Buffer record = Buffer::alloc(1000, "x");
              disk().capacity = disk().used + 5500;
              {
                auto out = co_await fs::openOutStream("/tmp/a");
                for (int i = 0; i < 6; ++i) co_await out->writeBuf(record);
                co_await sleep(10);
                print(co_await failure([=](this auto) -> Promise<> { co_await out->writeBuf(record); }));
                print(co_await failure([=](this auto) -> Promise<> { co_await out->flush(); }));
                print(co_await failure([=] { return out->close(); }));
                print(str(fs::statSync("/tmp/a").size));
                fs::unlinkSync("/tmp/a");
              }
              auto out = co_await fs::openOutStream("/tmp/a");
              for (int i = 0; i < 6; ++i) co_await out->writeBuf(record);
              print(co_await failure([=](this auto) -> Promise<> { co_await out->flush(); }));
              fs::unlinkSync("/tmp/a");
              out = co_await fs::openOutStream("/tmp/a");
              for (int i = 0; i < 6; ++i) co_await out->writeBuf(record);
              print(co_await failure([=] { return out->close(); }));
              fs::unlinkSync("/tmp/a");
              // One that waits, and one that is written straight.
              out = co_await fs::openOutStream("/tmp/a");
              Buffer large = Buffer::alloc(3'000'000, "y");
              print(co_await failure([=](this auto) -> Promise<> {
                co_await all([=](this auto) -> Promise<> { co_await out->writeBuf(large); },
                             [=](this auto) -> Promise<> { co_await out->writeBuf(record); });
              }));
              print(str(fs::statSync("/tmp/a").size));
            },
            options) ==
        "ENOSPC write: ENOSPC: no space left on device, write\nENOSPC write: ENOSPC: no space left on device, write\n"
        "no error\n5500\n"
        "ENOSPC write: ENOSPC: no space left on device, write\nENOSPC write: ENOSPC: no space left on device, write\n"
        "ENOSPC write: ENOSPC: no space left on device, write\n5500\n");
}

TEST_CASE("a full disk of which nobody can be told any more is an uncaught exception") {
  World world({});
  Program& program = world.spawn("program", [] {
    disk().capacity = disk().used;
    [](this auto) -> Promise<> {
      auto out = co_await fs::openOutStream("/tmp/a");
      co_await out->writeBuf(Buffer::from("lost"));
    }();
  });
  world.run();
  CHECK(program.exitCode() == 1);
  CHECK(program.standardError().find("ENOSPC: no space left on device, write") != std::string::npos);
}

TEST_CASE("a retracted write: nothing of it while it waited for room, all of it when it is larger than a block") {
  os::NetworkOptions options;
  options.jobTime = 10 * ms;
  for (std::size_t size : {100'000, 3'000'000}) {
    CHECK(printed(
              [=](this auto) -> Promise<> {
                auto out = co_await fs::openOutStream("/tmp/a");
                Buffer a = Buffer::alloc(200'000, "a"), b = Buffer::alloc(double(size), "b");
                co_await out->writeBuf(a);
                co_await sleep(1);  // it is being written
                co_await out->writeBuf(a);
                co_await race([=](this auto) -> Promise<> { co_await out->writeBuf(b); }, [] { return sleep(2); });
                co_await out->writeBuf(Buffer::from("c"));
                co_await out->close();
                std::string bytes = fileOf("/tmp/a");
                std::string expected(400'000, 'a');
                print(bytes == expected + "c" ? "nothing" : "something");
              },
              options) == "nothing\n");
  }
  CHECK(printed(
            [](this auto) -> Promise<> {
              auto out = co_await fs::openOutStream("/tmp/a");
              Buffer b = Buffer::alloc(3'000'000, "b");
              co_await race([=](this auto) -> Promise<> { co_await out->writeBuf(b); }, [] { return sleep(2); });
              co_await out->writeBuf(Buffer::from("c"));
              co_await out->close();
              print(fileOf("/tmp/a") == std::string(3'000'000, 'b') + "c" ? "all" : "not all");
            },
            options) == "all\n");
}

TEST_CASE("a program that ends while its streams are at work leaves nothing behind") {
  os::NetworkOptions options;
  options.jobTime = 5 * ms;
  for (int after : {0, 1, 6, 11}) {
    printed(
        [=](this auto) -> Promise<> {
          fs::writeFileSync("/tmp/a", contents(300'000));
          disk().cache = Cache::cold;
          setTimeout([] { process::exit(3); }, after + 5);
          auto in = co_await fs::openInStream("/tmp/a");
          auto out = co_await fs::openOutStream("/tmp/b");
          auto read = [=](this auto, double size) -> Promise<> { co_await in->readBuf(Buffer::alloc(size)); };
          auto write = [=](this auto, double size) -> Promise<> { co_await out->writeBuf(Buffer::alloc(size)); };
          co_await all([=] { return read(10); }, [=] { return read(100'000); }, [=] { return read(10); },
                       [=] { return write(10); }, [=] { return write(2'000'000); }, [=] { return write(10); },
                       [=](this auto) -> Promise<> { co_await out->flush(); }, [=] { return in->close(); });
          co_await sleep(100);
        },
        options, 3);
  }
}

TEST_CASE("Linux: files, /dev/full, pipes, a directory, a file of /proc") {
  String dir;
  onLinux([&](this auto) -> Promise<> {
    dir = fs::mkdtempSync("/tmp/records-test-");
    constexpr std::size_t size = 3'000'001;
    std::string bytes = contents(size);
    Buffer all = Buffer::copyOf(bytes.data(), size);
    for (std::size_t record : {64, 70'000, 1'500'000}) {
      auto out = co_await fs::openOutStream(dir + "/a");
      for (std::size_t at = 0; at < size; at += record)
        co_await out->writeBuf(all.subarray(std::ptrdiff_t(at), std::ptrdiff_t(at + record)));
      co_await out->close();
      CHECK(fileOf(dir + "/a") == bytes);
      CHECK(co_await readsAll(dir + "/a", size, record));
    }
    CHECK(co_await failure([=](this auto) -> Promise<> {
            auto out = co_await fs::openOutStream("/dev/full");
            co_await out->writeBuf(Buffer::from("x"));
            co_await out->flush();
          }) == "ENOSPC write: ENOSPC: no space left on device, write");
    CHECK(co_await failure([=](this auto) -> Promise<> {
            auto out = co_await fs::openOutStream("/dev/full");
            co_await out->writeBuf(Buffer::from("x"));
            co_await out->close();
          }) == "ENOSPC write: ENOSPC: no space left on device, write");
    CHECK(co_await failure([=](this auto) -> Promise<> {
            auto in = co_await fs::openInStream(dir);
            co_await in->readBuf(Buffer::alloc(10));
          }) == "EISDIR read: EISDIR: illegal operation on a directory, read");
    auto proc = co_await fs::openInStream("/proc/self/status");
    auto name = co_await proc->readUntil(":\t");
    CHECK(name->toString() == "Name");
    // A pipe: what a retracted read has waited for is there for the next.
    std::string fifo((dir + "/fifo").data(), dir.size() + 5);
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    auto opening = fs::openInStream(fifo);
    auto out = co_await fs::openOutStream(fifo, "r+");
    auto in = co_await opening;
    Buffer large = Buffer::alloc(200'000);
    co_await race([=](this auto) -> Promise<> { co_await in->readExact(large); }, [] { return sleep(20); });
    auto write = [=](this auto) -> Promise<> {
      co_await out->writeBuf(all.subarray(0, 150'000));
      co_await sleep(20);
      co_await out->writeBuf(all.subarray(150'000, 200'000));
    };
    Promise<> writing = write();
    co_await in->readExact(large);
    CHECK(isAt(large, 200'000, 0));
    co_await writing;
    co_await out->close();
    CHECK(co_await in->readBuf(large) == 0);
    co_await in->close();
    fs::rmSync(dir, {.recursive = true});
  });
}
