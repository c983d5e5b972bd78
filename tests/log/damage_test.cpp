// The bytes of a log may come from anybody: a log that is cut or changed at any place must be read up to the damage,
// without any other harm.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "os/record/log_writer.h"
#include "os/trace/record_description.h"
#include "recording.h"
#include "support/memory_log.h"
#include "support/sample.h"

using namespace nodecpp;
using namespace nodecpp::logtool;
using namespace nodecpp::os::record;

namespace {

// Returns a log with fields of each kind and with requests of many sorts.
std::string sample() {
  tests::MemoryLog log;
  log.append(Kind::segment, std::string("main"), 0u, 0u, Texts{{"/bin/program", "0123abcd"}, {"libc.so.6", ""}});
  log.append(Kind::start, std::uint64_t(1), std::int64_t(1700000000000), std::string(32, 's'),
             std::vector<std::string>{"program", "--option"}, std::vector<std::string>{}, Texts{{"nofile", "1024"}},
             Texts{{"TZ", "Europe/Vienna"}}, std::vector<std::string>{"TOKEN"}, std::string("x86-64: avx"));
  log.append(Kind::hrtime, std::int64_t(1000));
  log.append(Kind::environment, Texts{{"PORT", "2000"}, {"PASSWORD", ""}}, std::vector<std::string>{"PASSWORD"});
  log.append(Kind::variable, std::string("PASSWORD"), std::string("secret"));
  log.append(Kind::listen, os::Address{os::Address::Family::ipv4, "127.0.0.1", 2000}, 511, 16u, std::string_view("http"), -1, 0u, 0, 1u);
  std::uint64_t connection = 1;
  auto turn = [&] { log.append(Kind::turn, std::int64_t(500000)); };
  auto received = [&](std::string_view bytes) { log.append(Kind::received, connection, bytes); };
  auto written = [&](std::size_t size) { log.append(Kind::write, connection, Digest{size, 0x12345678}, 0u, 0); };
  auto opened = [&] {
    turn();
    log.append(Kind::connection, 1u, ++connection);
    log.append(Kind::setNoDelay, connection, true, 0);
    log.append(Kind::startReading, connection);
  };
  auto closed = [&] {
    log.append(Kind::ended, connection);
    log.append(Kind::close, connection);
  };
  opened();
  received("GET /?value=1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /two HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe");
  turn();
  received("llo");
  written(120);
  log.append(Kind::hrtime, std::int64_t(70000));
  turn();
  received("PUT /three HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab");
  turn();
  received("c\r\n0\r\n\r\nGET /fo");
  received("ur HTTP/1.1\r\nHost: a\r\n\r\n");
  written(90);
  closed();
  opened();
  received("GET /chat HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n\x81\x05hello");
  turn();
  received("\x81\x05hello");
  closed();
  opened();
  received("no request at all\r\n\r\n");
  written(40);
  closed();
  turn();
  log.append(Kind::submit, 9u, 0, 0, 0);
  std::string calls;
  std::string fields;
  append(fields, std::string("/etc/hosts"), std::int64_t(0), os::FileStat{});
  auto size = std::uint32_t(fields.size());
  calls += char(Kind::fileStat);
  calls.append(reinterpret_cast<const char*>(&size), 4);
  calls += fields;
  turn();
  log.append(Kind::jobDone, 9u, calls);
  log.append(Kind::lookedUp, 10u, 0, std::vector<os::Address>{{os::Address::Family::ipv6, "::1", 80}});
  log.append(Kind::fileEntries, 3, 0, std::vector<os::DirectoryEntry>{{"name", {}}});
  log.append(Kind::fileStatfs, std::string("/"), 0, os::FileSystemStat{});
  log.append(Kind::memoryUsage, os::MemoryUsage{});
  log.append(Kind::cpuUsage, 1.5, 2.5);
  log.append(Kind::resourceUsage, os::ResourceUsage{});
  log.append(Kind::signal, 15);
  while (log.text().size() < 5000) {
    opened();
    received("GET /more?of=" + std::to_string(connection) + " HTTP/1.1\r\nHost: a\r\n\r\n");
    written(80);
    closed();
  }
  log.append(Kind::exit, 0);
  return log.text();
}

struct Seen {
  std::size_t records = 0, words = 0, requests = 0;
  bool fault = false;
};

// Does everything that the tool does with a log. Only records at `from` or later are described in words, because the
// records before it are the same each time.
Seen readAll(const std::string& bytes, std::size_t from = 0) {
  // The bytes are in a vector of exactly their size, so that a sanitizer finds an access beyond the end.
  std::vector<char> exact(bytes.begin(), bytes.end());
  LogReader reader;
  Seen seen;
  if (!reader.open({std::string_view(exact.data(), exact.size())}).empty()) return seen;
  Walk walk(reader);
  Requests requests;
  while (walk.next()) {
    ++seen.records;
    requests.take(walk);
    if (walk.entry.offset < from) continue;
    seen.words += describe(walk.entry.kind, walk.entry.fields).size();
    seen.words += describeJson(walk.entry.kind, walk.entry.fields).size();
  }
  seen.fault = !reader.fault().empty();
  seen.requests = std::size_t(requests.count());
  return seen;
}

// Shows the whole log as the page does.
std::size_t show(const std::string& bytes) {
  Recording recording;
  if (!recording.open({std::string_view(bytes)}).empty()) return 0;
  std::size_t size = recording.summary().size() + recording.timeline(0, INT64_MAX, 100).size() +
                     recording.timeline(5, 7, 100).size() +
                     recording.list("get", INT64_MIN, INT64_MAX, 0, 50, true).size();
  for (std::size_t i = 0; i < recording.requests().all().size(); ++i) size += recording.details(i, i).size();
  return size;
}

struct Place {
  std::size_t offset, size;  // the place of a record's fields
};

}  // namespace

TEST_CASE("a whole log has the requests that were sent") {
  std::string log = sample();
  Recording recording;
  REQUIRE(recording.open({std::string_view(log)}) == "");
  const auto& all = recording.requests().all();
  REQUIRE(all.size() > 8);
  CHECK(recording.requests().count() == all.size() - 1);
  CHECK(all[0].number == 1);
  CHECK(all[0].method == "GET");
  CHECK(all[0].url == "/?value=1");
  CHECK(all[0].turn == 1);
  CHECK(all[0].bytesIn == 35);
  CHECK(all[0].bytesOut == 120);
  CHECK(all[0].latency() == 570000);
  CHECK(all[1].url == "/two");
  CHECK(all[1].bytesIn == 55);
  CHECK(all[1].complete);
  CHECK(all[1].together == 0);
  CHECK(all[2].url == "/three");
  CHECK(all[2].turn == 3);
  CHECK(all[2].bytesIn == 73);
  CHECK(all[3].url == "/four");
  CHECK(all[3].bytesOut == 0);
  CHECK(all[3].together == 2);
  CHECK(all[4].upgrade);
  CHECK(all[4].problem == "");
  CHECK(all[4].bytesIn == 81);
  CHECK(all[5].number == 0);
  CHECK(all[5].problem == "HPE_INVALID_METHOD");
  CHECK(all[6].number == 6);
  CHECK(recording.list("MORE get", INT64_MIN, INT64_MAX, 0, 1, false).find("/more?of=") != std::string::npos);
  CHECK(recording.list("#2", INT64_MIN, INT64_MAX, 0, 10, false).find("\"total\":1,") != std::string::npos);
  CHECK(recording.list("connection:2", INT64_MIN, INT64_MAX, 0, 10, false).find("\"total\":4,") != std::string::npos);
  CHECK(recording.details(0, 4).find(base64("/?value=1 HTTP")) == std::string::npos);
  CHECK(recording.details(0, 0).find(base64("GET /?value=1 H")) != std::string::npos);
  CHECK(base64("a") == "YQ==");
  CHECK(base64("ab") == "YWI=");
  CHECK(base64("abc") == "YWJj");
  CHECK(readAll(log).fault == false);
}

TEST_CASE("a log cut at each byte of its last four kilobytes is read up to there") {
  std::string log = sample();
  std::size_t whole = readAll(log).records;
  REQUIRE(log.size() > 4096);
  // A sample tests an eighth of the cuts. They are adjacent, because each result is compared with the one before.
  const std::size_t stretch = tests::wholeSample() ? 4096 : 512, behind = tests::sampleNumber("cuts") % (4096 / stretch) * stretch;
  std::size_t before = readAll(log.substr(0, log.size() - behind)).records;
  for (std::size_t cut = behind + 1; cut <= behind + stretch; ++cut) {
    Seen seen = readAll(log.substr(0, log.size() - cut), log.size() - cut - 200);
    CHECK_FALSE(seen.fault);  // a cut log looks like the log of a program that was killed
    CHECK(seen.records <= before);
    CHECK(seen.records + 1 >= before);
    before = seen.records;
    if (cut % 64 == 0) show(log.substr(0, log.size() - cut));
  }
  CHECK(before < whole);
}

TEST_CASE("bits that flip are found, and where the checksum hides them, do no harm") {
  std::string log = sample();
  std::minstd_rand random(24);
  std::size_t whole = readAll(log).records;
  for (std::size_t i = 0; i < 10000; ++i) {
    std::size_t bit = random() % (8 * log.size());
    if (!tests::inSample(i, 8, "flips")) continue;
    std::string changed = log;
    changed[bit / 8] = char(changed[bit / 8] ^ (1 << bit % 8));
    Seen seen = readAll(changed, bit / 8);
    // The records before the change are read, but the changed record is not.
    CHECK(seen.records < whole);
  }
  std::vector<Place> places;
  {
    LogReader reader;
    REQUIRE(reader.open({std::string_view(log)}) == "");
    for (Entry entry; reader.next(entry);)
      places.push_back({std::size_t(entry.fields.data() - log.data()), entry.fields.size()});
  }
  std::size_t words = 0;
  for (int i = 0; i < (tests::wholeSample() ? 3000 : 600); ++i) {
    std::string changed = log;
    Place place = places[random() % places.size()];
    std::size_t head = place.offset - 3;
    REQUIRE((static_cast<unsigned char>(changed[head]) & longRecord) == 0);
    for (unsigned flips = 1 + random() % 3; flips > 0; --flips) {
      // The bits of the kind may be changed, but not the bit for a long record.
      std::size_t bit = random() % (8 * (place.size + 1));
      if (bit < 7)
        changed[head] = char(changed[head] ^ (1 << bit));
      else if (bit >= 8)
        changed[place.offset + bit / 8 - 1] = char(changed[place.offset + bit / 8 - 1] ^ (1 << bit % 8));
    }
    std::uint32_t sum = os::crc32c(changed.data() + head, 3 + place.size);
    std::memcpy(changed.data() + place.offset + place.size, &sum, 4);
    words += readAll(changed, head).words;
    if (i % 10 == 0) words += show(changed);
  }
  CHECK(words > 0);
}
