#include <nodecpp/dom_exception.h>
#include <nodecpp/error.h>
#include <nodecpp/json.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/perf_hooks.h>
#include <nodecpp/structured_clone.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "loop/loop.h"
#include "perf_hooks/node_entries.h"

namespace nodecpp {

using nodecpp::detail::Loop;
using perf_hooks::PerformanceEntry;

namespace perf_hooks {

namespace {

// The timeline of a program, and who observes it.
struct Timeline {
  Array<PerformanceEntry> marks, measures, resources;
  Array<PerformanceEntry> excess;  // resources for which there is no room, until the next immediate
  double mostResources = 250;
  std::vector<PerformanceObserver> observers;
  std::vector<PerformanceObserver> pending;  // Those whose functions the next immediate calls.
};
constinit nodecpp::detail::LoopLocal<Timeline> timeline;

constexpr std::string_view milestones[] = {"nodeStart", "v8Start",  "environment",
                                           "loopStart", "loopExit", "bootstrapComplete"};

bool isMilestone(StringArg name) {
  return std::ranges::find(milestones, std::string_view(name.data(), name.size())) != std::end(milestones);
}

double milestone(StringArg name) {
  const NodeTiming timing = performance::nodeTiming();
  if (name == "loopStart") return timing.loopStart;
  if (name == "loopExit") return timing.loopExit;
  return 0;
}

Error invalidTimestamp(double time) {
  return nodecpp::detail::codedError<TypeError>("ERR_PERFORMANCE_INVALID_TIMESTAMP",
                                                str(time) + " is not a valid timestamp");
}

Error invalidMeasure(StringArg message) {
  return nodecpp::detail::codedError<TypeError>("ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS", message);
}

double timeOf(const Moment& moment) {
  if (moment.time()) {
    if (*moment.time() < 0) throw invalidTimestamp(*moment.time());
    return *moment.time();
  }
  const String& name = *moment.mark();
  if (isMilestone(name)) return milestone(name);
  const Array<PerformanceEntry>& marks = timeline->marks;
  for (std::size_t i = marks.size(); i-- > 0;)
    if (marks[i]->name == name) return marks[i]->startTime;
  throw DOMException("The \"" + name + "\" performance mark has not been set", "SyntaxError");
}

Array<PerformanceEntry> sorted(Array<PerformanceEntry> entries) {
  entries.sort([](const PerformanceEntry& a, const PerformanceEntry& b) { return a->startTime - b->startTime; });
  return entries;
}

template <class Wanted>
Array<PerformanceEntry> kept(const Array<PerformanceEntry>& entries, Wanted wanted) {
  Array<PerformanceEntry> out;
  for (const PerformanceEntry& entry : entries)
    if (wanted(entry)) out.push(entry);
  return out;
}

Array<PerformanceEntry> named(const Array<PerformanceEntry>& entries, StringArg name, StringArg type) {
  const String wanted = name.toString(), kind = type.toString();
  return kept(entries, [&](const PerformanceEntry& entry) {
    return entry->name == wanted && (kind == "" || entry->entryType == kind);
  });
}

Array<PerformanceEntry> ofType(const Array<PerformanceEntry>& entries, StringArg type) {
  const String kind = type.toString();
  return kept(entries, [&](const PerformanceEntry& entry) { return entry->entryType == kind; });
}

void deliverAll() {
  for (const PerformanceObserver& observer : std::exchange(timeline->pending, {})) observer->deliver();
}

}  // namespace

namespace detail {

constinit nodecpp::detail::LoopLocal<MeasuredTypes> measuredTypes;

namespace {

constexpr std::pair<const char*, Measured> measuredNames[] = {
    {"dns", Measured::dns}, {"http", Measured::http}, {"net", Measured::net}};

class Begun final : public Object {
 public:
  Begun(const char* name, const var& detail) : name(name), detail(detail) {}
  const char* name;
  double startTime = performance::now();
  var detail;
  NODECPP_TRACE(detail)
};

// Called when observers have changed.
void noteMeasured() {
  unsigned bits = 0;
  for (const PerformanceObserver& observer : timeline->observers)
    for (const auto& [name, type] : measuredNames)
      if (observer->observes(name)) bits |= unsigned(type);
  if (bits != 0 || measuredTypes.find()) measuredTypes->bits = bits;
}

}  // namespace

bool wantsResources() {
  const Timeline& own = *timeline;
  if (double(own.resources.size()) < own.mostResources) return true;
  return std::ranges::any_of(own.observers, [](const auto& observer) { return observer->observes("resource"); });
}

Handle<Object> begin(const char* name, const var& detail) { return make<Handle<Begun>>(name, detail); }

void end(Measured type, const Handle<Object>& begun, const var& further) {
  const auto what = begun.as<Handle<Begun>>();
  if (!what || !isMeasured(type)) return;
  for (const auto& [key, value] : further.entries()) what->detail.set(key, value);
  for (const auto& [name, one] : measuredNames)
    if (one == type)
      enqueue(
          make<PerformanceEntry>(what->name, name, what->startTime, performance::now() - what->startTime, what->detail),
          false);
}

}  // namespace detail

// The timeline keeps the detail as it was, whatever the program does with its object.
static var copied(const var& detail) { return detail.isNullish() ? var(nullptr) : structuredClone(detail); }

static double startOf(StringArg name, const MarkOptions& options) {
  if (isMilestone(name)) throw nodecpp::detail::invalidArgValue("name", "'" + name.toString() + "'");
  const double start = options.startTime ? *options.startTime : performance::now();
  if (start < 0) throw invalidTimestamp(start);
  return start;
}

PerformanceEntryObject::PerformanceEntryObject(StringArg name, MarkOptions options)
    : PerformanceEntryObject(name.toString(), "mark", startOf(name, options), 0, copied(options.detail)) {}

var PerformanceEntryObject::toJSON() const {
  return var::object(
      {{"name", name}, {"entryType", entryType}, {"startTime", startTime}, {"duration", duration}, {"detail", detail}});
}

PerformanceResourceTimingObject::PerformanceResourceTimingObject(String name, const FetchTimingInfo& timing,
                                                                 String initiatorType, String cacheMode,
                                                                 double responseStatus, String deliveryType)
    : PerformanceEntryObject(std::move(name), "resource", timing.startTime, timing.endTime - timing.startTime,
                             var(undefined)),
      initiatorType(std::move(initiatorType)),
      nextHopProtocol(timing.ALPNNegotiatedProtocol),
      deliveryType(std::move(deliveryType)),
      workerStart(timing.finalServiceWorkerStartTime),
      redirectStart(timing.redirectStartTime),
      redirectEnd(timing.redirectEndTime),
      fetchStart(timing.postRedirectStartTime),
      domainLookupStart(timing.domainLookupStartTime),
      domainLookupEnd(timing.domainLookupEndTime),
      connectStart(timing.connectionStartTime),
      connectEnd(timing.connectionEndTime),
      secureConnectionStart(timing.secureConnectionStartTime),
      requestStart(timing.finalNetworkRequestStartTime),
      responseStart(timing.finalNetworkResponseStartTime),
      responseEnd(timing.endTime),
      transferSize(cacheMode == "local" ? 0 : timing.encodedBodySize + 300),
      encodedBodySize(timing.encodedBodySize),
      decodedBodySize(timing.decodedBodySize),
      responseStatus(responseStatus) {}

var PerformanceResourceTimingObject::toJSON() const {
  return var::object({{"name", name},
                      {"entryType", entryType},
                      {"startTime", startTime},
                      {"duration", duration},
                      {"initiatorType", initiatorType},
                      {"nextHopProtocol", nextHopProtocol},
                      {"workerStart", workerStart},
                      {"redirectStart", redirectStart},
                      {"redirectEnd", redirectEnd},
                      {"fetchStart", fetchStart},
                      {"domainLookupStart", domainLookupStart},
                      {"domainLookupEnd", domainLookupEnd},
                      {"connectStart", connectStart},
                      {"connectEnd", connectEnd},
                      {"secureConnectionStart", secureConnectionStart},
                      {"requestStart", requestStart},
                      {"responseStart", responseStart},
                      {"responseEnd", responseEnd},
                      {"transferSize", transferSize},
                      {"encodedBodySize", encodedBodySize},
                      {"decodedBodySize", decodedBodySize},
                      {"deliveryType", deliveryType},
                      {"responseStatus", responseStatus}});
}

Array<PerformanceEntry> PerformanceObserverEntryList::getEntriesByName(StringArg name, StringArg type) const {
  return named(entries_, name, type);
}
Array<PerformanceEntry> PerformanceObserverEntryList::getEntriesByType(StringArg type) const {
  return ofType(entries_, type);
}

PerformanceObserverObject::PerformanceObserverObject(Callback callback) : callback_(std::move(callback)) {
  if (!callback_) throw nodecpp::detail::invalidArgType("callback", "of type function", "undefined");
}

void PerformanceObserverObject::observe(ObserveOptions options) {
  const bool many = !(options.entryTypes == undefined), one = !(options.type == undefined);
  if (!many && !one)
    throw nodecpp::detail::codedError<TypeError>(
        "ERR_MISSING_ARGS", "The \"options.entryTypes\" and \"options.type\" arguments must be specified");
  if (many && one)
    throw nodecpp::detail::invalidArgValue("options.entryTypes",
                                           "options.entryTypes can not set with options.type together");
  if (mode_ == Mode::multiple && one)
    throw DOMException("PerformanceObserver can not change to single observation", "InvalidModificationError");
  if (mode_ == Mode::single && many)
    throw DOMException("PerformanceObserver can not change to multiple observations", "InvalidModificationError");
  mode_ = many ? Mode::multiple : Mode::single;
  if (many) types_ = Array<String>();
  auto add = [&](const String& type) {
    if (supportedEntryTypes().includes(type) && !types_.includes(type)) types_.push(type);
  };
  if (many)
    for (const String& type : options.entryTypes) add(type);
  else
    add(options.type);
  if (types_.empty()) return disconnect();
  const PerformanceObserver self(this);
  if (std::ranges::find(timeline->observers, self) == timeline->observers.end()) timeline->observers.push_back(self);
  detail::noteMeasured();
  if (one && options.buffered)
    for (const PerformanceEntry& entry : performance::getEntriesByType(options.type)) offer(entry);
}

void PerformanceObserverObject::disconnect() {
  const PerformanceObserver self(this);
  std::erase(timeline->observers, self);
  std::erase(timeline->pending, self);
  waiting_ = {};
  types_ = {};
  mode_ = Mode::none;
  detail::noteMeasured();
}

Array<PerformanceEntry> PerformanceObserverObject::takeRecords() { return std::exchange(waiting_, {}); }

void PerformanceObserverObject::offer(const PerformanceEntry& entry) {
  if (!types_.includes(entry->entryType)) return;
  waiting_.push(entry);
  const PerformanceObserver self(this);
  auto& pending = timeline->pending;
  if (std::ranges::find(pending, self) != pending.end()) return;
  if (pending.empty()) setImmediate(deliverAll);
  pending.push_back(self);
}

void PerformanceObserverObject::deliver() {
  const PerformanceObserver self(this);
  callback_(PerformanceObserverEntryList(sorted(takeRecords())), self);
}

void detail::enqueue(const PerformanceEntry& entry, bool keep) {
  if (keep) (entry->entryType == "mark" ? timeline->marks : timeline->measures).push(entry);
  const std::vector<PerformanceObserver> observers = timeline->observers;
  for (const PerformanceObserver& observer : observers) observer->offer(entry);
}

void detail::timed(double start, var arguments, const RecordableHistogram& histogram) {
  const double duration = performance::now() - start;
  if (histogram) histogram->record(std::max(std::ceil(duration * 1e6), 1.0));
  enqueue(make<PerformanceEntry>("", "function", start, duration, arguments), false);
}

}  // namespace perf_hooks

namespace performance {

using namespace perf_hooks;

double now() {
  Loop& loop = Loop::current();
  return double(loop.port().clock.hrtime() - loop.startTime()) / 1e6;
}

namespace {
struct Origin {
  double time = Loop::current().port().clock.wallClock() - now();
};
constinit nodecpp::detail::LoopLocal<Origin> origin;

void clear(Array<PerformanceEntry>& entries, StringArg name) {
  const String wanted = name.toString();
  entries = kept(entries, [&](const PerformanceEntry& entry) { return entry->name != wanted; });
}

double sinceStart(std::uint64_t time) { return double(time - Loop::current().startTime()) / 1e6; }
}  // namespace

double timeOrigin() { return origin->time; }

PerformanceMark mark(StringArg name, MarkOptions options) {
  auto made = make<PerformanceMark>(name, std::move(options));
  perf_hooks::detail::enqueue(made, true);
  return made;
}

static PerformanceMeasure makeMeasure(StringArg name, double start, double end, const var& detail) {
  auto made = make<PerformanceMeasure>(name.toString(), "measure", start, end - start, copied(detail));
  perf_hooks::detail::enqueue(made, true);
  return made;
}

PerformanceMeasure measure(StringArg name, const Moment& start, const Moment& end) {
  const double until = end.isGiven() ? timeOf(end) : now();
  return makeMeasure(name, start.isGiven() ? timeOf(start) : 0, until, var(nullptr));
}

PerformanceMeasure measure(StringArg name, const MeasureOptions& options) {
  const bool start = options.start.isGiven(), end = options.end.isGiven();
  if (start && end && options.duration)
    throw invalidMeasure("Must not have options.start, options.end, and options.duration specified");
  const double until = end                         ? timeOf(options.end)
                       : start && options.duration ? timeOf(options.start) + *options.duration
                                                   : now();
  const double from = start ? timeOf(options.start) : end && options.duration ? until - *options.duration : 0;
  return makeMeasure(name, from, until, options.detail);
}

Array<PerformanceEntry> getEntries() {
  return sorted(timeline->marks.concat(timeline->measures).concat(timeline->resources));
}
Array<PerformanceEntry> getEntriesByName(StringArg name, StringArg type) { return named(getEntries(), name, type); }
Array<PerformanceEntry> getEntriesByType(StringArg type) { return ofType(getEntries(), type); }

void clearMarks() { timeline->marks = {}; }
void clearMarks(StringArg name) {
  if (isMilestone(name)) throw nodecpp::detail::invalidArgValue("name", "'" + name.toString() + "'");
  clear(timeline->marks, name);
}
void clearResourceTimings() { timeline->resources = {}; }
void clearResourceTimings(StringArg name) { clear(timeline->resources, name); }

// WebIDL's conversion to an unsigned long.
void setResourceTimingBufferSize(double maxSize) {
  timeline->mostResources = toUint32(maxSize);
}

// Keeps the entry, or gives it another chance in the next immediate, when a program has made room.
static void keepResource(const PerformanceEntry& entry) {
  Timeline& own = *timeline;
  if (double(own.resources.size()) < own.mostResources && own.excess.empty()) {
    own.resources.push(entry);
    return;
  }
  if (own.excess.empty())
    setImmediate([] {
      Timeline& own = *timeline;
      for (const PerformanceEntry& one : std::exchange(own.excess, {}))
        if (double(own.resources.size()) < own.mostResources) own.resources.push(one);
    });
  own.excess.push(entry);
}

PerformanceResourceTiming markResourceTiming(const FetchTimingInfo& timingInfo, StringArg requestedUrl,
                                             StringArg initiatorType, StringArg cacheMode, double responseStatus,
                                             StringArg deliveryType) {
  if (cacheMode != "" && cacheMode != "local")
    throw nodecpp::detail::codedError<Error>("ERR_INTERNAL_ASSERTION", "cache must be an empty string or 'local'");
  auto made = make<PerformanceResourceTiming>(requestedUrl.toString(), timingInfo, initiatorType.toString(),
                                              cacheMode.toString(), responseStatus, deliveryType.toString());
  perf_hooks::detail::enqueue(made, false);
  keepResource(made);
  return made;
}

void clearMeasures() { timeline->measures = {}; }
void clearMeasures(StringArg name) { clear(timeline->measures, name); }

NodeTiming nodeTiming() {
  const Loop& loop = Loop::current();
  NodeTiming timing;
  timing.duration = now();
  if (loop.runTime()) timing.loopStart = sinceStart(loop.runTime());
  timing.idleTime = double(loop.idleTime()) / 1e6;
  return timing;
}

EventLoopUtilization eventLoopUtilization() {
  const NodeTiming timing = nodeTiming();
  if (timing.loopStart <= 0) return {};
  const double active = timing.duration - timing.loopStart - timing.idleTime;
  return {timing.idleTime, active, active / (timing.idleTime + active)};
}
EventLoopUtilization eventLoopUtilization(const EventLoopUtilization& before) {
  return eventLoopUtilization(eventLoopUtilization(), before);
}
EventLoopUtilization eventLoopUtilization(const EventLoopUtilization& after, const EventLoopUtilization& before) {
  const double idle = after.idle - before.idle, active = after.active - before.active;
  return {idle, active, active / (idle + active)};
}

var toJSON() {
  return var::object({{"nodeTiming", var(nodeTiming())},
                      {"timeOrigin", timeOrigin()},
                      {"eventLoopUtilization", var(eventLoopUtilization())}});
}

}  // namespace performance

}  // namespace nodecpp
