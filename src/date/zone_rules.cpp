#include "date/zone_rules.h"

#include <algorithm>

#include "date/calendar.h"

namespace nodecpp::detail {

namespace {

// Changes up to this year are kept in the list, as most dates are before it; what is later is computed.
constexpr std::int64_t lastListedYear = 2100;
constexpr std::size_t headerSize = 44;

std::int64_t bigEndian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return size == 4 ? std::int64_t(std::int32_t(std::uint32_t(value))) : std::int64_t(value);
}

}  // namespace

// A header and the data behind it. Version 1 has times of 32 bits; later ones repeat all with 64.
struct ZoneRules::Block {
  std::string_view bytes;  // from the header on
  std::size_t timeSize;
  std::size_t universalCount = 0, standardCount = 0, leapCount = 0, timeCount = 0, typeCount = 0, charCount = 0;

  bool header() {
    if (bytes.size() < headerSize || !bytes.starts_with("TZif")) return false;
    std::size_t* counts[] = {&universalCount, &standardCount, &leapCount, &timeCount, &typeCount, &charCount};
    for (std::size_t i = 0; i < 6; ++i) *counts[i] = std::size_t(std::uint32_t(bigEndian(bytes, 20 + 4 * i, 4)));
    return typeCount >= 1 && typeCount <= 256 && size() <= bytes.size();
  }
  // At most some 2^37, of counts of 32 bits.
  std::size_t size() const {
    return headerSize + timeCount * (timeSize + 1) + typeCount * 6 + charCount + leapCount * (timeSize + 4) +
           standardCount + universalCount;
  }
};

bool ZoneRules::read(std::string_view file) {
  changes_.clear();
  hasRule_ = false;
  Block block{file, 4};
  if (!block.header()) return false;
  if (file[4] < '2') {
    if (!readBlock(block)) return false;
    turnWinterTime(false);
    return true;
  }
  Block wide{file.substr(block.size()), 8};
  if (!wide.header() || !readBlock(wide)) return false;
  // The rule for what follows stands between two ends of line.
  std::string_view footer = wide.bytes.substr(wide.size());
  if (footer.size() < 2 || footer[0] != '\n') return false;
  footer.remove_prefix(1);
  const std::size_t end = footer.find('\n');
  if (end == footer.npos) return false;
  YearRule rule;
  const bool goesOn = rule.parse(footer.substr(0, end)) && rule.changes();
  turnWinterTime(goesOn);
  if (goesOn) continueBy(rule);
  return true;
}

bool ZoneRules::readBlock(const Block& block) {
  const std::size_t times = headerSize, indices = times + block.timeCount * block.timeSize;
  const std::size_t types = indices + block.timeCount;
  auto typeAt = [&](std::size_t index, ZoneTime& type) {
    const std::int64_t offset = bigEndian(block.bytes, types + index * 6, 4);
    if (offset < -mostOffset || offset > mostOffset) return false;
    type = {std::int32_t(offset), block.bytes[types + index * 6 + 4] != 0};
    return true;
  };
  if (!typeAt(0, first_)) return false;
  changes_.reserve(block.timeCount);
  for (std::size_t i = 0; i < block.timeCount; ++i) {
    const std::int64_t at = bigEndian(block.bytes, times + i * block.timeSize, block.timeSize);
    const std::size_t index = static_cast<unsigned char>(block.bytes[indices + i]);
    ZoneTime type;
    if (index >= block.typeCount || !typeAt(index, type) || (!changes_.empty() && at <= changes_.back().at))
      return false;
    // What is out of a Date's range changes nothing in it but what holds at its begin, or end.
    if (at > std::int64_t(maxTime / 1000) + 86400) break;
    if (at < -std::int64_t(maxTime / 1000) - 86400)
      first_ = type;
    else
      changes_.push_back({at, type});
  }
  return true;
}

// Some zones are written as if winter were the exception, with a "summer time" that is earlier than the time before and
// after it (Europe/Dublin). V8's data have it the other way round: what follows such a winter is summer, unless it
// never ends, and so is what came before the first one, unless it lasted longer than a year.
void ZoneRules::turnWinterTime(bool goesOn) {
  ZoneTime before = first_;
  bool winterBefore = false, anyWinter = false;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    const ZoneTime said = changes_[i].to;
    const bool last = i + 1 == changes_.size() && !goesOn;
    if (winterBefore && !said.summer && said.offset > before.offset && !last) changes_[i].to.summer = true;
    winterBefore = said.summer && !before.summer && said.offset < before.offset;
    if (winterBefore) {
      changes_[i].to.summer = false;
      if (!anyWinter && i > 0 && changes_[i].at - changes_[i - 1].at < 366 * 86400) changes_[i - 1].to.summer = true;
      anyWinter = true;
    }
    before = said;
  }
}

// The rule's changes behind the last of the list.
void ZoneRules::continueBy(const YearRule& rule) {
  rule_ = rule;
  hasRule_ = true;
  const std::int64_t last = changes_.empty() ? 0 : changes_.back().at;
  const int year = partsOf(std::max<std::int64_t>(last, 0) * 1000).year;
  for (std::int64_t each = year; each <= lastListedYear; ++each) {
    Change pair[] = {{rule.begin(each), rule.summer()}, {rule.end(each), rule.standard()}};
    if (pair[1].at < pair[0].at) std::swap(pair[0], pair[1]);
    for (const Change& change : pair)
      if (changes_.empty() || change.at > changes_.back().at) changes_.push_back(change);
  }
}

ZonePeriod ZoneRules::byRule(std::int64_t seconds) const noexcept {
  // The changes of the year and of those beside it: the last that is not later, and the one after it.
  const std::int64_t year = partsOf(seconds * 1000).year;
  Change all[6];
  for (int i = 0; i < 3; ++i) {
    all[2 * i] = {rule_.begin(year - 1 + i), rule_.summer()};
    all[2 * i + 1] = {rule_.end(year - 1 + i), rule_.standard()};
  }
  std::ranges::sort(all, {}, &Change::at);
  std::size_t i = 0;
  while (i < 4 && all[i + 1].at <= seconds) ++i;
  return {all[i].at * 1000, all[i + 1].at * 1000, all[i].to.offset * 1000, all[i].to.summer};
}

ZonePeriod ZoneRules::at(std::int64_t time) const noexcept {
  const std::int64_t seconds = floorDivide(time, 1000);
  const auto next = std::ranges::upper_bound(changes_, seconds, {}, &Change::at);
  const std::size_t index = std::size_t(next - changes_.begin());
  if (next == changes_.end() && hasRule_ && (changes_.empty() || seconds >= changes_.back().at)) return byRule(seconds);
  const ZoneTime& now = index == 0 ? first_ : changes_[index - 1].to;
  return {index == 0 ? ZonePeriod::begin : changes_[index - 1].at * 1000,
          next == changes_.end() ? ZonePeriod::end : next->at * 1000, now.offset * 1000, now.summer};
}

std::int64_t ZoneRules::utc(std::int64_t local) const noexcept {
  // From a period that is surely not later on: local clocks pass its end when they show what both offsets allow.
  ZonePeriod period = at(local - std::int64_t(mostOffset) * 1000);
  while (period.until != ZonePeriod::end) {
    const ZonePeriod next = at(period.until);
    if (local < period.until + std::max(period.offset, next.offset)) break;
    period = next;
  }
  return local - period.offset;
}

}  // namespace nodecpp::detail
