#include <nodecpp/concurrency/loop_end.h>

#include "loop/loop.h"
#include "promise/rejections.h"

namespace nodecpp::detail {

// The entries of one loop behind a head, so that an entry leaves without knowing its list. A thread has several loops where
// programs are simulated.
class LoopEndList final : public LoopEnd {
 public:
  explicit LoopEndList(Loop& of) : loop(of) {}
  void add(LoopEnd& entry) noexcept {
    entry.previous_ = this;
    entry.next_ = next_;
    if (next_) next_->previous_ = &entry;
    next_ = &entry;
  }
  LoopEnd* first() const noexcept { return next_; }
  void onLoopEnd() noexcept override {}

  Loop& loop;
  LoopEndList* another = nullptr;
};

namespace {

constinit thread_local LoopEndList* lists = nullptr;

void endAll(Loop& loop) {
  LoopEndList** at = &lists;
  while (&(*at)->loop != &loop) at = &(*at)->another;
  LoopEndList* list = *at;
  *at = list->another;
  while (LoopEnd* entry = list->first()) {
    entry->forget();
    entry->onLoopEnd();
  }
  delete list;
}

}  // namespace

void LoopEnd::link() {
  Loop& loop = Loop::current();
  LoopEndList* list = lists;
  while (list && &list->loop != &loop) list = list->another;
  if (!list) {
    floorOf(loop);  // whose end comes first: then frames end at once
    loop.atDestruction.push_back(endAll);
    list = new LoopEndList(loop);
    list->another = std::exchange(lists, list);
  }
  list->add(*this);
  linked_ = true;
}

void LoopEnd::forget() noexcept {
  if (!std::exchange(linked_, false)) return;
  previous_->next_ = next_;
  if (next_) next_->previous_ = previous_;
}

}  // namespace nodecpp::detail
