#include <nodecpp/async_hooks/context_frame.h>

#include "base/assertion.h"

namespace nodecpp::async_hooks::detail {

using nodecpp::detail::ObjectTracing;

constinit const nodecpp::detail::TracedType ContextFrame::traced{
    [](void* memory) noexcept { return ObjectTracing::refs(static_cast<ContextFrame*>(memory)); },
    [](void* memory, nodecpp::detail::Tracer& tracer) {
      auto* self = static_cast<ContextFrame*>(memory);
      tracer(self->storage_);
      if (self->rest_) {
        tracer(self->rest_->store);
        for (Entry& entry : self->rest_->further) tracer(entry.storage, entry.store);
      }
      self->traceValue(tracer);
      ObjectTracing::showWeak(self, tracer);
    },
    [](void* memory) noexcept { ObjectTracing::drop(static_cast<ContextFrame*>(memory)); },
    [](void* memory, std::uint32_t place) noexcept { static_cast<ContextFrame*>(memory)->place_ = place; }};

void ContextFrame::begin(const ContextFrame* before, Handle<Object> storage, const ContextFrame& store) {
  NODECPP_ASSERT(!store_);
  rest().store = store.shared();
  store_ = rest_->store.get();
  if (store.place_) enroll();
  begin(before, std::move(storage));
}

ContextFrame::Rest& ContextFrame::rest() {
  if (!rest_) rest_ = make<Handle<Rest>>();
  return *rest_;
}

ContextFrame::Found ContextFrame::findFurther(const Object* storage) const noexcept {
  if (!rest_) return {false, nullptr};
  for (const Entry& entry : rest_->further)
    if (entry.storage.get() == storage) return {true, entry.store.get()};
  return {false, nullptr};
}

void ContextFrame::succeed(const ContextFrame& before) {
  if (before.isKnown_ && before.storage_ != storage_) rest().further.push_back({before.storage_, before.shared()});
  if (before.rest_)
    for (const Entry& entry : before.rest_->further)
      if (entry.storage != storage_) rest().further.push_back(entry);
  if (before.place_) enroll();
}

// A frame that held others would hold all frames before it, when a program enters two storages by turns.
Handle<ContextFrame> ContextFrame::shared() const {
  if (store_ != this) return store_ ? rest_->store : nullptr;
  return !rest_ || rest_->further.empty() ? Handle<ContextFrame>(const_cast<ContextFrame*>(this)) : copy();
}

void ContextFrame::remove(const Object* storage) noexcept {
  if (storage_.get() == storage) {
    isKnown_ = false;
    store_ = nullptr;
    if (rest_) rest_->store = nullptr;
  }
  if (!rest_) return;
  nodecpp::detail::List<Entry>& further = rest_->further;
  for (std::size_t i = further.size(); i-- > 0;)
    if (further[i].storage.get() == storage) further.erase(further.begin() + std::ptrdiff_t(i));
}

}  // namespace nodecpp::async_hooks::detail
