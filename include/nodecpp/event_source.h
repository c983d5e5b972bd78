// EventSource: a client of server-sent events, as Node has it behind --experimental-eventsource.
// https://nodejs.org/docs/latest-v24.x/api/globals.html#eventsource
//
//   auto source = make<EventSource>("https://localhost:8000/prices");
//   source->onmessage = [](auto event) { console::log(event->data, event->lastEventId); };
#pragma once

#include <nodecpp/event_target.h>
#include <nodecpp/http/client.h>
#include <nodecpp/timers.h>
#include <nodecpp/url.h>

namespace nodecpp {

namespace detail {
class EventStream;
class EventSourceConnection;
}  // namespace detail

struct EventSourceInit {
  bool withCredentials = false;
  // The time in milliseconds before a lost connection is made again, until the server says another one. In Node it is
  // an option of `node`.
  double reconnectionTime = 3000;
  // Beyond Node: the most bytes of one event, with all its lines. A larger one ends the connection with an `error`
  // event for good. Node has no limit.
  double maxEventSize = 16 * 1024 * 1024;
  // Beyond Node: further header fields of the requests, and the agent that makes the connections, such as an
  // https::Agent with certificates of its own.
  http::Headers headers{};
  http::AgentOption agent{};
};

// Receives the events of a server, each as a MessageEvent of the event's own name, or `message`. It connects at once,
// and again when the connection ends, with the last event's id in the field Last-Event-ID. A response of another status
// than 200 or of another type than text/event-stream ends it. `open` and `error` are reported; readyState() tells
// whether an `error` is the last word. Redirects are followed, at most 20 in a row.
class EventSourceObject final : public EventTargetObject {
 public:
  static constexpr int CONNECTING = 0;
  static constexpr int OPEN = 1;
  static constexpr int CLOSED = 2;

  static Args<Handle<EventObject>> eventArgs(event::open_t);
  static Args<MessageEvent> eventArgs(event::message_t);
  static Args<Handle<EventObject>> eventArgs(event::error_t);

  // Throws a DOMException with the name SyntaxError for an address that is no URL.
  explicit EventSourceObject(StringArg url, EventSourceInit options = {});
  ~EventSourceObject() override;
  const char* className() const override { return "EventSource"; }

  int readyState() const noexcept { return readyState_; }
  String url() const { return url_; }
  bool withCredentials() const noexcept { return options_.withCredentials; }
  // Ends the connection. No event is dispatched any more.
  void close();

  EventHandler<Handle<EventObject>> onopen{this, "open", true};
  EventHandler<MessageEvent> onmessage{this, "message", true};
  EventHandler<Handle<EventObject>> onerror{this, "error", true};

 protected:
  void traceMembers(detail::Tracer& tracer) override;

 private:
  friend class detail::EventSourceConnection;
  void connect();
  http::Headers requestHeaders() const;
  bool follow(const http::IncomingMessage& response);
  void onResponse(const http::IncomingMessage& response);
  void onData(const Buffer& bytes);
  void onLost();
  void fail();
  void report(const char* type);

  EventSourceInit options_;
  String url_;
  url::URL current_;  // after redirects
  int readyState_ = CONNECTING;
  int redirects_ = 0;  // in a row
  http::ClientRequest request_;
  detail::EventStream* stream_;
  Timeout reconnecting_;
};

// A counted reference to an EventSource, with its constants of readyState.
class EventSource : public Handle<EventSourceObject> {
 public:
  using Handle<EventSourceObject>::Handle;
  EventSource() noexcept = default;
  EventSource(const Handle<EventSourceObject>& other) noexcept : Handle(other) {}
  static constexpr int CONNECTING = 0;
  static constexpr int OPEN = 1;
  static constexpr int CLOSED = 2;
};

// JavaScript's new EventSource(url, options).
template <class E>
  requires std::same_as<E, EventSource>
E make(StringArg url, EventSourceInit options) {
  detail::Making making;
  return E(new (making) EventSourceObject(url, std::move(options)));
}

}  // namespace nodecpp
