#include <nodecpp/dom_exception.h>
#include <nodecpp/event_source.h>
#include <nodecpp/https.h>

#include <algorithm>

#include "event_source/event_stream.h"

namespace nodecpp {

namespace detail {

// Gives what the stream tells to an EventSource.
class EventSourceConnection final : public EventStream::Sink {
 public:
  explicit EventSourceConnection(EventSourceObject& source) : source_(source) {}
  void onEvent(const String& type, const String& data) override {
    source_.dispatchEvent(make<MessageEvent>(
        type, {.data = data, .origin = source_.current_->origin(), .lastEventId = source_.stream_->lastEventId()}));
  }

 private:
  EventSourceObject& source_;
};

}  // namespace detail

namespace {

constexpr int mostRedirects = 20;
constexpr double longestTimeout = 2147483647;  // of setTimeout, in milliseconds

bool isEventStream(const Lookup& contentType) {
  const String type = contentType.toString().split(";")[0].trim().toLowerCase();
  return type == "text/event-stream";
}

bool isRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

}  // namespace

EventSourceObject::EventSourceObject(StringArg url, EventSourceInit options)
    : options_(std::move(options)), stream_(new detail::EventStream(options_.maxEventSize)) {
  try {
    current_ = make<url::URL>(url);
  } catch (const Error&) {
    delete stream_;
    throw DOMException("TypeError: Invalid URL", "SyntaxError");
  }
  url_ = current_->href();
  connect();
}

EventSourceObject::~EventSourceObject() { delete stream_; }

void EventSourceObject::traceMembers(detail::Tracer& tracer) {
  onopen.trace(tracer);
  onmessage.trace(tracer);
  onerror.trace(tracer);
  tracer(request_, reconnecting_);
}

void EventSourceObject::report(const char* type) { dispatchEvent(make<Event>(type)); }

void EventSourceObject::connect() {
  readyState_ = CONNECTING;
  const Handle<EventSourceObject> self(this);
  const bool secure = current_->protocol() == "https:";
  if (!secure && current_->protocol() != "http:") {
    // Counts as an error of the network, after which Node tries again, too.
    process::nextTick([self] { self->onLost(); });
    return;
  }
  const auto onAnswer = [self](http::IncomingMessage response) { self->onResponse(response); };
  http::CreateConnection connection;
  if (options_.agent.kind() == http::AgentOption::Kind::undefined) connection = https::proxiedConnection(current_);
  if (secure)
    request_ = https::request(
        current_, {.agent = options_.agent, .createConnection = connection, .headers = requestHeaders()}, onAnswer);
  else
    request_ = http::request(
        current_, {.agent = options_.agent, .createConnection = connection, .headers = requestHeaders()}, onAnswer);
  const auto lost = [self, request = request_.get()] {
    if (self->request_.get() == request) self->onLost();
  };
  request_->on(event::error, lost);  // When there is no connection, no `close` follows.
  request_->on(event::close, lost);
  request_->end();
}

// The fields that Node's fetch sends, in their order. Compression is not asked for, since it would keep events back.
http::Headers EventSourceObject::requestHeaders() const {
  http::Headers headers{{"host", current_->host()},
                        {"connection", "keep-alive"},
                        {"accept", "text/event-stream"},
                        {"accept-language", "*"}};
  if (!stream_->lastEventId().empty()) headers.set("last-event-id", stream_->lastEventId());
  headers.set("sec-fetch-mode", "cors");
  headers.set("user-agent", "node");
  headers.set("pragma", "no-cache");
  headers.set("cache-control", "no-cache");
  for (const auto& [name, value] : options_.headers.entries()) headers.set(name, value);
  return headers;
}

// Follows a redirect. Returns false when the response is none.
bool EventSourceObject::follow(const http::IncomingMessage& response) {
  const Lookup location = response->headers["location"];
  if (!isRedirect(response->statusCode) || location.isUndefined()) return false;
  const http::ClientRequest before = std::exchange(request_, nullptr);
  before->destroy();
  try {
    current_ = make<url::URL>(location.toString(), current_);
  } catch (const Error&) {
    redirects_ = mostRedirects;
  }
  if (redirects_++ < mostRedirects) {
    connect();
  } else {
    redirects_ = 0;
    onLost();
  }
  return true;
}

void EventSourceObject::onResponse(const http::IncomingMessage& response) {
  if (readyState_ == CLOSED || follow(response)) return;
  redirects_ = 0;
  if (response->statusCode != 200 || !isEventStream(response->headers["content-type"])) return fail();
  response->on(event::error, [] {});  // `close` of the request follows
  response->on(event::data, [self = Handle<EventSourceObject>(this)](Buffer bytes) { self->onData(bytes); });
  stream_->restart();
  readyState_ = OPEN;
  report("open");
}

void EventSourceObject::onData(const Buffer& bytes) {
  if (readyState_ != OPEN) return;
  detail::EventSourceConnection connection(*this);
  if (!stream_->take(connection, bytes.bytes(), bytes.size())) fail();
}

// The connection is over, or there was none.
void EventSourceObject::onLost() {
  if (readyState_ == CLOSED) return;
  const Handle<EventSourceObject> self(this);
  request_ = nullptr;
  readyState_ = CONNECTING;
  report("error");
  const double time = std::min(stream_->retry() >= 0 ? stream_->retry() : options_.reconnectionTime, longestTimeout);
  // As in Node, the time does not keep the program alive.
  reconnecting_ = setTimeout(
      [self] {
        if (self->readyState_ == CONNECTING) self->connect();
      },
      time);
  reconnecting_->unref();
}

void EventSourceObject::fail() {
  close();
  report("error");
}

void EventSourceObject::close() {
  if (readyState_ == CLOSED) return;
  readyState_ = CLOSED;
  stream_->stop();
  clearTimeout(reconnecting_);
  reconnecting_ = nullptr;
  if (const http::ClientRequest request = std::exchange(request_, nullptr)) request->destroy();
}

}  // namespace nodecpp
