// A context: the stores of all AsyncLocalStorages at one time. It is what Node calls an AsyncContextFrame. A change
// makes a new frame; whoever has kept the old one goes on with the old stores.
#pragma once

#include <nodecpp/object.h>

#include <vector>

namespace nodecpp::async_hooks::detail {

class ContextFrame final : public Object {
 public:
  // The frame keeps the storage alive, so that no other storage gets its address meanwhile. An undefined store is that
  // of exit().
  struct Entry {
    Handle<Object> storage;
    Handle<Object> store;
  };

  // Makes a frame with `entry` and the entries of `before` for other storages. `before` may be null. `refers` says
  // whether the store may lead back to this frame. If none does, the frame needs no place on the collector's list.
  ContextFrame(const ContextFrame* before, Entry entry, bool refers) : first_(std::move(entry)) {
    if (before) [[unlikely]] {
      if (before->first_.storage && before->first_.storage != first_.storage) more_.push_back(before->first_);
      for (const Entry& other : before->more_)
        if (other.storage != first_.storage) more_.push_back(other);
      refers |= before->place_ != 0;
    }
    if (refers) place_ = nodecpp::detail::enroll(this, traced);
  }
  ~ContextFrame() override { nodecpp::detail::removeFromCollector(this, place_); }

  // Whether a store may lead back to this frame.
  bool refers() const noexcept { return place_ != 0; }
  // Returns the place of the store of `storage`, or null.
  const Handle<Object>* find(const Object* storage) const noexcept {
    if (first_.storage.get() == storage) [[likely]]
      return &first_.store;
    for (const Entry& other : more_)
      if (other.storage.get() == storage) return &other.store;
    return nullptr;
  }

  void remove(const Object* storage) noexcept {
    if (first_.storage.get() == storage) first_ = {};
    std::erase_if(more_, [storage](const Entry& other) { return other.storage.get() == storage; });
  }

 private:
  // Most programs have one storage, whose entry needs no memory of its own.
  Entry first_;
  std::vector<Entry> more_;
  std::uint32_t place_ = 0;

  static const nodecpp::detail::TracedType traced;
};

inline constexpr nodecpp::detail::TracedType ContextFrame::traced{
    [](void* memory) noexcept { return nodecpp::detail::ObjectTracing::refs(static_cast<ContextFrame*>(memory)); },
    [](void* memory, nodecpp::detail::Tracer& tracer) {
      auto* self = static_cast<ContextFrame*>(memory);
      tracer(self->first_.storage, self->first_.store);
      for (Entry& other : self->more_) tracer(other.storage, other.store);
      nodecpp::detail::ObjectTracing::showWeak(self, tracer);
    },
    [](void* memory) noexcept { nodecpp::detail::ObjectTracing::drop(static_cast<ContextFrame*>(memory)); },
    [](void* memory, std::uint32_t place) noexcept { static_cast<ContextFrame*>(memory)->place_ = place; }};

}  // namespace nodecpp::async_hooks::detail
