#include "fetch/timing.h"

#include "perf_hooks/node_entries.h"

namespace nodecpp::detail {

using perf_hooks::FetchTimingInfo;

Handle<Timing> Timing::begin() {
  if (!perf_hooks::detail::wantsResources()) return nullptr;
  const auto timing = make<Handle<Timing>>();
  timing->info_.startTime = timing->info_.postRedirectStartTime = performance::now();
  return timing;
}

void Timing::redirected() {
  info_.redirectEndTime = info_.postRedirectStartTime = performance::now();
  info_.redirectStartTime = info_.startTime;
}

// As in undici, the times of the connection are not known.
void Timing::requestBegins() {
  for (double FetchTimingInfo::* time : {&FetchTimingInfo::domainLookupStartTime, &FetchTimingInfo::domainLookupEndTime,
                                         &FetchTimingInfo::connectionStartTime, &FetchTimingInfo::connectionEndTime,
                                         &FetchTimingInfo::secureConnectionStartTime})
    info_.*time = info_.postRedirectStartTime;
  info_.finalNetworkRequestStartTime = performance::now();
}

void Timing::responseBegins(int status) {
  info_.finalNetworkResponseStartTime = performance::now();
  status_ = status;
}

void Timing::end(const String& url, double decoded, double encoded) {
  info_.endTime = performance::now();
  info_.decodedBodySize = decoded;
  info_.encodedBodySize = encoded;
  performance::markResourceTiming(info_, url, "fetch", "", status_);
}

}  // namespace nodecpp::detail
