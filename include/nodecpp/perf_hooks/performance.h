// The global `performance`, and the observers of its entries. Programs use nodecpp/perf_hooks.h.
// https://nodejs.org/docs/latest-v24.x/api/perf_hooks.html
#pragma once

#include <nodecpp/fields.h>
#include <nodecpp/perf_hooks/histogram.h>
#include <nodecpp/traits.h>

#include <optional>

namespace nodecpp {
namespace perf_hooks {

struct MarkOptions {
  var detail = var(nullptr);
  std::optional<double> startTime{};  // Now, if it is not given.
};

// One entry of the timeline. Times are milliseconds since performance::timeOrigin().
class PerformanceEntryObject : public Object {
 public:
  PerformanceEntryObject(String name, String entryType, double startTime, double duration, var detail)
      : name(std::move(name)),
        entryType(std::move(entryType)),
        startTime(startTime),
        duration(duration),
        detail(std::move(detail)) {}
  // Node's `new PerformanceMark(name, options)`: a mark that is not put into the timeline, with a copy of the detail.
  // Throws what performance::mark() throws.
  explicit PerformanceEntryObject(StringArg name, MarkOptions options = {});
  const String name;
  const String entryType;  // "mark", "measure", "function", "http", "net", "dns" or "resource".
  const double startTime;
  const double duration;
  const var detail;  // null for a mark or measure without one; the arguments of a function.
  virtual var toJSON() const;
  template <class I>
  void inspectTo(I& out) const {
    const char* const kind = entryType == "mark"       ? "PerformanceMark"
                             : entryType == "measure"  ? "PerformanceMeasure"
                             : entryType == "resource" ? "PerformanceResourceTiming"
                                                       : "PerformanceEntry";
    out.name(kind).prefix(kind);
    for (const auto& [key, value] : toJSON().entries()) out.property(key, value);
  }

 private:
  NODECPP_TRACE(const_cast<var&>(detail))
};
using PerformanceEntry = Handle<PerformanceEntryObject>;
using PerformanceMark = PerformanceEntry;
using PerformanceMeasure = PerformanceEntry;

// What fetch has measured, in milliseconds since performance::timeOrigin(), and in bytes. The times of the connection
// are those of Node's finalConnectionTimingInfo.
struct FetchTimingInfo {
  double startTime = 0;
  double redirectStartTime = 0;
  double redirectEndTime = 0;
  double postRedirectStartTime = 0;
  double finalServiceWorkerStartTime = 0;
  double finalNetworkRequestStartTime = 0;
  double finalNetworkResponseStartTime = 0;
  double endTime = 0;
  double encodedBodySize = 0;
  double decodedBodySize = 0;
  double domainLookupStartTime = 0;
  double domainLookupEndTime = 0;
  double connectionStartTime = 0;
  double connectionEndTime = 0;
  double secureConnectionStartTime = 0;
  String ALPNNegotiatedProtocol{};
};

// The entry of a response of fetch. https://nodejs.org/docs/latest-v24.x/api/perf_hooks.html#class-performanceresourcetiming
class PerformanceResourceTimingObject final : public PerformanceEntryObject {
 public:
  PerformanceResourceTimingObject(String name, const FetchTimingInfo& timing, String initiatorType, String cacheMode,
                                  double responseStatus, String deliveryType);
  const String initiatorType, nextHopProtocol, deliveryType;
  const double workerStart, redirectStart, redirectEnd, fetchStart, domainLookupStart, domainLookupEnd, connectStart,
      connectEnd, secureConnectionStart, requestStart, responseStart, responseEnd;
  const double transferSize, encodedBodySize, decodedBodySize;
  const double responseStatus;
  var toJSON() const override;
};
using PerformanceResourceTiming = Handle<PerformanceResourceTimingObject>;

// A point of time: a number of milliseconds, or the name of a mark. A default-made one is not given.
class Moment {
 public:
  Moment() = default;
  template <nodecpp::detail::Arithmetic N>
  Moment(N time) : time_(double(time)) {}
  template <nodecpp::detail::StringLike S>
  Moment(const S& mark) : mark_(String(mark)) {}
  bool isGiven() const noexcept { return time_ || mark_; }
  const std::optional<double>& time() const noexcept { return time_; }
  const std::optional<String>& mark() const noexcept { return mark_; }

 private:
  std::optional<double> time_;
  std::optional<String> mark_;
};

struct MeasureOptions {
  var detail = var(nullptr);
  Moment start{};
  std::optional<double> duration{};
  Moment end{};
};

struct EventLoopUtilization {
  double idle = 0;         // Milliseconds in which the loop waited for events.
  double active = 0;       // Milliseconds in which it did not.
  double utilization = 0;  // active / (idle + active)
};
NODECPP_FIELDS(EventLoopUtilization, idle, active, utilization)

struct NodeTiming {
  String name = "node";
  String entryType = "node";
  double startTime = 0;
  double duration = 0;
  double nodeStart = 0;
  double bootstrapComplete = 0;
  double loopStart = -1;  // -1 before the loop runs.
  double loopExit = -1;   // Always -1: no program runs afterwards.
  double idleTime = 0;
  template <class I>
  void inspectTo(I& out) const {
    out.prefix("PerformanceNodeTiming");
    describeFields(*this, out);
  }
};
NODECPP_FIELDS(NodeTiming, name, entryType, startTime, duration, nodeStart, bootstrapComplete, loopStart, loopExit,
               idleTime)

class PerformanceObserverObject;
using PerformanceObserver = Handle<PerformanceObserverObject>;

// What an observer is given: the entries since its last call.
class PerformanceObserverEntryList {
 public:
  explicit PerformanceObserverEntryList(Array<PerformanceEntry> entries) : entries_(std::move(entries)) {}
  Array<PerformanceEntry> getEntries() const { return entries_; }
  Array<PerformanceEntry> getEntriesByName(StringArg name, StringArg type = "") const;
  Array<PerformanceEntry> getEntriesByType(StringArg type) const;
  template <class I>
  void inspectTo(I& out) const {
    out.prefix("PerformanceObserverEntryList");
    for (const PerformanceEntry& entry : entries_) out.element(entry);
  }

 private:
  Array<PerformanceEntry> entries_;
};

struct ObserveOptions {
  Array<String> entryTypes = Array<String>::undefined();
  String type = String(undefined);
  bool buffered = false;  // Whether entries that exist already are given, too. Only with `type`.
};

// Calls its function in an immediate after entries of the observed types were made.
class PerformanceObserverObject final : public Object {
 public:
  using Callback = Function<void(PerformanceObserverEntryList list, PerformanceObserver observer)>;
  // Throws ERR_INVALID_ARG_TYPE for an undefined function.
  explicit PerformanceObserverObject(Callback callback);
  // Throws ERR_MISSING_ARGS without a type. Types that are not supported are ignored.
  void observe(ObserveOptions options);
  void disconnect();
  // Returns the entries that the function was not called with yet, and forgets them.
  Array<PerformanceEntry> takeRecords();
  static Array<String> supportedEntryTypes() {
    return {"dns", "function", "http", "mark", "measure", "net", "resource"};
  }

  template <class I>
  void inspectTo(I& out) const {
    out.prefix("PerformanceObserver").property("connected", mode_ != Mode::none).property("pending", waiting_.length() > 0);
    out.property("entryTypes", types_).property("buffer", waiting_);
  }

  // For the runtime.
  bool observes(StringArg type) const { return types_.includes(type.toString()); }
  void offer(const PerformanceEntry& entry);
  void deliver();

 private:
  enum class Mode : unsigned char { none, multiple, single } mode_ = Mode::none;
  Callback callback_;
  Array<String> types_;
  Array<PerformanceEntry> waiting_;
  NODECPP_TRACE(callback_, waiting_)
};

namespace detail {
void enqueue(const PerformanceEntry& entry, bool keep);

// The function that timerify() returns.
template <class F>
class Timerified {
 public:
  Timerified(F f, RecordableHistogram histogram) : f_(std::move(f)), histogram_(std::move(histogram)) {}
  template <class... A>
    requires std::is_invocable_v<F&, A...>
  auto operator()(A&&... args) const;

 private:
  mutable F f_;
  RecordableHistogram histogram_;
};
void timed(double start, var arguments, const RecordableHistogram& histogram);
template <class T>
var argument(const T& value) {
  if constexpr (nodecpp::detail::ConvertsTo<const T&, var>)
    return var(value);
  else
    return var(undefined);
}
}  // namespace detail

struct TimerifyOptions {
  RecordableHistogram histogram{};  // Gets the nanoseconds of each call.
};

}  // namespace perf_hooks

namespace performance {

// Milliseconds since timeOrigin(), by the monotonic clock of the port. Inside of a turn it goes on.
double now();
// Milliseconds since 1970 at which the program began.
double timeOrigin();
// Makes a mark with a copy of the detail, as structuredClone() makes it. Throws ERR_INVALID_ARG_VALUE for the name of an
// attribute of nodeTiming, ERR_PERFORMANCE_INVALID_TIMESTAMP for a negative time, and a DataCloneError.
perf_hooks::PerformanceMark mark(StringArg name, perf_hooks::MarkOptions options = {});
// Throws a DOMException for a mark that does not exist, ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS, and a DataCloneError.
perf_hooks::PerformanceMeasure measure(StringArg name, const perf_hooks::Moment& start = {},
                                       const perf_hooks::Moment& end = {});
perf_hooks::PerformanceMeasure measure(StringArg name, const perf_hooks::MeasureOptions& options);
// Return the kept entries in the order of their start.
Array<perf_hooks::PerformanceEntry> getEntries();
Array<perf_hooks::PerformanceEntry> getEntriesByName(StringArg name, StringArg type = "");
Array<perf_hooks::PerformanceEntry> getEntriesByType(StringArg type);
// Without a name, all of them go.
void clearMarks();
void clearMarks(StringArg name);
void clearMeasures();
void clearMeasures(StringArg name);
// Makes the entry of a response that a program has fetched by means of its own, and keeps it. `cacheMode` is "" or "local",
// for a response that has not come over the network. Node's arguments `global` and `bodyInfo` have no use here.
perf_hooks::PerformanceResourceTiming markResourceTiming(const perf_hooks::FetchTimingInfo& timingInfo,
                                                         StringArg requestedUrl, StringArg initiatorType,
                                                         StringArg cacheMode = "", double responseStatus = 0,
                                                         StringArg deliveryType = "");
void clearResourceTimings();
void clearResourceTimings(StringArg name);
// Sets how many entries of the type "resource" are kept, 250 at first. Further ones are given to observers only.
void setResourceTimingBufferSize(double maxSize);
perf_hooks::NodeTiming nodeTiming();
// Of the time since the loop began, since `before`, or between the two.
perf_hooks::EventLoopUtilization eventLoopUtilization();
perf_hooks::EventLoopUtilization eventLoopUtilization(const perf_hooks::EventLoopUtilization& before);
perf_hooks::EventLoopUtilization eventLoopUtilization(const perf_hooks::EventLoopUtilization& after,
                                                      const perf_hooks::EventLoopUtilization& before);
var toJSON();
// Returns a function that calls `f`, and makes an entry of the type "function" for observers.
template <class F>
auto timerify(F f, perf_hooks::TimerifyOptions options = {}) {
  return perf_hooks::detail::Timerified<F>(std::move(f), options.histogram);
}

}  // namespace performance

template <class F>
template <class... A>
  requires std::is_invocable_v<F&, A...>
auto perf_hooks::detail::Timerified<F>::operator()(A&&... args) const {
  const double start = performance::now();
  var list = var::array({argument(args)...});
  if constexpr (std::is_void_v<std::invoke_result_t<F&, A...>>) {
    f_(std::forward<A>(args)...);
    timed(start, list, histogram_);
  } else {
    auto result = f_(std::forward<A>(args)...);
    if constexpr (requires { typename decltype(result)::IsPromise; })
      return decltype(result)(
          result.finally_([start, list, histogram = histogram_] { timed(start, list, histogram); }));
    else
      timed(start, list, histogram_);
    return result;
  }
}

namespace perf_hooks {
namespace performance = nodecpp::performance;
}

}  // namespace nodecpp
