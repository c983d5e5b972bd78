#include "http/events/heartbeats.h"

#include <nodecpp/loop_local.h>
#include <nodecpp/timers.h>

#include <map>
#include <vector>

#include "base/assertion.h"

namespace nodecpp::http::detail {

namespace {

// The streams with one period.
struct Beating {
  Timeout timer;
  std::vector<EventStreamObject*> streams;
};
struct Heartbeats {
  std::map<double, Beating> periods;
};
constinit nodecpp::detail::LoopLocal<Heartbeats> heartbeats;

void beatAll(double period) {
  const auto found = heartbeats->periods.find(period);
  if (found == heartbeats->periods.end()) return;
  // Copies, because a stream may be closed meanwhile.
  std::vector<EventStream> streams;
  streams.reserve(found->second.streams.size());
  for (EventStreamObject* stream : found->second.streams) streams.emplace_back(stream);
  for (const EventStream& stream : streams) stream->beat();
}

}  // namespace

void startBeating(EventStreamObject* stream, double period) {
  Beating& beating = heartbeats->periods[period];
  stream->place = {period, beating.streams.size()};
  beating.streams.push_back(stream);
  if (beating.timer) return;
  beating.timer = setInterval([period] { beatAll(period); }, period / 2);
  beating.timer->unref();
}

void stopBeating(EventStreamObject* stream) noexcept {
  Heartbeats* all = heartbeats.find();
  const HeartbeatPlace place = std::exchange(stream->place, {});
  if (!all || place.period == 0) return;
  const auto found = all->periods.find(place.period);
  NODECPP_ASSERT(found != all->periods.end());
  auto& streams = found->second.streams;
  NODECPP_ASSERT(place.index < streams.size() && streams[place.index] == stream, place.index, streams.size());
  streams[place.index] = streams.back();
  streams[place.index]->place.index = place.index;
  streams.pop_back();
  stream->place = {};
  if (!streams.empty()) return;
  clearInterval(found->second.timer);
  all->periods.erase(found);
}

}  // namespace nodecpp::http::detail
