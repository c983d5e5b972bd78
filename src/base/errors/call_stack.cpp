#include "base/errors/call_stack.h"

#include <algorithm>
#include <cstring>

#include "base/assertion.h"
#include "base/memory/slab.h"
#include "base/upward_calls.h"

namespace nodecpp::detail {

namespace {

// V8 shows ten lines by default. This library shows at most a thousand.
constexpr double defaultLimit = 10;
constexpr double highestLimit = 1000;
// Some calls are not shown as lines, so more calls are recorded than lines are wanted.
constexpr std::size_t callsToLine = 4, callsBeside = 24;
constexpr std::size_t mostCalls = 1024;

}  // namespace

CallStack* CallStack::take(bool onlyProgram) {
  const Upward& up = upward();
  if (!up.callStack) return nullptr;
  const double set = up.stackTraceLimit ? up.stackTraceLimit(nullptr) : defaultLimit;
  if (!(set >= 1)) return nullptr;
  const auto limit = std::size_t(std::min(set, highestLimit));
  const void* calls[mostCalls];
  const std::size_t count = up.callStack(calls, std::min(limit * callsToLine + callsBeside, mostCalls));
  std::source_location awaits[32];
  NODECPP_ASSERT(count <= mostCalls, count);
  const std::size_t waiting = up.awaitingCalls ? up.awaitingCalls(awaits, std::min(limit, std::size(awaits))) : 0;
  NODECPP_ASSERT(waiting <= std::size(awaits), waiting);
  return make({1, std::uint32_t(count), std::uint32_t(waiting), std::uint32_t(limit), onlyProgram}, calls, awaits);
}

CallStack* CallStack::make(const CallStack& what, const void* const* calls, const std::source_location* awaits) {
  auto* made = ::new (allocate(what.bytes())) CallStack(what);
  std::memcpy(made->call(), calls, what.calls * sizeof(void*));
  std::memcpy(static_cast<void*>(made->await()), awaits, what.awaits * sizeof(std::source_location));
  return made;
}

CallStack* CallStack::withAwaits(CallStack* other, const std::source_location* awaits, std::size_t count) {
  CallStack what = *other;
  what.refs = 1;
  what.awaits = std::uint32_t(std::min(count, std::size_t(what.limit)));
  return make(what, other->call(), awaits);
}

CallStack* CallStack::copyOf(CallStack* other) {
  return other ? withAwaits(other, other->await(), other->awaits) : nullptr;
}

void CallStack::drop(CallStack* stack) noexcept {
  NODECPP_ASSERT(!stack || stack->refs > 0);
  if (stack && --stack->refs == 0) release(stack, stack->bytes());
}

}  // namespace nodecpp::detail
