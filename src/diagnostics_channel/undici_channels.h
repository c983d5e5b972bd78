// The channels of undici, on which fetch publishes as Node's does. Their messages are plain objects. Without a
// subscriber of any of them, fetch pays one test.
#pragma once

#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/loop_local.h>

namespace nodecpp::diagnostics_channel::detail {

struct UndiciSubscribers {
  unsigned channels = 0;  // how many of them have subscribers
};
extern constinit nodecpp::detail::LoopLocal<UndiciSubscribers> undiciSubscribers;

inline bool isUndiciWanted() noexcept {
  const auto* subscribers = undiciSubscribers.find();
  return subscribers && subscribers->channels > 0;
}

}  // namespace nodecpp::diagnostics_channel::detail
