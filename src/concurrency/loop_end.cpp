#include <nodecpp/concurrency/loop_end.h>

#include "loop/loop.h"
#include "promise/rejections.h"

namespace nodecpp::detail {

namespace {

struct Entries {
  LoopEnd* first = nullptr;
  bool told = false;  // the loop knows
};
constinit thread_local Entries entries{};

void endAll(Loop&) {
  entries.told = false;
  while (LoopEnd* entry = entries.first) {
    entry->forget();
    entry->onLoopEnd();
  }
}

}  // namespace

void LoopEnd::link() {
  if (!entries.told) {
    Loop& loop = Loop::current();
    floorOf(loop);  // whose end comes first: then frames end at once
    loop.atDestruction.push_back(endAll);
    entries.told = true;
  }
  previous_ = nullptr;
  next_ = entries.first;
  if (next_) next_->previous_ = this;
  entries.first = this;
  linked_ = true;
}

void LoopEnd::forget() noexcept {
  if (!std::exchange(linked_, false)) return;
  (previous_ ? previous_->next_ : entries.first) = next_;
  if (next_) next_->previous_ = previous_;
}

}  // namespace nodecpp::detail
