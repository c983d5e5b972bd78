#include "date/zones.h"

#include <algorithm>
#include <cstdlib>

#include "base/text/ascii.h"
#include "date/calendar.h"

namespace nodecpp::detail {

namespace {

#define NAMES(...) {__VA_ARGS__},
constexpr ZoneNames allNames[] = {
#include "date/zone_names.inc"
};
#undef NAMES

struct KnownZone {
  std::string_view id;
  std::size_t names;
};
#define ZONE(id, names) {id, names},
constexpr KnownZone knownZones[] = {
#include "base/assertion.h"
#include "date/zone_names.inc"
};
#undef ZONE
constexpr std::size_t knownCount = std::size(knownZones), none = knownCount;

constexpr const char* zoneFolder = "/usr/share/zoneinfo/";

using ascii::isDigit;

char lowered(char c) { return ascii::toLower(c); }

// Returns the index of a zone's name. The table is sorted by the names in lower case.
std::size_t knownZone(std::string_view name) {
  auto less = [](std::string_view a, std::string_view b) {
    return std::ranges::lexicographical_compare(a, b, {}, lowered, lowered);
  };
  const auto* found = std::ranges::lower_bound(knownZones, name, less, &KnownZone::id);
  return found != std::end(knownZones) && !less(name, found->id) ? std::size_t(found - knownZones) : none;
}

// Returns whether ICU takes the value of TZ for the name of a zone. Text after the digits makes the value a rule
// instead; the four named exceptions are names, too.
bool mayBeName(std::string_view value) {
  std::size_t at = 0;
  while (at < value.size() && !isDigit(value[at]) && value[at] != ',') ++at;
  for (int digits = 0; digits < 2 && at < value.size() && isDigit(value[at]); ++digits) ++at;
  return at == value.size() || value == "PST8PDT" || value == "MST7MDT" || value == "CST6CDT" || value == "EST5EDT";
}

std::string_view withoutFolder(std::string_view name) {
  for (std::string_view folder : {"posix/", "right/"})
    if (name.starts_with(folder)) name.remove_prefix(folder.size());
  return name;
}

// Parses "+05:30", "-0800" or "+03", the offsets that Intl accepts.
bool parseOffset(std::string_view text, std::int32_t& seconds) {
  const bool colon = text.size() == 6 && text[3] == ':';
  if ((text.size() != 3 && text.size() != 5 && !colon) || (text[0] != '+' && text[0] != '-')) return false;
  int digits[4] = {0, 0, 0, 0};
  std::size_t count = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (colon && i == 3) continue;
    if (!isDigit(text[i])) return false;
    digits[count++] = text[i] - '0';
  }
  NODECPP_ASSERT(count == 2 || count == 4, count);
  const int hours = digits[0] * 10 + digits[1], minutes = digits[2] * 10 + digits[3];
  if (hours > 23 || minutes > 59) return false;
  seconds = (hours * 60 + minutes) * (text[0] == '-' ? -60 : 60);
  return true;
}

}  // namespace

std::string nameOfOffset(std::int32_t milliseconds, bool brief) {
  NODECPP_DEBUG_ASSERT(milliseconds % 1000 == 0, milliseconds);
  const int seconds = std::abs(milliseconds / 1000), hours = seconds / 3600, minutes = seconds / 60 % 60;
  std::string text = milliseconds < 0 ? "GMT-" : "GMT+";
  auto two = [&](int value, bool full) {
    if (full || value > 9) text += char('0' + value / 10);
    text += char('0' + value % 10);
  };
  two(hours, !brief);
  if (brief && seconds % 3600 == 0) return text;
  text += ':';
  two(minutes, true);
  if (seconds % 60 != 0) text += ':', two(seconds % 60, true);
  return text;
}

Zone::Zone(ZoneRules rules, std::string_view id, const ZoneNames* names)
    : rules_(std::move(rules)), id_(id), names_(names) {
  recent_[0] = recent_[1] = rules_.at(0);
  byOffset_ = nameOfOffset(recent_[0].offset);
}

std::int64_t Zone::utc(std::int64_t local) const noexcept {
  constexpr std::int64_t margin = 2000LL * ZoneRules::maxOffset;
  for (const ZonePeriod& period : recent_)
    if (local >= period.from + margin && local < period.until - margin) return local - period.offset;
  return rules_.utc(local);
}

std::string_view Zone::nameAt(std::int64_t time) const noexcept {
  if (!names_) return byOffset_;
  // V8 looks up the name within the range of 32-bit seconds only.
  if (time < 0 || time > 2147483647000) time = equivalentTime(time);
  return at(time).summer && !names_->summer.empty() ? names_->summer : names_->standard;
}

const Zone* Zones::load(std::size_t known) {
  NODECPP_ASSERT(known < knownCount, known, knownCount);
  const auto& [id, names] = knownZones[known];
  NODECPP_ASSERT(names < std::size(allNames), names);
  if (auto at = loaded_.find(id); at != loaded_.end()) return at->second.get();
  ZoneRules rules;
  const bool isUtc = allNames[names].standard == "Coordinated Universal Time";
  std::string bytes;
  if (!isUtc && (!source_->read(zoneFolder + std::string(id), bytes) || !rules.read(bytes))) return nullptr;
  return loaded_.emplace(id, std::make_unique<Zone>(std::move(rules), id, &allNames[names])).first->second.get();
}

const Zone& Zones::fixed(std::int32_t seconds, std::string_view id) {
  auto& zone = loaded_[std::string(id)];
  if (!zone) zone = std::make_unique<Zone>(ZoneRules(seconds), id, nullptr);
  return *zone;
}

const Zone* Zones::byExactName(std::string_view name) {
  const std::size_t known = knownZone(name);
  return known != none && knownZones[known].id == name ? load(known) : nullptr;
}

const Zone* Zones::find(std::string_view name) {
  if (const std::size_t known = knownZone(name); known != none) return load(known);
  std::int32_t seconds = 0;
  return parseOffset(name, seconds) ? &fixed(seconds, nameOfOffset(seconds * 1000).substr(3)) : nullptr;
}

const Zone* Zones::byFile(const std::string& path) {
  std::string bytes;
  ZoneRules rules;
  if (!source_->read(path, bytes) || !rules.read(bytes)) return nullptr;
  auto& zone = loaded_[path];
  zone = std::make_unique<Zone>(std::move(rules), path, nullptr);
  return zone.get();
}

const Zone* Zones::byVariable(std::string_view value) {
  if (!mayBeName(value)) return nullptr;
  if (value.starts_with(':')) value.remove_prefix(1);
  value = withoutFolder(value);
  if (const Zone* named = byExactName(value)) return named;
  // For a value that V8 does not know itself, it asks the C library and takes standard time from it, without summer
  // time.
  if (value.starts_with('/'))
    if (const Zone* zone = byFile(std::string(value))) return zone;
  YearRule rule;
  rule.parse(value);
  return &fixed(rule.standard().offset, rule.standard().offset == 0 ? "Etc/Unknown" : value);
}

// Finds the name of a zone whose file was copied to /etc/localtime, by comparing the contents.
const Zone* Zones::nameOfContent(const std::string& bytes) {
  std::string other;
  for (std::size_t known = 0; known < knownCount; ++known) {
    const std::string path = zoneFolder + std::string(knownZones[known].id);
    if (source_->size(path) == std::int64_t(bytes.size()) && source_->read(path, other) && other == bytes)
      return load(known);
  }
  return nullptr;
}

const Zone* Zones::bySystem() {
  const std::string path = "/etc/localtime";
  constexpr std::string_view folder = "/zoneinfo/";
  std::string real, bytes;
  if (source_->resolve(path, real))
    if (const std::size_t at = real.find(folder); at != real.npos)
      if (const Zone* zone = byExactName(withoutFolder(std::string_view(real).substr(at + folder.size())))) return zone;
  if (!source_->read(path, bytes)) return nullptr;
  if (const Zone* zone = nameOfContent(bytes)) return zone;
  return byFile(path);
}

const Zone& Zones::findLocal() {
  std::string value;
  const Zone* zone = source_->variable(value) ? byVariable(value) : nullptr;
  if (!zone) zone = bySystem();
  if (!zone) zone = load(knownZone("UTC"));
  NODECPP_ASSERT(zone);
  local_ = zone;
  return *zone;
}

const Zone& utcZone() {
  static const Zone zone(ZoneRules(0), "UTC", &allNames[knownZones[knownZone("UTC")].names]);
  return zone;
}

}  // namespace nodecpp::detail
