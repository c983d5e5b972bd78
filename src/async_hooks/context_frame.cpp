#include <nodecpp/async_hooks/context_frame.h>

#include "base/assertion.h"

namespace nodecpp::async_hooks::detail {

using nodecpp::detail::ObjectTracing;

constinit const nodecpp::detail::TracedType ContextFrame::traced{
    [](void* memory) noexcept { return ObjectTracing::refs(static_cast<ContextFrame*>(memory)); },
    [](void* memory, nodecpp::detail::Tracer& tracer) {
      auto* self = static_cast<ContextFrame*>(memory);
      if (self->rest_) {
        tracer(self->rest_->store);
        for (Entry& entry : self->rest_->further) tracer(entry.store);
      }
      self->traceValue(tracer);
      ObjectTracing::showWeak(self, tracer);
    },
    [](void* memory) noexcept { ObjectTracing::drop(static_cast<ContextFrame*>(memory)); },
    [](void* memory, std::uint32_t place) noexcept { static_cast<ContextFrame*>(memory)->place_ = place; }};

void ContextFrame::begin(const ContextFrame* before, const ContextFrame& store) {
  NODECPP_ASSERT((storage_ & elsewhere) && !rest_);
  rest().store = store.shared();
  if (store.place_) enroll();
  begin(before);
}

ContextFrame::Rest& ContextFrame::rest() {
  if (!rest_) rest_ = ::new (nodecpp::detail::allocate(sizeof(Rest))) Rest;
  return *rest_;
}

[[gnu::noinline]] void ContextFrame::dropRest() noexcept {
  nodecpp::detail::removeFromCollector(this, std::exchange(place_, 0));
  if (!rest_) return;
  rest_->~Rest();
  nodecpp::detail::release(std::exchange(rest_, nullptr), sizeof(Rest));
}

ContextFrame::Found ContextFrame::findFurther(StorageNumber storage) const noexcept {
  if (storage_ == (storage | elsewhere)) return {true, rest_ ? rest_->store.get() : nullptr};
  if (!rest_) return {false, nullptr};
  for (const Entry& entry : rest_->further)
    if (entry.storage == storage) return {true, entry.store.get()};
  return {false, nullptr};
}

void ContextFrame::succeed(const ContextFrame& before) {
  if (!(before.storage_ & removed) && before.storage() != storage())
    rest().further.push_back({before.storage(), before.shared()});
  if (before.rest_)
    for (const Entry& entry : before.rest_->further)
      if (entry.storage != storage()) rest().further.push_back(entry);
  if (before.place_) enroll();
}

// A frame that held others would hold all frames before it, when a program enters two storages by turns.
Handle<ContextFrame> ContextFrame::shared() const {
  if (storage_ & (elsewhere | removed)) return rest_ ? rest_->store : nullptr;
  return !rest_ || rest_->further.empty() ? Handle<ContextFrame>(const_cast<ContextFrame*>(this)) : copy();
}

void ContextFrame::remove(StorageNumber storage) noexcept {
  if (this->storage() == storage) {
    storage_ = storage | removed;
    if (rest_) rest_->store = nullptr;
  }
  if (!rest_) return;
  nodecpp::detail::List<Entry>& further = rest_->further;
  for (std::size_t i = further.size(); i-- > 0;)
    if (further[i].storage == storage) further.erase(further.begin() + std::ptrdiff_t(i));
}

}  // namespace nodecpp::async_hooks::detail
