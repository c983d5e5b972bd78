#include "date/zone_rules.h"

#include <algorithm>

#include "base/assertion.h"
#include "date/calendar.h"

namespace nodecpp::detail {

namespace {

// Yearly changes up to this year are entered in the list, since most dates are before it. Later changes are computed
// when they are needed.
constexpr std::int64_t lastListedYear = 2100;
constexpr std::size_t headerSize = 44;

std::int64_t bigEndian(std::string_view bytes, std::size_t at, std::size_t size) {
  // The header was compared with the file's size before anything is read.
  NODECPP_ASSERT(size <= 8 && at + size <= bytes.size(), at, size, bytes.size());
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return size == 4 ? std::int64_t(std::int32_t(std::uint32_t(value))) : std::int64_t(value);
}

}  // namespace

// A header and the data after it. Version 1 of the format has 32-bit times; files of later versions contain all data a
// second time with 64-bit times.
struct ZoneRules::Block {
  std::string_view bytes;  // begins with the header of the block
  std::size_t timeSize;
  std::size_t universalCount = 0, standardCount = 0, leapCount = 0, timeCount = 0, typeCount = 0, charCount = 0;

  bool header() {
    if (bytes.size() < headerSize || !bytes.starts_with("TZif")) return false;
    std::size_t* counts[] = {&universalCount, &standardCount, &leapCount, &timeCount, &typeCount, &charCount};
    for (std::size_t i = 0; i < 6; ++i) *counts[i] = std::size_t(std::uint32_t(bigEndian(bytes, 20 + 4 * i, 4)));
    return typeCount >= 1 && typeCount <= 256 && size() <= bytes.size();
  }
  // The size of a block is at most about 2^37 bytes, because the counts have 32 bits, so the sum cannot overflow.
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
  // The rule for later times is the text between two line breaks after the data.
  std::string_view footer = wide.bytes.substr(wide.size());
  if (footer.size() < 2 || footer[0] != '\n') return false;
  footer.remove_prefix(1);
  const std::size_t end = footer.find('\n');
  if (end == footer.npos) return false;
  YearRule rule;
  const bool continues = rule.parse(footer.substr(0, end)) && rule.changes();
  turnWinterTime(continues);
  if (continues) appendChangesByRule(rule);
  return true;
}

bool ZoneRules::readBlock(const Block& block) {
  NODECPP_ASSERT(block.size() <= block.bytes.size() && block.typeCount >= 1, block.size(), block.bytes.size());
  NODECPP_ASSERT(block.timeSize == 4 || block.timeSize == 8, block.timeSize);
  const std::size_t times = headerSize, indices = times + block.timeCount * block.timeSize;
  const std::size_t types = indices + block.timeCount;
  auto typeAt = [&](std::size_t index, ZoneTime& type) {
    const std::int64_t offset = bigEndian(block.bytes, types + index * 6, 4);
    if (offset < -maxOffset || offset > maxOffset) return false;
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
    // A change beyond a Date's range matters only by the offset that it leaves in force at the range's beginning.
    if (at > std::int64_t(maxTime / 1000) + 86400) break;
    if (at < -std::int64_t(maxTime / 1000) - 86400)
      first_ = type;
    else
      changes_.push_back({at, type});
  }
  return true;
}

// Some zones describe winter as the exception: a "summer time" that is earlier than the times before and after it
// (Europe/Dublin). V8's data describe summer as the exception, so these zones are converted: the time after such a
// winter becomes summer time, unless it never ends. The time before the first such winter becomes summer time, too,
// unless it lasted longer than a year.
void ZoneRules::turnWinterTime(bool continues) {
  ZoneTime before = first_;
  bool winterBefore = false, anyWinter = false;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    const ZoneTime said = changes_[i].to;
    const bool last = i + 1 == changes_.size() && !continues;
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

// Enters the rule's changes after the last change of the file.
void ZoneRules::appendChangesByRule(const YearRule& rule) {
  rule_ = rule;
  hasRule_ = true;
  NODECPP_ASSERT(std::ranges::is_sorted(changes_, {}, &Change::at));
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
  NODECPP_DEBUG_ASSERT(hasRule_);
  // Computes the changes of the year and of its two neighbours, then finds the last change that is not later than
  // `seconds`.
  const std::int64_t year = partsOf(seconds * 1000).year;
  Change all[6];
  for (int i = 0; i < 3; ++i) {
    all[2 * i] = {rule_.begin(year - 1 + i), rule_.summer()};
    all[2 * i + 1] = {rule_.end(year - 1 + i), rule_.standard()};
  }
  std::ranges::sort(all, {}, &Change::at);
  std::size_t i = 0;
  while (i < 4 && all[i + 1].at <= seconds) ++i;
  NODECPP_DEBUG_ASSERT(i < 5 && all[i].at <= all[i + 1].at, i);
  return {all[i].at * 1000, all[i + 1].at * 1000, all[i].to.offset * 1000, all[i].to.summer};
}

ZonePeriod ZoneRules::at(std::int64_t time) const noexcept {
  const std::int64_t seconds = floorDivide(time, 1000);
  const auto next = std::ranges::upper_bound(changes_, seconds, {}, &Change::at);
  const std::size_t index = std::size_t(next - changes_.begin());
  NODECPP_DEBUG_ASSERT(index <= changes_.size() && (index == 0 || changes_[index - 1].at <= seconds), index, seconds);
  if (next == changes_.end() && hasRule_ && (changes_.empty() || seconds >= changes_.back().at)) return byRule(seconds);
  const ZoneTime& now = index == 0 ? first_ : changes_[index - 1].to;
  return {index == 0 ? ZonePeriod::begin : changes_[index - 1].at * 1000,
          next == changes_.end() ? ZonePeriod::end : next->at * 1000, now.offset * 1000, now.summer};
}

std::int64_t ZoneRules::utc(std::int64_t local) const noexcept {
  // Starts with a period that is certainly not too late. Local clocks have left a period when they show more than both
  // its offset and the next one allow.
  ZonePeriod period = at(local - std::int64_t(maxOffset) * 1000);
  while (period.until != ZonePeriod::end) {
    const ZonePeriod next = at(period.until);
    NODECPP_DEBUG_ASSERT(next.until > period.until, next.until, period.until);
    if (local < period.until + std::max(period.offset, next.offset)) break;
    period = next;
  }
  return local - period.offset;
}

}  // namespace nodecpp::detail
