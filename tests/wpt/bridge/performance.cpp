// performance and its observers.
#include <nodecpp/perf_hooks.h>

#include "values.h"

namespace wpt {
namespace {

using perf_hooks::Moment;
using perf_hooks::PerformanceEntry;
using perf_hooks::PerformanceObserver;

perThread<Kept<PerformanceEntry>> entries;
perThread<Kept<PerformanceObserver>> observers;
perThread<Array<let<perf_hooks::PerformanceObserverEntryList>>> lists;

var shown(const PerformanceEntry& entry) {
  return var::object({{"number", entries->number(entry)},
                      {"name", entry->name},
                      {"entryType", entry->entryType},
                      {"startTime", entry->startTime},
                      {"duration", entry->duration},
                      {"detail", toldValue(entry->detail)}});
}
var shown(const Array<PerformanceEntry>& all) {
  var list = var::array();
  for (const auto& entry : all) list.push(shown(entry));
  return list;
}

perf_hooks::MarkOptions markOptions(const var& told) {
  perf_hooks::MarkOptions options;
  if (told.hasOwn("detail")) options.detail = valueOf(told["detail"]);
  if (told.hasOwn("startTime")) options.startTime = told["startTime"].toNumber();
  return options;
}
Moment momentOf(const var& told) {
  if (told.isNullish()) return {};
  return told.isNumber() ? Moment(told.toNumber()) : Moment(told.toString());
}

void defineTimeline() {
  define("performance.now", [](Array<var>) -> var { return performance::now(); });
  define("performance.timeOrigin", [](Array<var>) -> var { return performance::timeOrigin(); });
  define("performance.toJSON", [](Array<var>) -> var { return performance::toJSON(); });
  define("performance.mark",
         [](Array<var> a) -> var { return shown(performance::mark(a[0].toString(), markOptions(a[1]))); });
  define("performance.measure", [](Array<var> a) -> var {
    return shown(performance::measure(a[0].toString(), momentOf(a[1]), momentOf(a[2])));
  });
  define("performance.measure by options", [](Array<var> a) -> var {
    perf_hooks::MeasureOptions options{.start = momentOf(a[1]["start"]), .end = momentOf(a[1]["end"])};
    if (a[1].hasOwn("detail")) options.detail = valueOf(a[1]["detail"]);
    if (a[1].hasOwn("duration")) options.duration = a[1]["duration"].toNumber();
    return shown(performance::measure(a[0].toString(), options));
  });
  define("performance.getEntries", [](Array<var>) -> var { return shown(performance::getEntries()); });
  define("performance.getEntriesByName",
         [](Array<var> a) -> var { return shown(performance::getEntriesByName(a[0].toString(), a[1].toString())); });
  define("performance.getEntriesByType",
         [](Array<var> a) -> var { return shown(performance::getEntriesByType(a[0].toString())); });
  define("performance.clearMarks", [](Array<var> a) -> var {
    if (a.length())
      performance::clearMarks(a[0].toString());
    else
      performance::clearMarks();
    return undefined;
  });
  define("performance.clearMeasures", [](Array<var> a) -> var {
    if (a.length())
      performance::clearMeasures(a[0].toString());
    else
      performance::clearMeasures();
    return undefined;
  });
}

}  // namespace

void definePerformance() {
  defineTimeline();
  // `new PerformanceMark(name, options)`: an entry that is not in the timeline.
  define("PerformanceMark", [](Array<var> a) -> var {
    return shown(make<perf_hooks::PerformanceMark>(a[0].toString(), markOptions(a[1])));
  });
  define("PerformanceEntry.toJSON",
         [](Array<var> a) -> var { return toldValue(PerformanceEntry(entries.value()[a[0]])->toJSON()); });
  define("PerformanceObserver", [](Array<var> a) -> var {
    const double function = a[0].toNumber();
    return observers->add(make<PerformanceObserver>([=](auto list, PerformanceObserver) {
      call(function, {lists->push(let<perf_hooks::PerformanceObserverEntryList>(list)) - 1});
    }));
  });
  auto onList = [](String name, auto f) {
    define("PerformanceObserverEntryList." + name,
           [=](Array<var> a) -> var { return shown(f(lists.value()[a[0].toNumber()].value(), a)); });
  };
  onList("getEntries", [](auto list, auto) { return list.getEntries(); });
  onList("getEntriesByName", [](auto list, auto a) { return list.getEntriesByName(a[1].toString(), a[2].toString()); });
  onList("getEntriesByType", [](auto list, auto a) { return list.getEntriesByType(a[1].toString()); });
  define("PerformanceObserver.observe", [](Array<var> a) -> var {
    perf_hooks::ObserveOptions options;
    if (a[1].hasOwn("entryTypes")) {
      options.entryTypes = Array<String>();
      for (const var& type : a[1]["entryTypes"]) options.entryTypes.push(type.toString());
    }
    if (a[1].hasOwn("type")) options.type = a[1]["type"].toString();
    options.buffered = bool(a[1]["buffered"]);
    PerformanceObserver(observers.value()[a[0]])->observe(options);
    return undefined;
  });
  define("PerformanceObserver.disconnect", [](Array<var> a) -> var {
    PerformanceObserver(observers.value()[a[0]])->disconnect();
    return undefined;
  });
  define("PerformanceObserver.takeRecords",
         [](Array<var> a) -> var { return shown(PerformanceObserver(observers.value()[a[0]])->takeRecords()); });
  define("PerformanceObserver.supportedEntryTypes",
         [](Array<var>) -> var { return perf_hooks::PerformanceObserverObject::supportedEntryTypes(); });
}

}  // namespace wpt
