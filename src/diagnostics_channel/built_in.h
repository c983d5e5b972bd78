// The channels on which the modules of the runtime publish. Without a subscriber a module pays one test.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/object.h>

#include <initializer_list>

#include "loop/loop.h"

namespace nodecpp::diagnostics_channel::detail {

enum class BuiltIn : unsigned char {
  childProcess,
  httpClientRequestCreated,
  httpClientRequestStart,
  httpClientRequestError,
  httpClientResponseFinish,
  httpServerRequestStart,
  httpServerResponseCreated,
  httpServerResponseFinish,
  netClientSocket,
  netServerSocket,
  netServerListenStart,
  netServerListenEnd,
  netServerListenError,
  udpSocket,
  workerThreads,
  count
};

bool isActive(void* channels, BuiltIn channel) noexcept;
// Whether anybody subscribes to the channel.
inline bool isWanted(BuiltIn channel) noexcept {
  const auto* loop = nodecpp::detail::Loop::currentOrNull();
  return loop && loop->channels && isActive(loop->channels, channel);
}

// A property of the message.
struct Field {
  const char* name;
  Handle<Object> value;
};
void publish(BuiltIn channel, std::initializer_list<Field> message, const Error& error = nullptr);

}  // namespace nodecpp::diagnostics_channel::detail
