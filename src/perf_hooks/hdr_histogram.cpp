#include "perf_hooks/hdr_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/assertion.h"

namespace nodecpp::perf_hooks::detail {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

HdrHistogram::HdrHistogram(std::int64_t lowest, std::int64_t highest, int figures)
    : highest_(highest), min_(none) {
  NODECPP_ASSERT(lowest >= 1 && highest / 2 >= lowest && figures >= 1 && figures <= 5, lowest, highest, figures);
  const double single = 2 * std::pow(10, figures);  // Values below it have a count of their own.
  halfMagnitude_ = std::max(int(std::ceil(std::log2(single))), 1) - 1;
  unitMagnitude_ = int(std::floor(std::log2(double(lowest))));
  half_ = std::int64_t(1) << halfMagnitude_;
  mask_ = (half_ * 2 - 1) << unitMagnitude_;
  std::int64_t beyond = (half_ * 2) << unitMagnitude_;
  std::size_t buckets = 1;
  while (beyond <= highest) {
    ++buckets;
    if (beyond > none / 2) break;
    beyond <<= 1;
  }
  counts_.resize((buckets + 1) * std::size_t(half_));
}

int HdrHistogram::bucketOf(std::int64_t value) const noexcept {
  return 64 - std::countl_zero(std::uint64_t(value | mask_)) - unitMagnitude_ - (halfMagnitude_ + 1);
}

std::size_t HdrHistogram::indexOf(std::int64_t value) const noexcept {
  const int bucket = bucketOf(value);
  const std::int64_t inside = value >> (bucket + unitMagnitude_);
  return std::size_t(((std::int64_t(bucket) + 1) << halfMagnitude_) + inside - half_);
}

std::int64_t HdrHistogram::valueAt(std::size_t index) const noexcept {
  int bucket = int(index >> halfMagnitude_) - 1;
  std::int64_t inside = std::int64_t(index & std::size_t(half_ - 1)) + half_;
  if (bucket < 0) {
    inside -= half_;
    bucket = 0;
  }
  return inside << (bucket + unitMagnitude_);
}

std::int64_t HdrHistogram::rangeOf(std::int64_t value) const noexcept {
  const int bucket = bucketOf(value);
  const std::int64_t inside = value >> (bucket + unitMagnitude_);
  return std::int64_t(1) << (unitMagnitude_ + (inside >= half_ * 2 ? bucket + 1 : bucket));
}

std::int64_t HdrHistogram::lowestLike(std::int64_t value) const noexcept {
  const int shift = bucketOf(value) + unitMagnitude_;
  return (value >> shift) << shift;
}

bool HdrHistogram::record(std::int64_t value, std::int64_t count) {
  NODECPP_ASSERT(value >= 0 && count >= 0, value, count);
  if (value > highest_) return false;
  const std::size_t index = indexOf(value);
  NODECPP_ASSERT(index < counts_.size(), index, counts_.size());
  counts_[index] += count;
  total_ += count;
  if (value != 0) min_ = std::min(min_, value);
  max_ = std::max(max_, value);
  return true;
}

void HdrHistogram::add(const HdrHistogram& other, std::int64_t& dropped) {
  for (std::size_t i = 0; i < other.counts_.size(); ++i)
    if (const std::int64_t count = other.counts_[i]; count != 0 && !record(other.valueAt(i), count)) dropped += count;
}

void HdrHistogram::reset() {
  std::ranges::fill(counts_, 0);
  total_ = max_ = 0;
  min_ = none;
}

std::int64_t HdrHistogram::min() const noexcept {
  if (counts_[0] > 0) return 0;
  return min_ == none ? none : lowestLike(min_);
}

std::int64_t HdrHistogram::max() const noexcept { return max_ == 0 ? 0 : highestLike(max_); }

double HdrHistogram::mean() const noexcept {
  if (total_ == 0) return std::nan("");
  double sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i]) sum += double(counts_[i]) * double(medianLike(valueAt(i)));
  return sum / double(total_);
}

// Returns the mean of f(how far a value is from the mean).
template <class F>
double HdrHistogram::meanOf(F f) const noexcept {
  const double middle = mean();
  double sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i]) sum += f(double(medianLike(valueAt(i))) - middle) * double(counts_[i]);
  return sum / double(total_);
}

double HdrHistogram::stddev() const noexcept {
  return total_ == 0 ? std::nan("") : std::sqrt(meanOf([](double off) { return off * off; }));
}
// The order of the operations is that of Node, whose last digits depend on it.
double HdrHistogram::skewness() const noexcept {
  const double variance = total_ < 3 ? 0 : meanOf([](double off) { return off * off; });
  return variance == 0 ? 0 : meanOf([](double off) { return off * off * off; }) / (variance * std::sqrt(variance));
}
double HdrHistogram::kurtosis() const noexcept {
  const double variance = total_ < 4 ? 0 : meanOf([](double off) { return off * off; });
  return variance == 0 ? 0 : meanOf([](double off) { return off * off * (off * off); }) / (variance * variance) - 3;
}

std::int64_t HdrHistogram::percentile(double percentile) const noexcept {
  const std::int64_t wanted =
      std::max(std::int64_t(std::min(percentile, 100.0) / 100 * double(total_) + 0.5), std::int64_t(1));
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if ((seen += counts_[i]) >= wanted) return highestLike(valueAt(i));
  return 0;
}

double HdrHistogram::nextStep(double percentile) const noexcept {
  const auto halvings = int(std::log2(100 / (100 - percentile))) + 1;
  return percentile + 100 / std::pow(2, halvings);
}

}  // namespace nodecpp::perf_hooks::detail
