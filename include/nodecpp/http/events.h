// http::events: server-sent events as a response. Not in Node, whose programs write the lines by hand.
// https://html.spec.whatwg.org/multipage/server-sent-events.html
//
//   http::createServer([](auto request, auto response) {
//     auto stream = http::events(response);
//     stream->send({.data = "21.5", .event = "temperature", .id = "1"});
//     stream->on(event::close, [] { console::log("the client has gone"); });
//   });
//
// Programs include this header besides nodecpp/http.h. The page is docs/event_source.md.
#pragma once

#include <nodecpp/http/server.h>

namespace nodecpp::http {

// One event. `data` may have several lines. Without `id` the client keeps its last one; an empty one resets it.
struct ServerSentEvent {
  String data = undefined;
  String event{};  // the type; "message" when it is empty
  String id = undefined;
  stream::OptionalNumber retry{};  // milliseconds before the client connects again
};

struct EventStreamOptions {
  // The time in milliseconds after which a comment is sent when nothing else was, at the latest one and a half of it,
  // so that nothing on the way closes the connection and a client that has gone is noticed; 0 for none.
  double heartbeat = 15000;
  // Sent first: milliseconds before the client connects again.
  stream::OptionalNumber retry{};
  // Further fields of the head; they take precedence over Content-Type, Cache-Control and X-Accel-Buffering.
  Headers headers{};
  // What happens to a client whose unsent bytes are more than `maxBackpressure` when an event is sent: "drop" leaves
  // the event out for it, and "close" destroys its connection.
  double maxBackpressure = 1024 * 1024;
  String slowReceivers = "close";
};

namespace detail {
// The place of a stream among those with the same period of heart-beats; a period of 0 stands for none.
struct HeartbeatPlace {
  double period = 0;
  std::size_t index = 0;
};
}  // namespace detail

class EventStreamObject;
using EventStream = Handle<EventStreamObject>;

// A response that consists of events. It lives until the connection is closed, or while a handle refers to it.
class EventStreamObject final : public EventEmitterObject {
 public:
  // Call http::events() and not this constructor.
  EventStreamObject(const ServerResponse& response, const EventStreamOptions& options);
  ~EventStreamObject() override;
  const char* className() const override { return "EventStream"; }

  using EventEmitterObject::eventArgs;
  // The client has gone, or close() was called. It comes once, as soon as the connection is closed.
  static Args<> eventArgs(event::close_t);
  // All that was sent has been taken by the system, after send() has returned false.
  static Args<> eventArgs(event::drain_t);

  // The id of the last event that the client has received, from its field Last-Event-ID; empty for a new client.
  const String lastEventId;

  // Send an event, or a comment, which clients ignore. Return false when the client reads too slowly, so that the
  // caller should wait for `drain`, and when it has gone. Throw ERR_INVALID_ARG_VALUE for an `event` or `id` with a
  // line break or a zero, and ERR_OUT_OF_RANGE for a `retry` that is no integer from 0 on.
  bool send(const ServerSentEvent& event);
  bool send(StringArg data) { return send(ServerSentEvent{.data = data.toString()}); }
  bool comment(StringArg text = "");
  // Ends the response. What was sent before still reaches the client, who then connects again, as the protocol wants
  // it.
  void close();

  bool closed() const noexcept { return isClosed_; }
  // The number of bytes that the system has not taken yet.
  double bufferedAmount() const { return response_ ? double(response_->writableLength()) : 0; }
  // How many events were left out because of slowReceivers.
  double dropped() const noexcept { return dropped_; }

  // For the runtime, which calls beat() twice in each period.
  void beat();
  detail::HeartbeatPlace place;

 protected:
  void traceMembers(nodecpp::detail::Tracer& tracer) override { tracer(response_); }

 private:
  friend EventStream events(const ServerResponse& response, const EventStreamOptions& options);
  void begin(const EventStreamOptions& options);
  bool write(const String& text);
  void onClose();

  ServerResponse response_;  // undefined when it is closed
  double maxBackpressure_;
  double dropped_ = 0;
  bool dropsSlow_;
  bool wrote_ = false;  // since the last call of beat()
  bool quiet_ = false;  // nothing was written between the last two calls of beat()
  bool waitsForDrain_ = false;
  bool isClosed_ = false;
};

// Begins a response of server-sent events: sends its head at once. Throws ERR_HTTP_HEADERS_SENT when the head was sent
// before, ERR_OUT_OF_RANGE for a negative time, and ERR_INVALID_ARG_VALUE for another `slowReceivers`.
EventStream events(const ServerResponse& response, const EventStreamOptions& options = {});

}  // namespace nodecpp::http
