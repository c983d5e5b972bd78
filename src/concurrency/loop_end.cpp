#include <nodecpp/concurrency/loop_end.h>

#include "base/assertion.h"
#include "loop/loop.h"
#include "promise/rejections.h"

namespace nodecpp::detail {

// The LoopEnd entries of one loop. The list's head is an entry too, so that an entry can be removed without knowing its
// list.
class LoopEndList final : public LoopEnd {
 public:
  explicit LoopEndList(Loop& loop) {
    // Makes the promise floor register its destruction first. It then ends before this list, so that frames end at
    // once.
    floorOf(loop);
    loop.atDestruction.push_back([](Loop& ending) { ofLoop.of(ending).endAll(); });
  }
  // Ends the entries that were added while the loop was being destroyed.
  ~LoopEndList() { endAll(); }
  void endAll() {
    while (LoopEnd* entry = next_) {
      NODECPP_ASSERT(entry->linked_ && entry->previous_ == this);
      entry->forget();
      NODECPP_ASSERT(next_ != entry);
      entry->onLoopEnd();
    }
  }
  void add(LoopEnd& entry) noexcept {
    NODECPP_ASSERT(!entry.linked_ && next_ != &entry);
    NODECPP_ASSERT(!next_ || next_->previous_ == this);
    entry.previous_ = this;
    entry.next_ = next_;
    if (next_) next_->previous_ = &entry;
    next_ = &entry;
  }
  void onLoopEnd() noexcept override {}

  static LoopLocal<LoopEndList> ofLoop;
};

constinit LoopLocal<LoopEndList> LoopEndList::ofLoop;

void LoopEnd::link() {
  LoopEndList::ofLoop->add(*this);
  linked_ = true;
}

void LoopEnd::forget() noexcept {
  if (!std::exchange(linked_, false)) return;
  NODECPP_ASSERT(previous_ && previous_->next_ == this);
  NODECPP_ASSERT(!next_ || next_->previous_ == this);
  previous_->next_ = next_;
  if (next_) next_->previous_ = previous_;
}

}  // namespace nodecpp::detail
