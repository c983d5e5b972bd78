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

  // Makes a frame with `entry` and the entries of `before` for other storages. `before` may be null.
  ContextFrame(const ContextFrame* before, Entry entry) : first_(std::move(entry)) {
    if (!before) [[likely]]
      return;
    if (before->first_.storage && before->first_.storage != first_.storage) more_.push_back(before->first_);
    for (const Entry& other : before->more_)
      if (other.storage != first_.storage) more_.push_back(other);
  }

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
  nodecpp::detail::Enrolment enrolment_{this, [](ContextFrame* self, nodecpp::detail::Tracer& tracer) {
                                          tracer(self->first_.storage, self->first_.store);
                                          for (Entry& other : self->more_) tracer(other.storage, other.store);
                                        }};
};

}  // namespace nodecpp::async_hooks::detail
