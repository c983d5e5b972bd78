// Histograms of perf_hooks. Programs use nodecpp/perf_hooks.h.
// https://nodejs.org/docs/latest-v24.x/api/perf_hooks.html#class-histogram
#pragma once

#include <nodecpp/bigint.h>
#include <nodecpp/map.h>
#include <nodecpp/object.h>
#include <nodecpp/timers.h>
#include <nodecpp/var.h>


namespace nodecpp::perf_hooks {

namespace detail {
class HdrHistogram;
}

// A distribution of positive integers, exact to a number of significant figures.
class HistogramObject : public Object {
 public:
  ~HistogramObject() override;

  double count() const;
  BigInt countBigInt() const;
  // How many values were larger than the histogram can hold; monitorEventLoopDelay() and record() count them here.
  double exceeds() const;
  BigInt exceedsBigInt() const;
  // 9223372036854776000 when nothing was recorded.
  double min() const;
  BigInt minBigInt() const;
  double max() const;
  BigInt maxBigInt() const;
  // NaN when nothing was recorded.
  double mean() const;
  double stddev() const;
  double skewness() const;
  double kurtosis() const;
  // The value that `percentile` per cent of the values do not exceed. Throws ERR_OUT_OF_RANGE for a number that is not
  // above 0 and at most 100.
  double percentile(double percentile) const;
  BigInt percentileBigInt(double percentile) const;
  // The steps of the distribution, each of which halves the distance to 100.
  Map<double, double> percentiles() const;
  Map<double, BigInt> percentilesBigInt() const;
  void reset();
  // What JSON.stringify() writes of it.
  var toJSON() const;
  template <class I>
  void inspectTo(I& out) const {
    out.prefix("Histogram").property("min", min()).property("max", max()).property("mean", mean());
    out.property("exceeds", exceeds()).property("stddev", stddev()).property("skewness", skewness());
    out.property("kurtosis", kurtosis()).property("count", count()).property("percentiles", percentiles());
  }

 protected:
  HistogramObject(std::int64_t lowest, std::int64_t highest, int figures);
  void put(std::int64_t value);

  detail::HdrHistogram* const counts_;  // owned
  std::int64_t exceeds_ = 0;
};
using Histogram = Handle<HistogramObject>;

struct HistogramOptions {
  double lowest = 1;
  double highest = 9007199254740991;
  double figures = 3;
};

class RecordableHistogramObject final : public HistogramObject {
 public:
  using Options = HistogramOptions;
  explicit RecordableHistogramObject(HistogramOptions options = {});

  // Throws ERR_OUT_OF_RANGE for a number that is no integer from 1 to 2^53 - 1.
  void record(double value);
  void record(const BigInt& value);
  // Records the nanoseconds since the last call; the first call records nothing.
  void recordDelta();
  void add(const Handle<RecordableHistogramObject>& other);

 private:
  double before_ = 0;
};
using RecordableHistogram = Handle<RecordableHistogramObject>;

// Throws ERR_OUT_OF_RANGE: lowest is from 1, highest at least twice as much, figures from 1 to 5.
RecordableHistogram createHistogram(HistogramOptions options = {});

struct EventLoopDelayOptions {
  double resolution = 10;  // Milliseconds between two samples.
};

// Records how long the loop's turns take: the nanoseconds between two runs of a timer.
class IntervalHistogramObject final : public HistogramObject {
 public:
  explicit IntervalHistogramObject(double resolution);
  // Return whether the histogram was not in this state before.
  bool enable();
  bool disable();

 private:
  void sample();
  double resolution_;
  double before_ = 0;
  Timeout timer_;
  NODECPP_TRACE(timer_)
};
using IntervalHistogram = Handle<IntervalHistogramObject>;
IntervalHistogram monitorEventLoopDelay(EventLoopDelayOptions options = {});

}  // namespace nodecpp::perf_hooks
