// Takes the bytes of an event stream apart.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
#pragma once

#include <nodecpp/string.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace nodecpp::detail {

class EventStream {
 public:
  // What the stream tells. The functions may call stop().
  class Sink {
   public:
    virtual void onEvent(const String& type, const String& data) = 0;

   protected:
    ~Sink() = default;
  };
  // `most` bounds the bytes of one event.
  explicit EventStream(double most) noexcept : most_(most) {}

  // Takes bytes, cut anywhere. Returns false when an event is too large; the stream must be given up then.
  bool take(Sink& sink, const char* bytes, std::size_t size);
  // Takes no further bytes in the running call of take().
  void stop() noexcept { stopped_ = true; }
  // Begins a new connection. What is incomplete is forgotten; the last id and the time stay.
  void restart();

  // Of the events so far; empty before the first id.
  const String& lastEventId() const noexcept { return lastEventId_; }
  // The time before a new connection that the server wants, in milliseconds; negative when it said none.
  double retry() const noexcept { return retry_; }

 private:
  bool skipMark(const char*& bytes, std::size_t& size);
  bool grows(std::size_t by) noexcept { return double(held_ += by) <= most_; }
  void endLine(Sink& sink, std::string_view line);
  void field(std::string_view name, std::string_view value);
  void dispatch(Sink& sink);

  const double most_;
  std::string line_;  // the beginning of a line that was cut
  std::string data_;
  bool hasData_ = false;
  std::string type_;
  std::string id_;
  bool hasId_ = false;
  double pendingRetry_ = -1;
  std::size_t held_ = 0;  // bytes of the event so far
  int marked_ = 0;        // bytes of the byte order mark that came, or -1 when it is decided
  bool afterCr_ = false;  // a line feed would belong to the line before
  bool stopped_ = false;
  String lastEventId_ = "";
  double retry_ = -1;
};

}  // namespace nodecpp::detail
