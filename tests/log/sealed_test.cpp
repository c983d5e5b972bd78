// Tests recordings that are encrypted while they are written: import makes a decrypted folder for the holder of the
// key.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "commands.h"
#include "keys.h"
#include "os/record/log_writer.h"
#include "os/trace/log_reader.h"
#include "support/folder.h"

using namespace nodecpp::logtool;
using namespace nodecpp::os::record;

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {(std::istreambuf_iterator<char>(file)), {}};
}

struct Sealed {
  explicit Sealed(const LogOptions& options = {}) {
    initSodium();
    REQUIRE(keygenCommand(Arguments({path + "/k"})) == 0);
    LogOptions sealed = options;
    sealed.key = path + "/k.pub";
    std::string error;
    log = FileLog::create(path + "/log", "main", error, sealed);
    REQUIRE(error == "");
  }
  void write(int count, std::size_t size = 100) {
    for (; count > 0; --count) log->append(Kind::received, number++, std::string_view(std::string(size, 's') + "s3cret"));
  }
  // Returns what is wrong, or an empty string. When nothing is wrong the records are counted in `found`.
  std::string import(const std::string& key = "/k.key") {
    std::filesystem::remove_all(path + "/clear");
    found = 0;
    try {
      importCommand(Arguments({"--key", path + key, path + "/log", path + "/clear"}));
    } catch (const std::exception& error) {
      CHECK(!std::filesystem::exists(path + "/clear"));
      return error.what();
    }
    LogReader reader;
    REQUIRE(reader.open(path + "/clear") == "");
    bool first = true;
    for (Entry entry; reader.next(entry);) {
      if (entry.kind != Kind::received) continue;
      std::uint64_t its = entry.in().get<std::uint64_t>();
      if (std::exchange(first, false)) begin = its;
      CHECK(its == begin + found++);
    }
    CHECK(reader.fault() == "");
    return {};
  }

  tests::Folder own;
  std::string path = own.path();
  std::unique_ptr<FileLog> log;
  std::uint64_t number = 0, found = 0, begin = 0;
};

}  // namespace

TEST_CASE("nothing can be read in a sealed recording without the key, and all with it") {
  Sealed sealed;
  sealed.write(1000);
  sealed.write(3, 9'000'000);  // makes further segments
  sealed.write(10);
  sealed.log->close();
  for (const auto& entry : std::filesystem::directory_iterator(sealed.path + "/log"))
    CHECK(contents(entry.path().string()).find("s3cret") == std::string::npos);
  LogReader reader;
  CHECK(reader.open(sealed.path + "/log").find("is encrypted: nodecpp-log import") != std::string::npos);
  CHECK(sealed.import() == "");
  CHECK(sealed.found == 1013);
  REQUIRE(keygenCommand(Arguments({sealed.path + "/other"})) == 0);
  CHECK(sealed.import("/other.key").find("cannot be opened with this key") != std::string::npos);
}

TEST_CASE("what a killed program leaves is there to its last record") {
  Sealed sealed;
  sealed.write(1000);
  CHECK(sealed.import() == "");
  CHECK(sealed.found == 1000);
  sealed.write(1);
  CHECK(sealed.import() == "");
  CHECK(sealed.found == 1001);
  sealed.log->close();
}

TEST_CASE("a sealed recording keeps to its limit, too") {
  Sealed sealed({.limit = 1 << 20});
  sealed.write(20'000, 500);
  sealed.log->close();
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(sealed.path + "/log")) bytes += entry.file_size();
  CHECK(bytes <= 1 << 20);
  CHECK(sealed.import() == "");
  CHECK(sealed.begin + sealed.found == 20'000);
}

TEST_CASE("a sealed recording that was changed is told of, and nothing of it is made") {
  Sealed sealed;
  sealed.write(50);
  sealed.log->close();
  std::string file = sealed.path + "/log/main.0000.log", whole = contents(file);
  for (std::size_t at = 0; at < whole.size(); at += at < 200 ? 3 : 997) {
    CAPTURE(at);
    std::string changed = whole;
    changed[at] = char(changed[at] ^ 1);
    std::ofstream(file, std::ios::binary) << changed;
    // With another magic the file does not count as sealed. It is then copied unchanged, and is not a log.
    if (at < sealedMagic.size())
      continue;
    std::string why = sealed.import();
    CHECK(why != "");
  }
}

TEST_CASE("a file that is no public key is refused before anything is recorded") {
  Sealed sealed;
  std::string error;
  CHECK(!FileLog::create(sealed.path + "/none", "main", error, {.key = sealed.path + "/k.key"}));
  CHECK(error.find("is no public key") != std::string::npos);
  CHECK(!FileLog::create(sealed.path + "/none", "main", error, {.key = sealed.path + "/missing"}));
  CHECK(error.find("cannot read the key") != std::string::npos);
  CHECK(!std::filesystem::exists(sealed.path + "/none"));
}
