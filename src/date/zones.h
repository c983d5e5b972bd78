// The time zones of a program: its own, and those that it names.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "date/zone_rules.h"

namespace nodecpp::detail {

// What a zone is called in English. Empty where it is called by its offset, or where it has no summer time.
struct ZoneNames {
  std::string_view standard, summer;            // by Date's toString
  std::string_view longStandard, longSummer;    // by toLocaleString: "Central European Standard Time"
  std::string_view shortStandard, shortSummer;  // "EST"
};

class Zone {
 public:
  // `names` null: the zone is called by its offset.
  Zone(ZoneRules rules, std::string_view id, const ZoneNames* names);

  // The last two periods that were asked for are remembered: those of dates that are printed in a row are few.
  const ZonePeriod& at(std::int64_t time) const noexcept {
    if (recent_[0].has(time)) [[likely]]
      return recent_[0];
    if (recent_[1].has(time)) return recent_[1];
    return recent_[older_ ^= 1] = rules_.at(time);
  }
  // As ZoneRules::utc.
  std::int64_t utc(std::int64_t local) const noexcept;
  // What Date's toString calls it at that time.
  std::string_view nameAt(std::int64_t time) const noexcept;
  const ZoneNames* names() const noexcept { return names_; }
  const std::string& id() const noexcept { return id_; }

 private:
  ZoneRules rules_;
  std::string id_;
  std::string byOffset_;
  const ZoneNames* names_;
  mutable ZonePeriod recent_[2];
  mutable unsigned older_ = 0;
};

// "GMT+01:00"; when `brief` without zeros in front and behind, "GMT+1".
std::string nameOfOffset(std::int32_t milliseconds, bool brief = false);

// Where a program's zones come from.
class ZoneSource {
 public:
  virtual ~ZoneSource() = default;
  // The value of the variable TZ; false where it is not set.
  virtual bool variable(std::string& value) = 0;
  // A file's bytes, up to `mostBytes`; false where it cannot be read, and for more.
  virtual bool read(const std::string& path, std::string& bytes) = 0;
  // Its size without reading it; -1 where there is none.
  virtual std::int64_t size(const std::string& path) = 0;
  // The path behind all links; false where there is none.
  virtual bool resolve(const std::string& path, std::string& real) = 0;

  static constexpr std::size_t mostBytes = 1 << 18;
};

class Zones {
 public:
  explicit Zones(std::unique_ptr<ZoneSource> source) : source_(std::move(source)) {}

  // The program's own: of the variable TZ, else of /etc/localtime, else UTC.
  const Zone& local() { return local_ ? *local_ : findLocal(); }
  // The variable has changed.
  void forgetLocal() noexcept { local_ = nullptr; }
  // By its name in IANA's list, in any case, or by an offset, "+05:30". Null for what is no zone.
  const Zone* find(std::string_view name);

 private:
  const Zone& findLocal();
  const Zone* byExactName(std::string_view name);
  const Zone* byVariable(std::string_view value);
  const Zone* byFile(const std::string& path);
  const Zone* bySystem();
  const Zone* nameOfContent(const std::string& bytes);
  const Zone& fixed(std::int32_t seconds, std::string_view id);
  const Zone* load(std::size_t known);

  std::unique_ptr<ZoneSource> source_;
  // By name. Zones stay as long as the program: there are as many as there are names and offsets.
  std::map<std::string, std::unique_ptr<Zone>, std::less<>> loaded_{};
  const Zone* local_ = nullptr;
};

// UTC, for whoever has no program; shared by all threads.
const Zone& utcZone();

}  // namespace nodecpp::detail
