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
  // Aborts with the first of `signals` that does, after the listeners of that one. These do not keep it, as long as nobody
  // listens to it: one that goes on for the whole process may be given again and again.
  static AbortSignal any(const Array<AbortSignal>& signals);
};

struct AddEventListenerOptions {
  bool once = false;
};

namespace detail {
struct AbortDependents;

// What `signal->onabort = f` assigns to.
class OnAbort : public Function<void()> {
 public:
  explicit OnAbort(AbortSignalObject* owner) noexcept : owner_(owner) {}
  OnAbort(const OnAbort&) = delete;
  template <class F>
    requires std::constructible_from<Function<void()>, F&&>
  OnAbort& operator=(F&& f) {
    Function<void()>::operator=(Function<void()>(std::forward<F>(f)));
    heard();
    return *this;
  }
  OnAbort& operator=(const OnAbort& other) { return *this = static_cast<const Function<void()>&>(other); }

 private:
  void heard();
  AbortSignalObject* const owner_;
};
}  // namespace detail

class AbortSignalObject : public Object {
 public:
  // Called after the listeners when the signal aborts; assignable.
  detail::OnAbort onabort{this};

  AbortSignalObject() = default;
  ~AbortSignalObject() override;

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
  friend class detail::OnAbort;
  friend struct detail::AbortDependents;
  struct Listener {
    Function<void()> f;
    bool once;
  };
  // Where this one stands among the dependents of another.
  struct Source {
    AbortSignalObject* signal;
    double number;
  };
  void abort(Error reason);
  void callListeners();
  void follow(AbortSignalObject& source);
  // Whether there is somebody who must be told: then the sources keep this signal.
  void heard();
  void trace(detail::Tracer& tracer);

  Error reason_;
  detail::List<Listener> listeners_;
  detail::List<Source> sources_;  // of AbortSignal.any, those that are there
  detail::AbortDependents* dependents_ = nullptr;
  bool kept_ = false;  // by its sources
  detail::Enrolment enrolment_{this, [](AbortSignalObject* self, detail::Tracer& tracer) { self->trace(tracer); }};
};

class AbortControllerObject : public Object {
 public:
  AbortControllerObject() : signal_(make<AbortSignal>()) {}
  AbortSignal signal() const { return signal_; }
  // Calls the listeners at once, in order; a second call does nothing.
  void abort(Error reason = nullptr) { signal_->abort(std::move(reason)); }

 private:
  AbortSignal signal_;
  NODECPP_TRACE(signal_)
};

}  // namespace nodecpp
