// The loop's own view of timers and immediates.
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
  Handle<ImmediateRecord> self;  // held by the queue
  ImmediateRecord* next = nullptr;
  ImmediateRecord* previous = nullptr;
  bool refed = true;
  bool running = false;
};

// An immediate that does nothing but make a callback, so that waiting ticks run.
void startImmediateTick(Loop& loop);

}  // namespace nodecpp::detail
