#include <nodecpp/http/events.h>

#include <cmath>
#include <string>
#include <string_view>

#include "http/events/heartbeats.h"
#include "loop/loop.h"

namespace nodecpp::http {

namespace {

std::string_view viewOf(const String& text) { return {text.data(), text.size()}; }

// Checks a value that must stay on its line.
void checkLine(const char* name, const String& value) {
  if (viewOf(value).find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos)
    throw nodecpp::detail::invalidArgValue(name, nodecpp::detail::inspectString(value),
                                           "must not contain line breaks or zeros");
}

double checkedTime(const char* name, double value) {
  if (!(value >= 0) || value != std::floor(value) || value > 9007199254740991)
    throw nodecpp::detail::outOfRange(name, "an integer >= 0", nodecpp::detail::rangeNumber(value));
  return value;
}

void field(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += value.empty() ? ":" : ": ";
  out += value;
  out += '\n';
}

// Writes a field for each line of the text. A line ends with a line feed, a carriage return, or both.
void lines(std::string& out, std::string_view name, std::string_view text) {
  for (;;) {
    const std::size_t end = text.find_first_of("\r\n");
    field(out, name, text.substr(0, end));
    if (end == text.npos) return;
    text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
  }
}

String stringOf(const std::string& text) { return String::copyOf(text.data(), text.size()); }

}  // namespace

EventStreamObject::EventStreamObject(const ServerResponse& response, const EventStreamOptions& options)
    : lastEventId(response->req->headers["last-event-id"] || ""),
      response_(response),
      maxBackpressure_(options.maxBackpressure),
      dropsSlow_(options.slowReceivers == "drop") {
  if (!dropsSlow_ && options.slowReceivers != "close")
    throw nodecpp::detail::invalidArgValue(
        "options.slowReceivers", nodecpp::detail::inspectString(options.slowReceivers), "must be 'drop' or 'close'");
}

void EventStreamObject::begin(const EventStreamOptions& options) {
  const double heartbeat = checkedTime("options.heartbeat", options.heartbeat);
  if (options.retry.given) checkedTime("options.retry", options.retry.value);
  Headers headers{{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}, {"X-Accel-Buffering", "no"}};
  for (const auto& [name, value] : options.headers.entries()) headers.set(name, value);
  response_->writeHead(200, headers);
  if (response_->destroyed()) return onClose();
  // The response keeps this object alive until it closes.
  response_->on(event::close, [self = self()] { self->onClose(); });
  if (options.retry.given) send(ServerSentEvent{.retry = options.retry});
  // The head goes with the first event when there is one at once, which is one write and less memory.
  nodecpp::detail::Loop::current().nextTick([self = self()] {
    if (self->response_ && !self->wrote_) self->response_->flushHeaders();
  });
  if (heartbeat == 0) return;
  detail::startBeating(this, heartbeat);
}

EventStreamObject::~EventStreamObject() { detail::stopBeating(this); }

void EventStreamObject::beat() {
  const bool wasQuiet = std::exchange(quiet_, !std::exchange(wrote_, false));
  if (!wasQuiet || !quiet_ || bufferedAmount() > 0) return;
  comment();
  wrote_ = quiet_ = false;
}

bool EventStreamObject::send(const ServerSentEvent& event) {
  checkLine("event", event.event);
  if (!event.id.isUndefined()) checkLine("id", event.id);
  std::string out;
  if (!event.event.empty()) field(out, "event", viewOf(event.event));
  if (!event.id.isUndefined()) field(out, "id", viewOf(event.id));
  if (event.retry.given) field(out, "retry", viewOf(str(checkedTime("retry", event.retry.value))));
  if (!event.data.isUndefined()) lines(out, "data", viewOf(event.data));
  out += '\n';
  return write(stringOf(out));
}

bool EventStreamObject::comment(StringArg text) {
  std::string out;
  lines(out, "", {text.data(), text.size()});
  out += '\n';
  return write(stringOf(out));
}

bool EventStreamObject::write(const String& text) {
  if (isClosed_ || response_->writableEnded()) return false;
  if (bufferedAmount() > maxBackpressure_) {
    ++dropped_;
    if (!dropsSlow_) response_->destroy();
    return false;
  }
  wrote_ = true;
  if (response_->write(text)) return true;
  if (!std::exchange(waitsForDrain_, true))
    response_->once(event::drain, [self = self()] {
      self->waitsForDrain_ = false;
      self->emit(event::drain);
    });
  return false;
}

void EventStreamObject::close() {
  if (isClosed_) return;
  detail::stopBeating(this);
  response_->end();
}

void EventStreamObject::onClose() {
  if (std::exchange(isClosed_, true)) return;
  detail::stopBeating(this);
  response_ = nullptr;
  emit(event::close);
  // No event comes any more, and listeners often hold this object.
  nodecpp::detail::Loop::current().nextTick([self = self()] { self->dropListeners(); });
}

EventStream events(const ServerResponse& response, const EventStreamOptions& options) {
  const EventStream stream = make<EventStream>(response, options);
  stream->begin(options);
  return stream;
}

}  // namespace nodecpp::http
