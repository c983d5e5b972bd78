// The loop's internal view of timers and immediates.
#pragma once

#include <nodecpp/timers.h>

#include "loop/loop.h"

namespace nodecpp::detail {

class ImmediateRecord final : public ImmediateObject {
 public:
  explicit ImmediateRecord(Function<void()> f) : callback(std::move(f)) {}
  Immediate ref() override;
  Immediate unref() override;
  bool hasRef() const override { return refed; }

  Function<void()> callback;
  Handle<Object> context = Loop::currentContext();
  Handle<ImmediateRecord> self;  // A reference to itself, which keeps the record alive while it is queued.
  ImmediateRecord* next = nullptr;
  ImmediateRecord* previous = nullptr;
  bool refed = true;
  bool running = false;
};

// Starts an immediate whose callback does nothing, so that there is a callback after which waiting ticks run.
void startImmediateTick(Loop& loop);

}  // namespace nodecpp::detail
