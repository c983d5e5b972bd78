// A context: the stores of all AsyncLocalStorages at one time, which Node calls an AsyncContextFrame. Programs include
// nodecpp/async_hooks.h.
#pragma once

#include <nodecpp/list.h>
#include <nodecpp/object.h>

namespace nodecpp::async_hooks::detail {

// The number of an AsyncLocalStorage among all of its thread, from 1 on.
using StorageNumber = std::uint64_t;

// A change makes a new frame; whoever has kept the old one goes on with the old stores. The frame that begins with a
// value is the store of this value itself, so that a call of run() needs one object.
class ContextFrame : public Object {
 public:
  // Makes a frame without a value of `storage`: after begin(), getStore() returns undefined, as inside of exit().
  explicit ContextFrame(StorageNumber storage) noexcept : storage_(storage | elsewhere) {}
  ~ContextFrame() override {
    if (rest_ || place_) [[unlikely]]
      dropRest();
  }

  // What a frame has for a storage: nothing, a store, or, inside of exit(), none.
  struct Found {
    bool isKnown;
    const ContextFrame* store;  // a Store<T>, valid as long as the frame
  };
  Found find(StorageNumber storage) const noexcept {
    if (storage_ == storage) [[likely]]
      return {true, this};
    return findFurther(storage);
  }
  // Whether the frame itself is the store of `storage`.
  bool isStoreOf(StorageNumber storage) const noexcept { return storage_ == storage; }
  // The storage with which the frame began, also after remove().
  StorageNumber storage() const noexcept { return storage_ & ~(elsewhere | removed); }

  // Makes this the context of the other storages of `before`, too, which may be null. Called once.
  void begin(const ContextFrame* before) {
    if (before) [[unlikely]]
      succeed(*before);
  }
  // As begin(), with the store of another frame.
  void begin(const ContextFrame* before, const ContextFrame& store);
  // Takes the store of a storage away.
  void remove(StorageNumber storage) noexcept;

 protected:
  // For a Store. `refers` says whether its value may lead back to this frame; only then it is on the collector's list.
  ContextFrame(StorageNumber storage, bool refers) : storage_(storage) {
    if (refers) enroll();
  }

 private:
  struct Entry {
    StorageNumber storage;
    Handle<ContextFrame> store;
  };
  // Added to the number of the storage when the frame is not its store: another one is, in `rest_`, or there is none;
  // or the frame knows nothing of the storage any more.
  static constexpr StorageNumber elsewhere = StorageNumber(1) << 62, removed = StorageNumber(1) << 63;
  virtual void traceValue(nodecpp::detail::Tracer&) {}
  // Returns a store of the same value that refers to no further frame.
  virtual Handle<ContextFrame> copy() const { return nullptr; }

  void enroll() {
    if (!place_) place_ = nodecpp::detail::enroll(this, traced);
  }
  // What only the frames of programs with several storages have, and those with a store of another frame.
  struct Rest {
    Handle<ContextFrame> store;
    nodecpp::detail::List<Entry> further;
  };
  Rest& rest();
  // Takes the frame off the collector's list, and frees `rest_`.
  void dropRest() noexcept;
  // These two are not inlined, so that the functions for one storage stay short.
  [[gnu::noinline]] Found findFurther(StorageNumber storage) const noexcept;
  [[gnu::noinline]] void succeed(const ContextFrame& before);
  Handle<ContextFrame> shared() const;

  StorageNumber storage_;
  Rest* rest_ = nullptr;
  std::uint32_t place_ = 0;

  static const nodecpp::detail::TracedType traced;
};

// A value of AsyncLocalStorage as an object that contexts share.
template <class T>
class Store final : public ContextFrame {
 public:
  // `storage` is 0 for a store of another frame.
  Store(StorageNumber storage, T value)
      : ContextFrame(storage, nodecpp::detail::mayRefer<T>), value(std::move(value)) {}
  T value;

 private:
  void traceValue(nodecpp::detail::Tracer& tracer) override {
    if constexpr (nodecpp::detail::mayRefer<T>) tracer(value);
  }
  Handle<ContextFrame> copy() const override { return make<Handle<Store>>(0, value); }
};

}  // namespace nodecpp::async_hooks::detail
