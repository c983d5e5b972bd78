// Tests writing records: errors, programs that end meanwhile, and what only Linux has: /dev/full, pipes, its own page
// cache.
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "support/record_files.h"
#include "support/scale.h"

using namespace records;

namespace {
// File systems on which writes are made synchronously (tmpfs) and by the pool (nfs).
constexpr std::uint64_t tmpfs = 0x01021994, nfs = 0x6969;
}  // namespace

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
        "ERR_INVALID_ARG_VALUE undefined: The argument 'flags' is invalid. Received 'nonsense'\n"
        "ERR_INVALID_ARG_TYPE undefined: The \"path\" argument must be of type string or an instance of Buffer or URL. Received "
        "undefined\n"
        "EEXIST open: EEXIST: file already exists, open '/tmp/a'\n"
        "EISDIR read: EISDIR: illegal operation on a directory, read\n"
        "EISDIR read: EISDIR: illegal operation on a directory, read\n"
        "ERR_INVALID_ARG_VALUE undefined: The argument 'delimiter' must not be empty. Received ''\n"
        "EBADF read: file closed\nEBADF read: file closed\nEBADF read: file closed\n"
        "EBADF write: file closed\nEBADF write: file closed\nno error\n");
}

TEST_CASE("what is written is there, whatever the size of the records") {
  for (std::uint64_t type : {tmpfs, nfs}) {
    CHECK(printed([=](this auto) -> Promise<> {
            disk().type = type;
            constexpr std::size_t size = 2'500'001;
            std::string bytes = contents(size);
            Buffer all = Buffer::copyOf(bytes.data(), size);
            for (std::size_t record : {1, 7, 16, 64, 1000, 65'536, 200'000, 262'144, 262'145, 1'000'000, 2'500'001}) {
              if (tests::sanitized && record < 16) continue;
              auto out = co_await fs::openOutStream("/tmp/a");
              for (std::size_t at = 0; at < size; at += record) {
                Buffer part =
                    Buffer::from(all.subarray(std::ptrdiff_t(at), std::ptrdiff_t(std::min(at + record, size))));
                co_await out->writeBuf(part);
                part.fill(0);
              }
              co_await out->close();
              if (fileOf("/tmp/a") != bytes) print(str("wrong at record size ") + record);
            }
            // Tests appending, flush(), and a stream that is never closed.
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
}

TEST_CASE("what is written goes to the file soon, without a flush") {
  os::NetworkOptions options;
  options.jobTime = 2 * ms;
  CHECK(printed(
            [](this auto) -> Promise<> {
              disk().type = nfs;
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

TEST_CASE("a local file is written on the spot, at the end of the callback; after 16 MiB the pool has a turn") {
  os::NetworkOptions options;
  options.jobTime = 5 * ms;
  CHECK(printed(
            [](this auto) -> Promise<> {
              auto out = co_await fs::openOutStream("/tmp/a");
              setImmediate([] { print("an immediate: " + fs::readFileSync("/tmp/a", "utf8")); });
              co_await out->writeBuf(Buffer::from("first "));
              co_await out->writeBuf(Buffer::from("second"));
              print("not yet: " + fs::readFileSync("/tmp/a", "utf8"));
              co_await sleep(1);
              setImmediate([] { print("others"); });
              Buffer record = Buffer::alloc(10'000, "x");
              for (int i = 0; i < 3000; ++i) co_await out->writeBuf(record);
              print("written");
              co_await out->close();
              print(str(fs::statSync("/tmp/a").size));
            },
            options) == "not yet: \nan immediate: first second\nothers\nwritten\n30000012\n");
}

namespace {
// Whether this code runs in the program's callback, where objects are freed later, and not in a job of the pool.
bool inCallback() {
  struct Probe : Object {
    explicit Probe(bool& g) : gone(g) {}
    ~Probe() override { gone = true; }
    bool& gone;
  };
  static bool gone;
  gone = false;
  make<Handle<Probe>>(gone);
  return !gone;
}
}  // namespace

TEST_CASE(
    "after a write that took long the pool writes: 16 MiB, and twice as much each time that it is found so again") {
  constexpr std::size_t record = 64 * 1024, MiB = 1024 * 1024;
  // The offsets in the file at which synchronous writes began.
  std::vector<std::size_t> begins;
  CHECK(printed([&begins](this auto) -> Promise<> {
          auto& network = static_cast<os::SimPort&>(port()).network();
          auto state = std::make_shared<std::pair<std::size_t, std::size_t>>(0, 1);
          disk().onWrite = [&network, &begins, state] {
            // Each write has `record` bytes, and the last synchronous one ended at `end`.
            auto& [written, end] = *state;
            if (inCallback()) {
              if (written != end) begins.push_back(written);
              end = written + record;
            }
            written += record;
            network.advanceTo(network.now() + std::uint64_t(5 * ms));
          };
          auto out = co_await fs::openOutStream("/tmp/a");
          Buffer buffer = Buffer::alloc(double(record), "x");
          for (std::size_t i = 0; i < 80 * MiB / record; ++i) co_await out->writeBuf(buffer);
          co_await out->close();
          print(str(fs::statSync("/tmp/a").size));
        }) == "83886080\n");
  // The expected order is one piece, a penalty, a block, a penalty, a block, and so on.
  constexpr std::size_t second = record + 16 * MiB, third = second + 4 * record + 32 * MiB;
  CHECK(begins == std::vector<std::size_t>{0, second, third});
}

TEST_CASE("a full disk is told to the writer: by the next call, by each call, by close") {
  for (std::uint64_t type : {tmpfs, nfs}) {
    os::NetworkOptions options;
    options.jobTime = 1 * ms;
    CHECK(printed(
              [=](this auto) -> Promise<> {
                disk().type = type;
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
                // Two more writes fail: one that waits, and a large one that is written directly from its buffer.
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
                disk().type = nfs;
                auto out = co_await fs::openOutStream("/tmp/a");
                Buffer a = Buffer::alloc(200'000, "a"), b = Buffer::alloc(double(size), "b");
                co_await out->writeBuf(a);
                co_await sleep(1);  // the data is being written meanwhile
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
              disk().type = nfs;
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
  for (std::uint64_t type : {tmpfs, nfs})
    for (int after : {0, 1, 6, 11}) {
      printed(
          [=](this auto) -> Promise<> {
            fs::writeFileSync("/tmp/a", contents(300'000));
            disk().cache = Cache::cold;
            disk().type = type;
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
    // A pipe: the data for which a retracted read has waited is there for the next read.
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
