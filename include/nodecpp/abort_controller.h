// AbortController and AbortSignal. https://nodejs.org/docs/latest-v24.x/api/globals.html#class-abortcontroller
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/list.h>
#include <nodecpp/object.h>

namespace nodecpp {

class AbortSignalObject;
class AbortControllerObject;
using AbortController = Handle<AbortControllerObject>;

// What an operation is told of its cancellation by. Undefined when default-made: such an operation cannot be aborted.
class AbortSignal : public Handle<AbortSignalObject> {
 public:
  using Handle<AbortSignalObject>::Handle;

  // One that is aborted already.
  static AbortSignal abort(Error reason = nullptr);
  // Aborts with a TimeoutError after `milliseconds`; its timer does not keep the program alive.
  static AbortSignal timeout(double milliseconds);
  // Aborts with the first of `signals` that does.
  static AbortSignal any(const Array<AbortSignal>& signals);
};

struct AddEventListenerOptions {
  bool once = false;
};

class AbortSignalObject : public Object {
 public:
  // Called after the listeners when the signal aborts; assignable.
  Function<void()> onabort;

  bool aborted() const { return static_cast<bool>(reason_); }
  // Undefined while not aborted. By default an AbortError, "This operation was aborted", code 20.
  const Error& reason() const [[clang::lifetimebound]] { return reason_; }
  // Throws the reason when aborted.
  void throwIfAborted() const;
  // `type` is "abort". The same Function is added once only.
  void addEventListener(StringArg type, Function<void()> listener, AddEventListenerOptions options = {});
  void removeEventListener(StringArg type, const Function<void()>& listener);

 private:
  friend class AbortControllerObject;
  friend class AbortSignal;
  struct Listener {
    Function<void()> f;
    bool once;
  };
  void abort(Error reason);

  Error reason_;
  detail::List<Listener> listeners_;
};

class AbortControllerObject : public Object {
 public:
  AbortControllerObject() : signal_(make<AbortSignal>()) {}
  AbortSignal signal() const { return signal_; }
  // Calls the listeners at once, in order; a second call does nothing.
  void abort(Error reason = nullptr) { signal_->abort(std::move(reason)); }

 private:
  AbortSignal signal_;
};

}  // namespace nodecpp
