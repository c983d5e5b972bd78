// Event and the classes that derive from it. Part of event_target.h.
// https://nodejs.org/docs/latest-v24.x/api/events.html#class-event
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/error.h>
#include <nodecpp/event_target/event_data.h>
#include <nodecpp/events/listener.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

namespace nodecpp {

class EventTargetObject;
using EventTarget = Handle<EventTargetObject>;

struct EventInit {
  bool bubbles = false;
  bool cancelable = false;
  bool composed = false;
};

// What a target reports. JavaScript's `new Event(type, options)` is make<Event>(type, options). The name Event itself
// is that of the names of events (nodecpp/events.h), so a variable or parameter is a Handle<EventObject>, or `auto`.
//
// What Node stores in an event is a member here; what it computes is a call.
class EventObject : public Object {
 public:
  using Init = EventInit;
  static constexpr int NONE = 0;
  static constexpr int CAPTURING_PHASE = 1;
  static constexpr int AT_TARGET = 2;
  static constexpr int BUBBLING_PHASE = 3;

  explicit EventObject(StringArg type, EventInit options = {});
  ~EventObject() override;
  // The name of the class for util.inspect.
  virtual const char* className() const { return "Event"; }

  String type;
  // The target to which the event was given last; undefined before.
  EventTarget target;
  bool bubbles;
  bool cancelable;
  bool composed;
  bool isTrusted = false;  // the runtime has made the event
  double timeStamp;        // milliseconds since the program's start, at the turn of the loop that made the event

  // Returns the target while listeners are called, and undefined otherwise.
  EventTarget currentTarget() const { return isBeingDispatched_ ? target : EventTarget(); }
  EventTarget srcElement() const { return target; }
  // Returns the target while listeners are called, as Array of one element, and an empty Array otherwise.
  Array<EventTarget> composedPath() const;
  int eventPhase() const noexcept { return isBeingDispatched_ ? AT_TARGET : NONE; }

  // Makes dispatchEvent() return false, if the event is cancelable and the listener not passive.
  void preventDefault() noexcept {
    if (cancelable && !inPassiveListener_) defaultPrevented_ = true;
  }
  bool defaultPrevented() const noexcept { return cancelable && defaultPrevented_; }
  bool returnValue() const noexcept { return !defaultPrevented(); }
  // stopImmediatePropagation keeps the remaining listeners from being called. stopPropagation sets cancelBubble alone,
  // since events of Node have no path.
  void stopImmediatePropagation() noexcept { propagationStopped_ = stopped_ = true; }
  void stopPropagation() noexcept { propagationStopped_ = true; }
  bool cancelBubble() const noexcept { return propagationStopped_; }
  // Changes the event, unless its listeners are being called.
  void initEvent(StringArg type, bool bubbles = false, bool cancelable = false);

  template <class I>
  void inspectTo(I& out) const {
    out.name(className()).property("type", type).property("defaultPrevented", defaultPrevented());
    out.property("cancelable", cancelable).property("timeStamp", timeStamp);
  }

 protected:
  // Shows the tracer further members that may lead back to the event.
  virtual void traceMembers(detail::Tracer&) {}

 private:
  friend class EventTargetObject;
  void trace(detail::Tracer& tracer);

  bool isBeingDispatched_ = false;
  bool inPassiveListener_ = false;
  bool defaultPrevented_ = false;
  bool propagationStopped_ = false;
  bool stopped_ = false;
  detail::Enrolment enrolment_{this, [](EventObject* self, detail::Tracer& tracer) { self->trace(tracer); }};
};

template <class T>
struct CustomEventInit {
  bool bubbles = false;
  bool cancelable = false;
  bool composed = false;
  T detail{};
};

// An event of a program's own: make<CustomEvent<int>>("tick", {.detail = 5}).
template <class T>
class CustomEventObject : public EventObject {
 public:
  using Init = CustomEventInit<T>;
  explicit CustomEventObject(StringArg type, CustomEventInit<T> options = {})
      : EventObject(type, {options.bubbles, options.cancelable, options.composed}), detail(std::move(options.detail)) {}
  const char* className() const override { return "CustomEvent"; }
  T detail;

 protected:
  void traceMembers(nodecpp::detail::Tracer& tracer) override { tracer(detail); }
};
template <class T>
using CustomEvent = Handle<CustomEventObject<T>>;

struct MessageEventInit {
  bool bubbles = false;
  bool cancelable = false;
  bool composed = false;
  EventData data{};
  String origin{};
  String lastEventId{};
};

// A message of a WebSocket or an EventSource. `data` reads as a String; see EventData for messages of other types.
class MessageEventObject : public EventObject {
 public:
  using Init = MessageEventInit;
  explicit MessageEventObject(StringArg type, MessageEventInit options = {});
  const char* className() const override { return "MessageEvent"; }
  EventData data;
  String origin;
  String lastEventId;

 protected:
  void traceMembers(detail::Tracer& tracer) override { tracer(data); }
};
using MessageEvent = Handle<MessageEventObject>;

struct CloseEventInit {
  bool bubbles = false;
  bool cancelable = false;
  bool composed = false;
  bool wasClean = false;
  int code = 0;
  String reason{};
};

// The end of a WebSocket.
class CloseEventObject : public EventObject {
 public:
  using Init = CloseEventInit;
  explicit CloseEventObject(StringArg type, CloseEventInit options = {});
  const char* className() const override { return "CloseEvent"; }
  bool wasClean;
  int code;
  String reason;
};
using CloseEvent = Handle<CloseEventObject>;

struct ErrorEventInit {
  bool bubbles = false;
  bool cancelable = false;
  bool composed = false;
  String message{};
  String filename{};
  double lineno = 0;
  double colno = 0;
  Error error = nullptr;
};

// A failure, of a WebSocket for example.
class ErrorEventObject : public EventObject {
 public:
  using Init = ErrorEventInit;
  explicit ErrorEventObject(StringArg type, ErrorEventInit options = {});
  const char* className() const override { return "ErrorEvent"; }
  String message;
  String filename;
  double lineno;
  double colno;
  Error error;
};
using ErrorEvent = Handle<ErrorEventObject>;

// JavaScript's `new Event(type, options)`.
template <template <class...> class E>
  requires std::same_as<E<>, Event<>>
Handle<EventObject> make(StringArg type, EventInit options = {}) {
  detail::Making making;
  return Handle<EventObject>(new (making) EventObject(type, options));
}
// make<CloseEvent>("close", {.code = 1000}), and so for each class with options of its own.
template <class E>
  requires detail::DerivedFrom<typename E::ObjectType, EventObject> && requires { typename E::ObjectType::Init; }
E make(StringArg type, typename E::ObjectType::Init options) {
  detail::Making making;
  return E(new (making) typename E::ObjectType(type, std::move(options)));
}

}  // namespace nodecpp

// A handle to the target of an event needs the complete class.
#include <nodecpp/event_target.h>
