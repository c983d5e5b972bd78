// AbortController and AbortSignal. https://nodejs.org/docs/latest-v24.x/api/globals.html#class-abortcontroller
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/event_target.h>
#include <nodecpp/list.h>

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

namespace detail {
struct AbortDependents;
}  // namespace detail

// Its event `abort` comes once, when the operation is cancelled. Node's page says that a listener is best added with
// {.once = true}.
class AbortSignalObject : public EventTargetObject {
 public:
  AbortSignalObject();
  ~AbortSignalObject() override;
  const char* className() const override { return "AbortSignal"; }

  // A function that is called when the signal aborts; assignable.
  EventHandler<Handle<EventObject>> onabort{this, "abort"};

  bool aborted() const { return static_cast<bool>(reason_); }
  // Returns the reason of the abort; undefined while the signal is not aborted. The default reason is a DOMException
  // with the name AbortError, "This operation was aborted". The reference dangles once the signal is destroyed.
  const Error& reason() const [[clang::lifetimebound]] { return reason_; }
  // Throws the reason when the signal is aborted.
  void throwIfAborted() const;

  template <class I>
  void inspectTo(I& out) const {
    out.name(className()).property("aborted", aborted());
  }

 protected:
  void traceMembers(detail::Tracer& tracer) override;
  void listenersChanged(EventName type, std::size_t count) override;
  SignalState signalState() const noexcept override { return aborted() ? SignalState::aborted : SignalState::waits; }

 private:
  friend class AbortControllerObject;
  friend class AbortSignal;
  // The entry of this signal among the dependents of a source signal.
  struct Source {
    AbortSignalObject* signal;
    double number;
  };
  void abort(Error reason);
  void dispatchAbort();
  void follow(AbortSignalObject& source);
  // While this signal has a listener, its source signals keep it alive.
  void keepBySources(bool keep);

  Error reason_;
  detail::List<Source> sources_;  // the source signals that still exist, of a signal made by AbortSignal.any
  detail::AbortDependents* dependents_ = nullptr;
  bool kept_ = false;  // the source signals hold a reference to this signal
};

class AbortControllerObject : public Object {
 public:
  AbortControllerObject() : signal_(make<AbortSignal>()) {}
  AbortSignal signal() const { return signal_; }
  template <class I>
  void inspectTo(I& out) const {
    out.name("AbortController").property("signal", signal_);
  }
  // Aborts the signal. `reason` is an Error, such as a DOMException. Its listeners are called at once, in order. A
  // second call does nothing.
  void abort(Error reason = nullptr) { signal_->abort(std::move(reason)); }

 private:
  AbortSignal signal_;
  NODECPP_TRACE(signal_)
};

}  // namespace nodecpp
