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

// AbortSignal tells an operation that it is cancelled. A default-made AbortSignal is undefined: an operation that is
// given it cannot be aborted.
class AbortSignal : public Handle<AbortSignalObject> {
 public:
  using Handle<AbortSignalObject>::Handle;

  // Returns a signal that is already aborted. By default its reason is an AbortError.
  static AbortSignal abort(Error reason = nullptr);
  // Returns a signal that aborts with a TimeoutError after `milliseconds`. Its timer does not keep the program alive.
  // Throws ERR_OUT_OF_RANGE for a negative delay.
  static AbortSignal timeout(double milliseconds);
  // Returns a signal that aborts as soon as one of `signals` aborts, with the same reason and after that signal's own
  // listeners. The source signals keep the result alive only while it has a listener, so a signal that lives as long as
  // the process may be passed again and again.
  static AbortSignal any(const Array<AbortSignal>& signals);
};

struct AddEventListenerOptions {
  bool once = false;
};

namespace detail {
struct AbortDependents;
}  // namespace detail

class AbortSignalObject : public Object {
 public:
  // The type of `signal->onabort`. Assigning a function to it makes the signal notice that it has a listener.
  class OnAbort : public Function<void()> {
   public:
    explicit OnAbort(AbortSignalObject* owner) noexcept : owner_(owner) {}
    OnAbort(const OnAbort&) = delete;
    template <class F>
      requires std::constructible_from<Function<void()>, F&&>
    OnAbort& operator=(F&& f) {
      Function<void()>::operator=(Function<void()>(std::forward<F>(f)));
      updateListened();
      return *this;
    }
    OnAbort& operator=(const OnAbort& other) { return *this = static_cast<const Function<void()>&>(other); }

   private:
    void updateListened();
    AbortSignalObject* const owner_;
  };
  // A function that is called after the listeners when the signal aborts; assignable.
  OnAbort onabort{this};

  AbortSignalObject() = default;
  ~AbortSignalObject() override;

  bool aborted() const { return static_cast<bool>(reason_); }
  // Returns the reason of the abort; undefined while the signal is not aborted. The default reason is an AbortError,
  // "This operation was aborted", with code 20. The reference dangles once the signal is destroyed.
  const Error& reason() const [[clang::lifetimebound]] { return reason_; }
  // Throws the reason when the signal is aborted.
  void throwIfAborted() const;
  // Adds a listener. `type` must be "abort"; other types are ignored. A Function that was added before is not added
  // again.
  void addEventListener(StringArg type, Function<void()> listener, AddEventListenerOptions options = {});
  void removeEventListener(StringArg type, const Function<void()>& listener);

 private:
  friend class AbortControllerObject;
  friend class AbortSignal;
  struct Listener {
    Function<void()> f;
    bool once;
  };
  // The entry of this signal among the dependents of a source signal.
  struct Source {
    AbortSignalObject* signal;
    double number;
  };
  void abort(Error reason);
  void callListeners();
  void follow(AbortSignalObject& source);
  // Notes whether this signal has a listener. While it has one, its source signals keep it alive.
  void updateListened();
  void trace(detail::Tracer& tracer);

  Error reason_;
  detail::List<Listener> listeners_;
  detail::List<Source> sources_;  // the source signals that still exist, of a signal made by AbortSignal.any
  detail::AbortDependents* dependents_ = nullptr;
  bool kept_ = false;  // the source signals hold a reference to this signal
  detail::Enrolment enrolment_{this, [](AbortSignalObject* self, detail::Tracer& tracer) { self->trace(tracer); }};
};

class AbortControllerObject : public Object {
 public:
  AbortControllerObject() : signal_(make<AbortSignal>()) {}
  AbortSignal signal() const { return signal_; }
  // Aborts the signal. Its listeners are called at once, in order. A second call does nothing.
  void abort(Error reason = nullptr) { signal_->abort(std::move(reason)); }

 private:
  AbortSignal signal_;
  NODECPP_TRACE(signal_)
};

}  // namespace nodecpp
