// A context: the stores of all AsyncLocalStorages at one time, which Node calls an AsyncContextFrame. Programs include
// nodecpp/async_hooks.h.
#pragma once

#include <nodecpp/list.h>
#include <nodecpp/object.h>

namespace nodecpp::async_hooks::detail {

// A change makes a new frame; whoever has kept the old one goes on with the old stores. The frame that begins with a
// value is the store of this value itself, so that a call of run() needs one object.
class ContextFrame : public Object {
 public:
  // Makes a frame without a value: after begin(), getStore() returns undefined, as inside of exit().
  ContextFrame() noexcept = default;
  ~ContextFrame() override { nodecpp::detail::removeFromCollector(this, place_); }

  // What a frame has for a storage: nothing, a store, or, inside of exit(), none.
  struct Found {
    bool isKnown;
    const ContextFrame* store;  // a Store<T>, valid as long as the frame
  };
  Found find(const Object* storage) const noexcept {
    if (storage_.get() == storage) [[likely]]
      return {isKnown_, store_};
    return findFurther(storage);
  }
  const Handle<Object>& storage() const noexcept [[clang::lifetimebound]] { return storage_; }

  // Makes this the context of `storage` and of the other storages of `before`, which may be null. Called once.
  void begin(const ContextFrame* before, Handle<Object> storage) {
    storage_ = std::move(storage);
    if (before) [[unlikely]]
      succeed(*before);
  }
  // As begin(), with the store of another frame.
  void begin(const ContextFrame* before, Handle<Object> storage, const ContextFrame& store);
  // Takes the store of a storage away.
  void remove(const Object* storage) noexcept;

 protected:
  // For a Store. `refers` says whether its value may lead back to this frame; only then it is on the collector's list.
  explicit ContextFrame(bool refers) : store_(this) {
    if (refers) enroll();
  }

 private:
  // The frame keeps the storage alive, so that no other storage gets its address meanwhile.
  struct Entry {
    Handle<Object> storage;
    Handle<ContextFrame> store;
  };
  virtual void traceValue(nodecpp::detail::Tracer&) {}
  // Returns a store of the same value that refers to no further frame.
  virtual Handle<ContextFrame> copy() const { return nullptr; }

  void enroll() {
    if (!place_) place_ = nodecpp::detail::enroll(this, traced);
  }
  // What only the frames of programs with several storages have, and those with a store of another frame.
  struct Rest final : Object {
    Handle<ContextFrame> store;
    nodecpp::detail::List<Entry> further;
  };
  Rest& rest();
  Found findFurther(const Object* storage) const noexcept;
  void succeed(const ContextFrame& before);
  Handle<ContextFrame> shared() const;

  Handle<Object> storage_;
  const ContextFrame* store_ = nullptr;  // this, the one of `rest_`, or null
  Handle<Rest> rest_;
  std::uint32_t place_ = 0;
  bool isKnown_ = true;  // whether the frame has anything for `storage_`, to which remove() puts an end

  static const nodecpp::detail::TracedType traced;
};

// A value of AsyncLocalStorage as an object that contexts share.
template <class T>
class Store final : public ContextFrame {
 public:
  explicit Store(T value) : ContextFrame(nodecpp::detail::mayRefer<T>), value(std::move(value)) {}
  T value;

 private:
  void traceValue(nodecpp::detail::Tracer& tracer) override {
    if constexpr (nodecpp::detail::mayRefer<T>) tracer(value);
  }
  Handle<ContextFrame> copy() const override { return make<Handle<Store>>(value); }
};

}  // namespace nodecpp::async_hooks::detail
