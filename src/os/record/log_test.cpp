// Tests of a log's parts: checksums, fields, and records, which are either whole or absent.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "os/record/log_writer.h"
#include "os/trace/chacha.h"
#include "os/trace/log_reader.h"
#include "os/trace/record_description.h"
#include "support/folder.h"

using namespace nodecpp;
using namespace nodecpp::os;
using namespace nodecpp::os::record;

TEST_CASE("CRC32C of RFC 3720's examples, by instruction and by table") {
  std::string zeros(32, '\0'), ones(32, '\xff'), up(32, '\0'), down(32, '\0');
  for (int i = 0; i < 32; ++i) up[std::size_t(i)] = char(i), down[std::size_t(i)] = char(31 - i);
  for (auto sum : {crc32c, crc32cByTable}) {
    CHECK(sum(zeros.data(), 32, 0) == 0x8a9136aa);
    CHECK(sum(ones.data(), 32, 0) == 0x62a8ab43);
    CHECK(sum(up.data(), 32, 0) == 0x46dd794e);
    CHECK(sum(down.data(), 32, 0) == 0x113fdb5c);
    CHECK(sum("123456789", 9, 0) == 0xe3069283);
    for (std::size_t cut = 0; cut <= 32; ++cut) {
      std::uint32_t first = sum(up.data(), cut, 0);
      CHECK(sum(up.data() + cut, 32 - cut, first) == 0x46dd794e);
    }
  }
}

TEST_CASE("a block of RFC 8439, section 2.3.2; and requests of any size that give one stream each") {
  std::uint32_t key[8], nonce[3] = {0x09000000, 0x4a000000, 0};
  for (std::uint32_t i = 0; i < 8; ++i) key[i] = 0x03020100 + 0x04040404 * i;
  char block[64];
  ChaChaRandom::block(key, 1, nonce, block);
  const unsigned char expected[] = {0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15, 0x50, 0x0f, 0xdd, 0x1f, 0xa3,
                                    0x20, 0x71, 0xc4, 0xc7, 0xd1, 0xf4, 0xc7, 0x33, 0xc0, 0x68, 0x03, 0x04, 0x22,
                                    0xaa, 0x9a, 0xc3, 0xd4, 0x6c, 0x4e, 0xd2, 0x82, 0x64, 0x46, 0x07, 0x9f, 0xaa,
                                    0x09, 0x14, 0xc2, 0xd7, 0x05, 0xd9, 0x8b, 0x02, 0xa2, 0xb5, 0x12, 0x9c, 0xd1,
                                    0xde, 0x16, 0x4e, 0xb9, 0xcb, 0xd0, 0x83, 0xe8, 0xa2, 0x50, 0x3c, 0x4e};
  CHECK(std::memcmp(block, expected, 64) == 0);

  ChaChaRandom one(ChaChaRandom::Seed{1}), same(ChaChaRandom::Seed{1}), other(ChaChaRandom::Seed{2});
  std::string seen;
  for (std::size_t size : {0, 1, 31, 32, 33, 64, 96, 97, 1000}) {
    std::string a(size, 0), b(size, 0), c(size, 0);
    one.fill(a.data(), size);
    same.fill(b.data(), size);
    other.fill(c.data(), size);
    CHECK(a == b);
    if (size > 30) {
      CHECK(a != c);
      CHECK(seen.find(a.substr(0, 31)) == seen.npos);
    }
    seen += a;
  }
}

TEST_CASE("fields come back as they were put, and a part of them is bad and zero") {
  std::vector<Address> addresses{{Address::Family::ipv6, "::1", 80}, {Address::Family::unix, "/tmp/x", 0}};
  FileStat stat;
  stat.dev = 1;
  stat.size = UINT64_MAX;
  stat.mtime = {-5, 999'999'999};
  std::string bytes;
  append(bytes, std::uint64_t(300), std::int64_t(-1), INT64_MIN, true, std::string_view("text"), 1.5, addresses, stat,
         Digest{7, 0xdeadbeef});
  auto read = [&](std::string_view from) {
    Fields in(from);
    bool same = in.get<std::uint64_t>() == 300;
    same = (in.get<std::int64_t>() == -1) && same;
    same = (in.get<std::int64_t>() == INT64_MIN) && same;
    same = in.get<bool>() && same;
    same = (in.get<String>() == "text") && same;
    same = (in.get<double>() == 1.5) && same;
    auto found = in.get<std::vector<Address>>();
    same = found.size() == 2 && found[0].host == "::1" && found[1].family == Address::Family::unix && same;
    auto status = in.get<FileStat>();
    same = status.size == UINT64_MAX && status.mtime.seconds == -5 && same;
    same = (in.get<Digest>().checksum == 0xdeadbeef) && same;
    return same && in.isValid() && in.empty();
  };
  CHECK(read(bytes));
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    Fields in(std::string_view(bytes).substr(0, cut));
    CHECK_FALSE(read(std::string_view(bytes).substr(0, cut)));
  }
  // The bytes claim a list of more items than memory can hold.
  std::string many;
  append(many, UINT64_MAX >> 1);
  Fields in(many);
  CHECK(in.get<std::vector<Address>>().empty());
  CHECK_FALSE(in.isValid());
}

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

}  // namespace

TEST_CASE("a log goes on in further segments, and in one as large as a record needs") {
  tests::Folder folder;
  std::string error, path = folder.path() + "/log";
  auto log = FileLog::create(path, "main", error);
  REQUIRE(error == "");
  std::string large(40 << 20, 'x'), small(100'000, 'y');
  std::uint64_t count = 0;
  for (; count < 200; ++count) log->append(Kind::input, std::string_view(small));
  log->append(Kind::input, std::string_view(large));
  log->append(Kind::input, std::string_view("last"));
  log->close();
  CHECK(log->stopped() == "closed");

  LogReader reader;
  REQUIRE(reader.open(path) == "");
  CHECK(LogReader::workers(path) == std::vector<std::string>{"main"});
  Entry entry;
  std::uint64_t found = 0, segments = 0, bytes = 0;
  std::string last;
  while (reader.next(entry)) {
    if (entry.kind == Kind::segment) {
      ++segments;
      continue;
    }
    CHECK(entry.kind == Kind::input);
    last = entry.in().get<std::string>();
    bytes += last.size();
    ++found;
  }
  CHECK(reader.fault() == "");
  CHECK(found == count + 2);
  CHECK(bytes == count * small.size() + large.size() + 4);
  CHECK(last == "last");
  CHECK(segments == 3);  // Two segments of 16 MiB, and a larger one for the large record and all records after it.
}

TEST_CASE("a log that was cut anywhere gives the records that are whole, and no fault") {
  tests::Folder folder;
  std::string error, path = folder.path() + "/log";
  auto log = FileLog::create(path, "main", error);
  REQUIRE(error == "");
  std::vector<std::uint64_t> ends{log->size()};
  for (int i = 0; i < 20; ++i) {
    log->append(Kind::received, i, std::string_view(std::string(std::size_t(i) * 7, 'r')));
    ends.push_back(log->size());
  }
  log->close();
  std::string whole = contents(path + "/main.0000.log");
  REQUIRE(whole.size() == ends.back());
  for (std::size_t cut = ends.front(); cut <= whole.size(); ++cut) {
    // The log is either cut off, or followed by zeros as a killed program leaves it.
    for (bool zeros : {false, true}) {
      std::string part = whole.substr(0, cut) + std::string(zeros ? whole.size() - cut + 10 : 0, '\0');
      LogReader reader;
      REQUIRE(reader.open(std::vector<std::string_view>{part}) == "");
      Entry entry;
      std::size_t records = 0;
      while (reader.next(entry)) records += entry.kind == Kind::received;
      std::size_t expected = 0;
      while (expected + 1 < ends.size() && ends[expected + 1] <= cut) ++expected;
      CHECK(records == expected);
      if (!zeros) CHECK(reader.fault() == "");
    }
  }
}

TEST_CASE("a record that has lost its kind is damage, and hides nothing behind it unsaid") {
  tests::Folder folder;
  std::string error, path = folder.path() + "/log";
  auto log = FileLog::create(path, "main", error);
  REQUIRE(error == "");
  std::vector<std::size_t> begins;
  for (int i = 0; i < 20; ++i) {
    begins.push_back(std::size_t(log->size()));
    if (i % 3 == 0)
      log->append(Kind::turn, std::int64_t(i));
    else if (i % 3 == 1)
      log->append(Kind::received, i, std::string_view(std::string(i == 10 ? 70'000 : std::size_t(i) * 7, 'r')));
    else
      log->append(Kind::abort);  // Records of the kind `abort` have no fields.
  }
  log->close();
  std::string whole = contents(path + "/main.0000.log"), further = whole;
  auto readWith = [](const std::vector<std::string_view>& segments, std::size_t& records) {
    LogReader reader;
    REQUIRE(reader.open(segments) == "");
    records = 0;
    for (Entry entry; reader.next(entry);) records += entry.kind != Kind::segment;
    return reader.fault();
  };
  for (std::size_t i = 0; i < begins.size(); ++i) {
    CAPTURE(i);
    std::string changed = whole;
    changed[begins[i]] = 0;
    std::size_t records;
    bool last = i + 1 == begins.size();
    // The damage is in the segment that was written last (finished, or with the zeros of a killed program), or in an
    // earlier segment.
    for (std::size_t zeros : {0, 1000}) {
      std::string fault = readWith({changed + std::string(zeros, '\0')}, records);
      CHECK(records == i);
      // When the last record has lost its kind and zeros follow, the log looks like that of a program killed while it
      // wrote the record.
      if (!last) CHECK(fault.find("byte " + std::to_string(begins[i]) + ": a record without a kind") != fault.npos);
    }
    CHECK(readWith({changed, further}, records) != "");
    CHECK(records == i);
  }
  // A program killed while it wrote a record has written the fields up to some byte, and perhaps the length and the
  // checksum, but not the kind.
  std::string torn = whole.substr(0, begins[19]) + std::string(200'000, '\0');
  for (std::size_t which : {3, 4, 10}) {
    std::size_t head = which == 10 ? 5 : 3, size = begins[which + 1] - begins[which];
    std::string record = whole.substr(begins[which], size);
    for (std::size_t part = head; part <= size; ++part) {
      if (part > 200 && part + 8 < size) continue;
      std::string changed = torn;
      changed.replace(begins[19] + head, part - head, record, head, part - head);
      if (part + 4 > size) changed.replace(begins[19] + 1, head - 1, record, 1, head - 1);
      std::size_t records;
      CHECK(readWith({changed}, records) == "");
      CHECK(records == 19);
    }
  }
}

TEST_CASE("each kind has its own name and a layout that its fields fit") {
  CHECK(describe(Kind::write, std::string_view("\x03\x05\x01\x02\x03\x04\x00\x00", 8)) ==
        "write connection:3 bytes:{\"size\":5,\"checksum\":\"04030201\"} | unsent:0 error:0");
  CHECK(describe(Kind::write, std::string_view("\x03\x05\x01\x02\x03\x04", 6)) ==
        "write connection:3 bytes:{\"size\":5,\"checksum\":\"04030201\"}");
  CHECK(describe(Kind::closeListener, std::string_view("\x80", 1)) == "closeListener …");
  CHECK(describe(Kind(7), "") == "unknown record 7");
  CHECK(quoted(std::string_view("a\"\\\n\x01\xe9", 6)) == "\"a\\\"\\\\\\n\\u0001\\u00e9\"");
}

TEST_CASE("a record of any size goes into one segment, also one that just fills it") {
  std::size_t full = 16 << 20;
  for (std::size_t below : {0, 1, 400, 700, 1000, 1300, 5000}) {
    tests::Folder folder;
    std::string path = folder.path() + "/log", error, text(full - below, 'x');
    auto log = FileLog::create(path, "main", error);
    REQUIRE(log);
    log->append(Kind::input, std::string_view("before"));
    log->append(Kind::input, std::string_view(text));
    log->append(Kind::input, std::string_view("after"));
    CHECK(log->stopped() == "");
    log->close();
    LogReader reader;
    REQUIRE(reader.open(path) == "");
    std::vector<std::size_t> sizes;
    for (Entry entry; reader.next(entry);)
      if (entry.kind == Kind::input) sizes.push_back(entry.in().bytes().size());
    CHECK(sizes == std::vector<std::size_t>{6, text.size(), 5});
    CHECK(reader.fault() == "");
  }
}

namespace {

std::vector<std::string> filesIn(const std::string& folder, std::uint64_t& bytes) {
  std::vector<std::string> names;
  bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
    bytes += entry.file_size();
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

TEST_CASE("the next segment is made before it is needed, on another thread; what was not needed is gone at the end") {
  tests::Folder folder;
  std::string path = folder.path() + "/log", error, text(1000, 'x');
  auto log = FileLog::create(path, "main", error);
  REQUIRE(error == "");
  std::uint64_t bytes;
  while (log->size() < (7 << 20)) log->append(Kind::input, std::string_view(text));
  log->settle();
  CHECK(filesIn(path, bytes) == std::vector<std::string>{"main.0000.log"});
  while (log->size() < (10 << 20)) log->append(Kind::input, std::string_view(text));
  log->settle();
  CHECK(filesIn(path, bytes) == std::vector<std::string>{"main.0000.log", "main.0001.log"});
  CHECK(bytes == 32 << 20);  // The second segment has its full space.
  // A program killed here leaves a segment that was not begun, which is no fault.
  LogReader reader;
  REQUIRE(reader.open(path) == "");
  for (Entry entry; reader.next(entry);) {
  }
  CHECK(reader.fault() == "");
  while (log->size() < (20 << 20)) log->append(Kind::input, std::string_view(text));
  log->settle();
  // The unused end of the first segment was cut off.
  CHECK(std::filesystem::file_size(path + "/main.0000.log") < 16 << 20);
  log->close();
  log = nullptr;
  CHECK(filesIn(path, bytes) == std::vector<std::string>{"main.0000.log", "main.0001.log"});
  CHECK(bytes < 21 << 20);
  log = FileLog::create(path + "2", "main", error);
  while (log->size() < (10 << 20)) log->append(Kind::input, std::string_view(text));
  log = nullptr;
  CHECK(filesIn(path + "2", bytes) == std::vector<std::string>{"main.0000.log"});
}

TEST_CASE("of a log with a limit the oldest segments go, and what is left is read from its first") {
  tests::Folder folder;
  std::string path = folder.path() + "/log", error, text(1000, 'x');
  auto log = FileLog::create(path, "main", error, {.limit = 1 << 20});
  REQUIRE(error == "");
  std::uint64_t number = 0, bytes, time = 5;
  log->clock = &time;
  for (; number < 9000; ++number) {
    ++time;
    log->turn = number;
    log->append(Kind::received, number, std::string_view(text));
    if (number % 100 == 0) {
      log->settle();
      filesIn(path, bytes);
      CHECK(bytes <= 1 << 20);
    }
  }
  log->close();
  auto left = filesIn(path, bytes);
  CHECK(bytes > 1 << 18);
  CHECK(left.front() != "main.0000.log");
  LogReader reader;
  REQUIRE(reader.open(path) == "");
  std::uint64_t next = 0;
  for (Entry entry; reader.next(entry);) {
    Fields in = entry.in();
    if (entry.kind == Kind::segment) {
      if (entry.segment > 0) continue;
      in.bytes();
      CHECK(in.get<std::uint64_t>() > 0);
      next = in.get<std::uint64_t>();
      in.get<Texts>();
      CHECK(in.get<std::int64_t>() == std::int64_t(next + 6));
      continue;
    }
    CHECK(in.get<std::uint64_t>() == next++);
  }
  CHECK(reader.fault() == "");
  CHECK(next == number);
  // Tests records that are larger than a segment, and larger than the limit.
  log = FileLog::create(path + "2", "main", error, {.limit = 1 << 20});
  for (std::size_t size : {10, 600'000, 10, 2'000'000, 10}) log->append(Kind::input, std::string_view(std::string(size, 'y')));
  log->close();
  LogReader second;
  REQUIRE(second.open(path + "2") == "");
  std::size_t last = 0;
  for (Entry entry; second.next(entry);)
    if (entry.kind == Kind::input) last = entry.fields.size();
  CHECK(second.fault() == "");
  CHECK(last == 11);
}

TEST_CASE("where files may not be as large as a segment there is no log, and the program goes on") {
  tests::Folder folder;
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  rlimit low = before;
  low.rlim_cur = 1 << 20;
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &low) == 0);
  std::string error;
  auto log = FileLog::create(folder.path() + "/log", "main", error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  CHECK(!log);
  CHECK(error == "cannot make room in 'main.0000.log': File too large");
}
