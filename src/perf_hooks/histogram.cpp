#include <nodecpp/error.h>
#include <nodecpp/perf_hooks/histogram.h>

#include <cmath>

#include "base/errors/validate.h"
#include "loop/loop.h"
#include "perf_hooks/hdr_histogram.h"

namespace nodecpp::perf_hooks {

namespace {

constexpr double largest = 9007199254740991.0;

HistogramOptions checked(HistogramOptions options) {
  nodecpp::detail::validateInteger(options.lowest, "options.lowest", 1, largest);
  nodecpp::detail::validateInteger(options.highest, "options.highest", 2 * options.lowest, largest);
  nodecpp::detail::validateInteger(options.figures, "options.figures", 1, 5);
  return options;
}

double checkedPercentile(double percentile) {
  if (!(percentile > 0 && percentile <= 100))
    throw nodecpp::detail::outOfRange("percentile", "> 0 && <= 100", str(percentile));
  return percentile;
}

double nanoseconds() { return double(nodecpp::detail::Loop::current().port().clock.hrtime()); }

}  // namespace

HistogramObject::HistogramObject(std::int64_t lowest, std::int64_t highest, int figures)
    : counts_(new detail::HdrHistogram(lowest, highest, figures)) {}
HistogramObject::~HistogramObject() { delete counts_; }

double HistogramObject::count() const { return double(counts_->count()); }
BigInt HistogramObject::countBigInt() const { return BigInt(counts_->count()); }
double HistogramObject::exceeds() const { return double(exceeds_); }
BigInt HistogramObject::exceedsBigInt() const { return BigInt(exceeds_); }
double HistogramObject::min() const { return double(counts_->min()); }
BigInt HistogramObject::minBigInt() const { return BigInt(counts_->min()); }
double HistogramObject::max() const { return double(counts_->max()); }
BigInt HistogramObject::maxBigInt() const { return BigInt(counts_->max()); }
double HistogramObject::mean() const { return counts_->mean(); }
double HistogramObject::stddev() const { return counts_->stddev(); }
double HistogramObject::skewness() const { return counts_->skewness(); }
double HistogramObject::kurtosis() const { return counts_->kurtosis(); }
double HistogramObject::percentile(double percentile) const {
  return double(counts_->percentile(checkedPercentile(percentile)));
}
BigInt HistogramObject::percentileBigInt(double percentile) const {
  return BigInt(counts_->percentile(checkedPercentile(percentile)));
}

Map<double, double> HistogramObject::percentiles() const {
  Map<double, double> out;
  counts_->percentiles([&](double step, std::int64_t value) { out.set(step, double(value)); });
  return out;
}
Map<double, BigInt> HistogramObject::percentilesBigInt() const {
  Map<double, BigInt> out;
  counts_->percentiles([&](double step, std::int64_t value) { out.set(step, BigInt(value)); });
  return out;
}

void HistogramObject::reset() {
  counts_->reset();
  exceeds_ = 0;
}

var HistogramObject::toJSON() const {
  var steps = var::object();
  counts_->percentiles([&](double step, std::int64_t value) { steps.set(str(step), double(value)); });
  return var::object({{"count", count()},
                      {"min", min()},
                      {"max", max()},
                      {"mean", mean()},
                      {"exceeds", exceeds()},
                      {"stddev", stddev()},
                      {"skewness", skewness()},
                      {"kurtosis", kurtosis()},
                      {"percentiles", steps}});
}

void HistogramObject::put(std::int64_t value) {
  if (!counts_->record(value)) ++exceeds_;
}

RecordableHistogramObject::RecordableHistogramObject(HistogramOptions options)
    : HistogramObject(std::int64_t(checked(options).lowest), std::int64_t(options.highest), int(options.figures)) {}

void RecordableHistogramObject::record(double value) {
  nodecpp::detail::validateInteger(value, "val", 1, largest);
  put(std::int64_t(value));
}

void RecordableHistogramObject::record(const BigInt& value) { record(double(Number(value))); }

void RecordableHistogramObject::recordDelta() {
  const double now = nanoseconds();
  if (before_ > 0 && now > before_) put(std::int64_t(now - before_));
  before_ = now;
}

void RecordableHistogramObject::add(const RecordableHistogram& other) {
  if (!other) throw nodecpp::detail::invalidArgType("other", "an instance of RecordableHistogram", "undefined");
  auto& from = static_cast<RecordableHistogramObject&>(*other);
  counts_->add(*from.counts_, exceeds_);
  exceeds_ += from.exceeds_;
}

RecordableHistogram createHistogram(HistogramOptions options) { return make<RecordableHistogram>(options); }

// Node's histogram of delays holds up to an hour.
IntervalHistogramObject::IntervalHistogramObject(double resolution)
    : HistogramObject(1, 3'600'000'000'000, 3), resolution_(resolution) {}

bool IntervalHistogramObject::enable() {
  if (timer_) return false;
  before_ = 0;
  timer_ = setInterval([self = IntervalHistogram(this)] { self->sample(); }, resolution_);
  timer_->unref();
  return true;
}

bool IntervalHistogramObject::disable() {
  if (!timer_) return false;
  clearInterval(std::exchange(timer_, nullptr));
  return true;
}

void IntervalHistogramObject::sample() {
  const double now = nanoseconds();
  if (before_ > 0 && now > before_) put(std::int64_t(now - before_));
  before_ = now;
}

IntervalHistogram monitorEventLoopDelay(EventLoopDelayOptions options) {
  nodecpp::detail::validateInteger(options.resolution, "options.resolution", 1);
  return make<IntervalHistogram>(options.resolution);
}

}  // namespace nodecpp::perf_hooks
