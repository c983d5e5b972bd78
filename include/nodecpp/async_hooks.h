// async_hooks: values that follow a request through all of its callbacks (AsyncLocalStorage), and contexts that a
// program keeps by itself (AsyncResource). docs/async_hooks.md says which callback has which context.
// https://nodejs.org/docs/latest-v24.x/api/async_context.html
#pragma once

#include <nodecpp/async_hooks/context_frame.h>
#include <nodecpp/function.h>
#include <nodecpp/missing.h>
#include <nodecpp/object.h>
#include <nodecpp/string.h>

#include <optional>

namespace nodecpp::async_hooks {

template <class T>
class AsyncLocalStorageObject;
class AsyncResourceObject;

namespace detail {

// Returns the current context if it is itself the store of `storage`, and null otherwise. It is valid until the context
// changes, as is the store of the next function.
const ContextFrame* ownStoreOf(StorageNumber storage) noexcept;
// Returns what the current context has for `storage`.
ContextFrame::Found storeOf(StorageNumber storage) noexcept;
// Makes a new Store the current context, with the other stores of the one before, until the running callback is over.
void enterWith(Handle<ContextFrame> store);
void disable(StorageNumber storage) noexcept;
// Returns the number of a new storage.
StorageNumber nextStorage() noexcept;

// A context that is current in a scope. At its end the storage has its Store of before again; the other storages keep
// what they were given inside, as in Node. Without a store the scope changes nothing.
class StoreScope {
 public:
  explicit StoreScope(Handle<ContextFrame> store) : made_(std::move(store)) {
    if (made_) enter();
  }
  ~StoreScope() {
    if (made_) leave();
  }
  StoreScope(const StoreScope&) = delete;

 private:
  void enter();
  void leave() noexcept;
  void restoreStore() const;

  Handle<ContextFrame> made_;
  Handle<Object> before_;
};

// The scope of AsyncResource.runInAsyncScope: its context and its ids.
class ResourceScope {
 public:
  explicit ResourceScope(const AsyncResourceObject& resource);
  ~ResourceScope();
  ResourceScope(const ResourceScope&) = delete;

 private:
  Handle<Object> before_;
};

}  // namespace detail

// What AsyncLocalStorage.withScope() returns. Its end, or dispose(), gives the storage its value of before back, as
// JavaScript's `using` does.
class RunScope {
 public:
  explicit RunScope(Handle<detail::ContextFrame> store) { scope_.emplace(std::move(store)); }
  RunScope(const RunScope&) = delete;
  // Ends the scope early. A second call does nothing.
  void dispose() { scope_.reset(); }

 private:
  std::optional<detail::StoreScope> scope_;
};

template <class T>
struct AsyncLocalStorageOptions {
  std::optional<T> defaultValue{};  // What getStore() returns outside of run() and enterWith().
  String name{};
};

// The object behind an AsyncLocalStorage handle. Its values are copied as T is: a handle, a Map or a `let` is shared by
// all who get it, a struct is not.
template <class T>
class AsyncLocalStorageObject final : public Object {
 public:
  using Options = AsyncLocalStorageOptions<T>;

  AsyncLocalStorageObject() = default;
  explicit AsyncLocalStorageObject(Options options)
      : default_(std::move(options.defaultValue)), name_(std::move(options.name)) {}

  // Calls f(args...) and returns its result. In the call, and in everything that is started in it and calls back later,
  // getStore() returns `store`.
  template <class F, class... A>
  decltype(auto) run(T store, F&& f, A&&... args) {
    Handle<detail::ContextFrame> fresh;
    if (!isCurrent(store)) fresh = make<Handle<detail::Store<T>>>(number_, std::move(store));
    detail::StoreScope scope(std::move(fresh));
    return nodecpp::detail::callWithFewer(f, std::forward<A>(args)...);
  }
  // The same without a store: getStore() returns undefined in the call.
  template <class F, class... A>
  decltype(auto) exit(F&& f, A&&... args) {
    detail::StoreScope scope(make<detail::ContextFrame>(number_));
    return nodecpp::detail::callWithFewer(f, std::forward<A>(args)...);
  }
  // Returns the current value. Outside of run() and enterWith() returns the option defaultValue, or undefined: for a T
  // without an undefined state that is NaN or a RangeError.
  T getStore() const {
    if (const auto* store = detail::ownStoreOf(number_)) [[likely]]
      return static_cast<const detail::Store<T>*>(store)->value;
    return furtherStore();
  }
  // Whether getStore() has a value to return. Not in Node, where undefined says it.
  bool hasStore() const noexcept {
    const auto [isKnown, store] = detail::storeOf(number_);
    return isKnown ? store != nullptr : default_.has_value();
  }
  // Makes `store` the value for the rest of the running callback, and for everything that it starts.
  void enterWith(T store) { detail::enterWith(make<detail::Store<T>>(number_, std::move(store))); }
  // Takes the value out of the current context, also for those callbacks that have kept this context already.
  void disable() { detail::disable(number_); }
  // As enterWith(), until the returned object ends.
  [[nodiscard]] RunScope withScope(T store) { return RunScope(make<detail::Store<T>>(number_, std::move(store))); }
  String name() const { return name_; }
  // For the runtime.
  detail::StorageNumber number() const noexcept { return number_; }

 private:
  // What getStore() returns when the context began with another storage. Not inlined, so that getStore() is.
  [[gnu::noinline]] T furtherStore() const {
    const auto [isKnown, store] = detail::storeOf(number_);
    if (store) return static_cast<const detail::Store<T>*>(store)->value;
    if (!isKnown && default_) return *default_;
    return nodecpp::detail::missing<T>([] { return String("The AsyncLocalStorage has no store"); });
  }
  // As Node's Object.is(store, getStore()). Values that cannot be compared are never the same.
  bool isCurrent(const T& store) const {
    if constexpr (requires { static_cast<bool>(store == store); }) {
      const detail::ContextFrame* now = detail::storeOf(number_).store;
      return now && nodecpp::detail::sameValue(static_cast<const detail::Store<T>*>(now)->value, store);
    } else {
      return false;
    }
  }

  // Contexts know a storage by its number: they need not keep it alive.
  const detail::StorageNumber number_ = detail::nextStorage();
  std::optional<T> default_;
  String name_;
  nodecpp::detail::Enrolment enrolment_{this, [](AsyncLocalStorageObject* self, nodecpp::detail::Tracer& tracer) {
                                          if (self->default_) tracer(*self->default_);
                                        }};
};

struct AsyncResourceOptions {
  double triggerAsyncId = -1;         // -1: that of the running callback.
  bool requireManualDestroy = false;  // Without effect, since there are no destroy hooks.
};

// The object behind an AsyncResource handle: it keeps the context in which it was made. A class of a program may derive
// from it, as from Node's.
class AsyncResourceObject : public Object {
 public:
  // `type` is free text. Throws ERR_INVALID_ASYNC_ID for a triggerAsyncId that is no integer or below -1.
  explicit AsyncResourceObject(StringArg type, AsyncResourceOptions options = {});
  AsyncResourceObject(StringArg type, double triggerAsyncId)
      : AsyncResourceObject(type, AsyncResourceOptions{.triggerAsyncId = triggerAsyncId}) {}

  // Calls f(args...) in the context of this object and returns its result. `thisArg` is ignored: a C++ function has its
  // object in its captures.
  template <class F>
  decltype(auto) runInAsyncScope(F&& f) {
    detail::ResourceScope scope(*this);
    return f();
  }
  template <class F, class This, class... A>
  decltype(auto) runInAsyncScope(F&& f, const This&, A&&... args) {
    detail::ResourceScope scope(*this);
    return nodecpp::detail::callWithFewer(f, std::forward<A>(args)...);
  }
  // Returns a function that calls `f` in the context of this object.
  template <class F>
  auto bind(F f);
  // Numbers of this loop's resources; this one's, and that of the resource that was current when this one was made.
  double asyncId() const noexcept { return asyncId_; }
  double triggerAsyncId() const noexcept { return triggerAsyncId_; }
  // Does nothing, since there are no destroy hooks; returns this object.
  Handle<AsyncResourceObject> emitDestroy() { return Handle<AsyncResourceObject>(this); }

 private:
  friend class detail::ResourceScope;
  Handle<Object> context_;
  double asyncId_ = 0;
  double triggerAsyncId_;
  NODECPP_TRACE(context_)
};

namespace detail {

// A function with the context in which it is called. It takes what the function takes.
template <class F>
class Bound {
 public:
  Bound(Handle<AsyncResourceObject> resource, F f) : resource_(std::move(resource)), f_(std::move(f)) {}
  template <class... A>
    requires std::is_invocable_v<F&, A...>
  decltype(auto) operator()(A&&... args) const {
    ResourceScope scope(*resource_);
    return f_(std::forward<A>(args)...);
  }

 private:
  Handle<AsyncResourceObject> resource_;
  mutable F f_;
};

// What AsyncLocalStorage.snapshot() returns: calls a function with arguments in the context of the snapshot.
class Snapshot {
 public:
  explicit Snapshot(Handle<AsyncResourceObject> resource) : resource_(std::move(resource)) {}
  template <class F, class... A>
    requires std::is_invocable_v<F&, A...>
  decltype(auto) operator()(F&& f, A&&... args) const {
    ResourceScope scope(*resource_);
    return f(std::forward<A>(args)...);
  }

 private:
  Handle<AsyncResourceObject> resource_;
};

}  // namespace detail

template <class F>
auto AsyncResourceObject::bind(F f) {
  return detail::Bound<F>(Handle<AsyncResourceObject>(this), std::move(f));
}

class AsyncResource : public Handle<AsyncResourceObject> {
 public:
  using Handle<AsyncResourceObject>::Handle;
  AsyncResource(const Handle<AsyncResourceObject>& other) : Handle(other) {}

  // Returns a function that calls `f` in the current context.
  template <class F>
  static auto bind(F f, StringArg type = "bound-anonymous-fn") {
    return detail::Bound<F>(make<AsyncResource>(type), std::move(f));
  }
};

// A handle to an AsyncLocalStorageObject<T>: `auto storage = make<AsyncLocalStorage<Map<String, String>>>()`. The
// static functions do not depend on T: AsyncLocalStorage<>::bind(f).
template <class T = Undefined>
class AsyncLocalStorage : public Handle<AsyncLocalStorageObject<T>> {
 public:
  using Handle<AsyncLocalStorageObject<T>>::Handle;

  // Returns a function that calls `f` in the current context.
  template <class F>
  static auto bind(F f) {
    return AsyncResource::bind(std::move(f));
  }
  // Returns a function that calls its first argument, with the other ones, in the current context.
  static auto snapshot() { return detail::Snapshot(make<AsyncResource>("bound-anonymous-fn")); }
};

// Returns the asyncId of the AsyncResource whose function runs; otherwise 1 in the program's main function, and 0 in
// callbacks, whose handles have no numbers here.
double executionAsyncId() noexcept;
// Returns the triggerAsyncId of the AsyncResource whose function runs; otherwise 0.
double triggerAsyncId() noexcept;

}  // namespace nodecpp::async_hooks
