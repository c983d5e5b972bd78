// The time zones of a program: its own zone, and the zones that it names.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "date/zone_rules.h"

namespace nodecpp::detail {

// The English names of a zone. A name is empty when the zone is named by its offset or has no summer time.
struct ZoneNames {
  std::string_view standard, summer;            // the names for Date's toString
  std::string_view longStandard, longSummer;    // the long names for toLocaleString: "Central European Standard Time"
  std::string_view shortStandard, shortSummer;  // the short names for toLocaleString: "EST"
};

class Zone {
 public:
  // Makes a zone. Without `names` (null) the zone is named by its offset.
  Zone(ZoneRules rules, std::string_view id, const ZoneNames* names);

  // The two periods that were used last are cached, because most programs print dates of few different periods.
  const ZonePeriod& at(std::int64_t time) const noexcept {
    if (recent_[0].has(time)) [[likely]]
      return recent_[0];
    if (recent_[1].has(time)) return recent_[1];
    return recent_[older_ ^= 1] = rules_.at(time);
  }
  // Returns the moment at which local clocks showed `local`, as ZoneRules::utc does.
  std::int64_t utc(std::int64_t local) const noexcept;
  // Returns the name by which Date's toString calls the zone at that time. The view is valid while the zone lives.
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

// Returns the name of an offset: "GMT+01:00", or with `brief` "GMT+1".
std::string nameOfOffset(std::int32_t milliseconds, bool brief = false);

// Where a program's zones are read from.
class ZoneSource {
 public:
  virtual ~ZoneSource() = default;
  // Gets the value of the environment variable TZ. Returns false when it is not set.
  virtual bool variable(std::string& value) = 0;
  // Reads a file. Returns false when it cannot be read or has more than `maxBytes` bytes.
  virtual bool read(const std::string& path, std::string& bytes) = 0;
  // Returns the size of a file without reading it; -1 when there is no such file.
  virtual std::int64_t size(const std::string& path) = 0;
  // Resolves all symbolic links of a path. Returns false when there is no such file.
  virtual bool resolve(const std::string& path, std::string& real) = 0;

  static constexpr std::size_t maxBytes = 1 << 18;
};

class Zones {
 public:
  explicit Zones(std::unique_ptr<ZoneSource> source) : source_(std::move(source)) {}

  // Returns the program's own zone: the one that TZ names, otherwise that of /etc/localtime, otherwise UTC.
  const Zone& local() { return local_ ? *local_ : findLocal(); }
  // Called after the variable TZ has changed.
  void forgetLocal() noexcept { local_ = nullptr; }
  // Returns a zone by its name in the IANA list (in upper or lower case) or by an offset such as "+05:30"; null when
  // there is no such zone. Zones live as long as this object.
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
  // The loaded zones by name. They are never freed while the program runs; their number is limited by the number of
  // names and offsets.
  std::map<std::string, std::unique_ptr<Zone>, std::less<>> loaded_{};
  const Zone* local_ = nullptr;
};

// Returns the zone UTC, which all threads share. Used when there is no program.
const Zone& utcZone();

}  // namespace nodecpp::detail
