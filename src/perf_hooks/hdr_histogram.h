// The counts of a histogram as HdrHistogram keeps them: exact to a number of significant figures, in memory that does
// not grow with what is recorded. Node's figures are those of the C library of that name, so its arithmetic is kept.
// https://hdrhistogram.github.io/HdrHistogram/
#pragma once

#include <cstdint>
#include <vector>

namespace nodecpp::perf_hooks::detail {

class HdrHistogram {
 public:
  // `lowest` is at least 1, `highest` at least twice as much, `figures` from 1 to 5.
  HdrHistogram(std::int64_t lowest, std::int64_t highest, int figures);

  // Returns false when the value is larger than what the histogram can hold.
  bool record(std::int64_t value, std::int64_t count = 1);
  void add(const HdrHistogram& other, std::int64_t& dropped);
  void reset();

  std::int64_t count() const noexcept { return total_; }
  // The largest std::int64_t when nothing was recorded.
  std::int64_t min() const noexcept;
  std::int64_t max() const noexcept;
  // The moments are NaN when nothing was recorded, or 0 for skewness and kurtosis. As in Node, the skewness of
  // fewer than three values and the kurtosis of fewer than four are 0.
  double mean() const noexcept;
  double stddev() const noexcept;
  double skewness() const noexcept;
  double kurtosis() const noexcept;
  std::int64_t percentile(double percentile) const noexcept;

  // Calls f(percentile, value) for the steps of the distribution: each halves the distance to 100 %.
  template <class F>
  void percentiles(F&& f) const;

 private:
  std::size_t indexOf(std::int64_t value) const noexcept;
  std::int64_t valueAt(std::size_t index) const noexcept;
  std::int64_t rangeOf(std::int64_t value) const noexcept;
  int bucketOf(std::int64_t value) const noexcept;
  std::int64_t lowestLike(std::int64_t value) const noexcept;
  std::int64_t highestLike(std::int64_t value) const noexcept { return lowestLike(value) + rangeOf(value) - 1; }
  std::int64_t medianLike(std::int64_t value) const noexcept { return lowestLike(value) + (rangeOf(value) >> 1); }
  template <class F>
  double meanOf(F f) const noexcept;
  double nextStep(double percentile) const noexcept;

  std::int64_t highest_;
  int unitMagnitude_;
  int halfMagnitude_;  // 2 to this power is half the number of sub-buckets.
  std::int64_t half_;
  std::int64_t mask_;
  std::int64_t total_ = 0;
  std::int64_t min_;
  std::int64_t max_ = 0;
  std::vector<std::int64_t> counts_;
};

template <class F>
void HdrHistogram::percentiles(F&& f) const {
  double step = 0;
  std::int64_t seen = 0;
  std::int64_t last = 0;
  for (std::size_t i = 0; i < counts_.size() && seen < total_; ++i) {
    if (counts_[i] == 0) continue;
    seen += counts_[i];
    last = valueAt(i);
    // One value may be that of several steps.
    while (step <= 100.0 * double(seen) / double(total_)) {
      f(step, last);
      step = nextStep(step);
      if (seen == total_) break;
    }
  }
  f(100.0, last);
}

}  // namespace nodecpp::perf_hooks::detail
