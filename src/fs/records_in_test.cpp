// Tests reading records on the simulated disk: with the whole file in memory, with an empty cache, and with a file
// system that cannot tell what is cached.
#include <nodecpp/timers.h>

#include <algorithm>
#include <string>

#include "support/record_files.h"
#include "support/scale.h"

using namespace records;

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
              for (std::size_t offset = border - 70; offset <= border + 70; offset += tests::sanitized ? 7 : 1) {
                disk().cache = Cache::all;
                fs::writeFileSync("/tmp/a", contents(size));
                fs::writeFileSync("/tmp/b", contents(size));
                disk().cache = cache;
                // Reads up to `offset` in one record, and in small records.
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

// Retracts reads at many different times. Whatever happens to them, the next read must get the next data.
TEST_CASE("a retracted read takes nothing, and writes nowhere") {
  for (Cache cache : {Cache::cold, Cache::unknown}) {
    for (std::size_t record : {16, 5000, 70'000, 600'000}) {
      for (int after = 1; after <= 24; after += tests::sanitized ? 5 : 1) {
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
              // The next read follows at once, while the job of the retracted one may still be running.
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
                // The first reader retracts the second one after it was woken and before it can continue.
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

TEST_CASE("readUntil and lines read to a separator") {
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
    // Tests a delimiter across every boundary of pieces and blocks, and a part that is larger than a block.
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
