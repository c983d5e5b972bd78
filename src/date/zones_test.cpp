#include <nodecpp/date.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "date/zones.h"
#include "support/zone_files.h"

using namespace nodecpp;
using detail::YearRule;
using detail::ZonePeriod;
using detail::ZoneRules;

namespace {

std::string bigEndian(std::int64_t value, int size) {
  std::string bytes;
  for (int i = size - 1; i >= 0; --i) bytes += char(value >> (8 * i));
  return bytes;
}

// Returns a tzdata file of version 2: an empty 32-bit block, then a block with `changes` {seconds, type} and `types`
// {offset, summer}, then the rule.
std::string zoneFile(std::vector<std::pair<std::int64_t, int>> changes, std::vector<std::pair<int, int>> types,
                     const std::string& footer) {
  auto header = [](std::size_t times, std::size_t types) {
    return "TZif2" + std::string(15, '\0') + bigEndian(0, 4) + bigEndian(0, 4) + bigEndian(0, 4) +
           bigEndian(std::int64_t(times), 4) + bigEndian(std::int64_t(types), 4) + bigEndian(4, 4);
  };
  std::string file = header(0, 1) + bigEndian(0, 4) + std::string(2, '\0') + std::string("UTC\0", 4);
  file += header(changes.size(), types.size());
  for (auto [at, type] : changes) file += bigEndian(at, 8);
  for (auto [at, type] : changes) file += char(type);
  for (auto [offset, summer] : types) file += bigEndian(offset, 4) + char(summer) + '\0';
  return file + std::string("XXX\0", 4) + "\n" + footer + "\n";
}

// A source of files that a test provides.
class Written : public detail::ZoneSource {
 public:
  std::map<std::string, std::string> files, links;
  const char* tz = nullptr;
  bool variable(std::string& value) override {
    if (tz) value = tz;
    return tz != nullptr;
  }
  bool read(const std::string& path, std::string& bytes) override {
    if (!files.contains(path)) return false;
    bytes = files[path];
    return true;
  }
  std::int64_t size(const std::string& path) override {
    return files.contains(path) ? std::int64_t(files[path].size()) : -1;
  }
  bool resolve(const std::string& path, std::string& real) override {
    if (!links.contains(path)) return false;
    real = links[path];
    return true;
  }
};

std::string zoneOf(Written source) {
  test::InZone in(std::make_unique<Written>(std::move(source)));
  const String text = Date(0.0).toTimeString();
  return {text.data(), text.size()};
}

const std::string berlin = zoneFile({{-1000, 1}}, {{3208, 0}, {3600, 0}}, "CET-1CEST,M3.5.0,M10.5.0/3");
const std::string tokyo = zoneFile({}, {{32400, 0}}, "JST-9");

}  // namespace

TEST_CASE("a zone's file: changes, what was before them, and the rule behind them") {
  ZoneRules rules;
  REQUIRE(rules.read(berlin));
  CHECK(rules.at(-1001000).offset == 3208000);
  CHECK(rules.at(-1000000).offset == 3600000);
  // The clocks change on 2026-03-29 and 2026-10-25, both at 01:00 UTC.
  CHECK(rules.at(1774745999999).offset == 3600000);
  CHECK(rules.at(1774746000000).offset == 7200000);
  CHECK(rules.at(1774746000000).summer);
  CHECK(rules.at(1792889999999).offset == 7200000);
  CHECK(rules.at(1792890000000).offset == 3600000);
  // A date long after the listed years is computed from the rule.
  const ZonePeriod far = rules.at(8640000000000000);
  CHECK(far.offset == 7200000);
  CHECK(far.has(8640000000000000));
  // A local time that was skipped is counted from before the jump; of a local time that occurs twice, the first is
  // taken.
  CHECK(rules.utc(1774751400000) == 1774747800000);
  CHECK(rules.utc(1792895400000) == 1792888200000);
}

TEST_CASE("a zone's yearly rule gives its changes") {
  YearRule rule;
  CHECK(rule.parse("NZST-12NZDT,M9.5.0,M4.1.0/3"));
  CHECK(rule.begin(2026) == 1790431200);
  CHECK(rule.end(2026) == 1775311200);
  CHECK(rule.parse("<-02>2<-01>,M3.5.0/-1,M10.5.0/0"));
  CHECK(rule.standard().offset == -7200);
  CHECK(rule.begin(2026) == 1774746000);
  CHECK(rule.parse("XXX3YYY,J60/0,J300/0"));
  CHECK(rule.begin(2024) == 1709262000);  // the 60th day without leap days is 1 March, in 2024 as in others
  CHECK(rule.begin(2026) == 1772334000);
  CHECK(rule.parse("XXX3YYY,59/0,300/0"));
  CHECK(rule.begin(2024) == 1709175600);  // day 59 from zero is 29 February in a leap year
  CHECK(rule.parse("IST-1GMT0,M10.5.0,M3.5.0/1"));
  CHECK(rule.standard().summer);
  CHECK_FALSE(rule.summer().summer);
  for (const char* wrong : {"", "X", "XX3", "XXX", "XXX25", "XXX3YYY,", "XXX3YYY,M13.1.0,M3.1.0",
                            "XXX3YYY,M1.6.0,M3.1.0", "XXX3YYY,M1.0.0,M3.1.0", "XXX3YYY,M1.1.7,M3.1.0", "XXX3YYY,J0,J3",
                            "XXX3YYY,366,3", "XXX3YYY,1,2x", "<XXX3", "XXX3YYY,1/168,2", "XXX99999999999999999999"}) {
    INFO(wrong);
    rule.parse(wrong);
    CHECK_FALSE(rule.changes());
  }
}

TEST_CASE("a hostile file is refused, or read within its bytes") {
  ZoneRules rules;
  for (std::size_t size = 0; size < berlin.size(); ++size) CHECK_FALSE(rules.read(berlin.substr(0, size)));
  // Each byte of the file is changed in several ways; whatever the file then says, the rules must give an answer.
  for (std::size_t i = 0; i < berlin.size(); ++i)
    for (int change : {1, 2, 0x40, 0x80, 0xff}) {
      std::string bytes = berlin;
      bytes[i] = char(bytes[i] ^ change);
      ZoneRules changed;
      if (!changed.read(bytes)) continue;
      for (std::int64_t time : {std::int64_t(-8640000000000000), std::int64_t(0), std::int64_t(4102444800000),
                                std::int64_t(8640000000000000)}) {
        const ZonePeriod period = changed.at(time);
        CHECK(period.has(time));
        CHECK(std::abs(period.offset) <= ZoneRules::maxOffset * 1000);
        const std::int64_t local = changed.utc(time);
        CHECK(std::abs(local - time) <= 2000LL * ZoneRules::maxOffset);
      }
    }
  CHECK_FALSE(rules.read(zoneFile({{5, 0}, {5, 0}}, {{0, 0}}, "")));             // changes that are not in order
  CHECK_FALSE(rules.read(zoneFile({{5, 1}}, {{0, 0}}, "")));                     // a type that does not exist
  CHECK_FALSE(rules.read(zoneFile({}, {{27 * 3600, 0}}, "")));                   // an offset larger than any zone's
  CHECK(rules.read(zoneFile({{INT64_MIN, 0}, {INT64_MAX, 0}}, {{60, 0}}, "")));  // changes beyond a Date's range
  CHECK(rules.at(0).offset == 60000);
}

TEST_CASE("which zone is the program's") {
  const char* folder = "/usr/share/zoneinfo/";
  Written source;
  source.files[std::string(folder) + "Europe/Berlin"] = berlin;
  source.files[std::string(folder) + "Asia/Tokyo"] = tokyo;
  source.files["/somewhere/tokyo"] = tokyo;
  CHECK(zoneOf(source) == "00:00:00 GMT+0000 (Coordinated Universal Time)");
  source.links["/etc/localtime"] = "/usr/share/zoneinfo/Europe/Berlin";
  CHECK(zoneOf(source) == "01:00:00 GMT+0100 (Central European Standard Time)");
  // A copy of a zone's file is recognized by its content.
  source.links.clear();
  source.files["/etc/localtime"] = tokyo;
  CHECK(zoneOf(source) == "09:00:00 GMT+0900 (Japan Standard Time)");
  source.files["/etc/localtime"] = zoneFile({}, {{5400, 0}}, "XXX-1:30");
  CHECK(zoneOf(source) == "01:30:00 GMT+0130 (GMT+01:30)");
  auto with = [&](const char* tz) {
    source.tz = tz;
    return zoneOf(source);
  };
  for (const char* tz : {"Europe/Berlin", ":Europe/Berlin", "posix/Europe/Berlin", "right/Europe/Berlin"})
    CHECK(with(tz) == "01:00:00 GMT+0100 (Central European Standard Time)");
  CHECK(with("UTC") == "00:00:00 GMT+0000 (Coordinated Universal Time)");
  CHECK(with("/somewhere/tokyo") == "09:00:00 GMT+0900 (GMT+09:00)");
  CHECK(with("UTC+3") == "21:00:00 GMT-0300 (GMT-03:00)");
  CHECK(with("XYZ-3") == "03:00:00 GMT+0300 (GMT+03:00)");
  for (const char* tz : {"", "europe/berlin", "Foo/Bar", "../../etc/passwd", "Asia/Kolkata"})
    CHECK(with(tz) == "00:00:00 GMT+0000 (GMT+00:00)");
  // A value of TZ that is a rule gives the system's zone, as in Node.js.
  CHECK(with("CET-1CEST,M3.5.0,M10.5.0/3") == "01:30:00 GMT+0130 (GMT+01:30)");
}

TEST_CASE("zones by name and by offset") {
  test::InZone in("UTC");
  CHECK(in.zones().find("europe/BERLIN")->id() == "Europe/Berlin");
  CHECK(in.zones().find("Europe/Berlin") == in.zones().find("EUROPE/BERLIN"));
  CHECK(in.zones().find("+05:30")->at(0).offset == 19800000);
  CHECK(in.zones().find("-0800")->at(0).offset == -28800000);
  CHECK(in.zones().find("+03")->id() == "+03:00");
  for (const char* none : {"", "Europe", "Europe/Berli", "Europe/Berlinn", "+24:00", "+5", "+05:3", "+05:60", "05:30",
                           "+05-30", "+0530x", "posixrules"})
    CHECK(in.zones().find(none) == nullptr);
}
