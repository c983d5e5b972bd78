// Splits a multipart body into parts while it arrives. It keeps a part's header, within its limits, and at most as many
// bytes of the body as a boundary has.
#pragma once

#include <nodecpp/buffer.h>

#include <map>
#include <string>
#include <string_view>

namespace nodecpp::detail {

// The first value of each field of a part's header, by its name in lower case. The values are latin1.
using PartHeader = std::map<std::string, std::string, std::less<>>;

// Reads the header of a part byte by byte, with Node's limits: 16 KiB and 2,000 fields.
class PartHeaderParser {
 public:
  enum class State : unsigned char { going, done, malformed };
  // Takes bytes from the front of `data` until the header has ended or is malformed, and removes them.
  State push(std::string_view& data);
  PartHeader take();

 private:
  enum class Place : unsigned char { name, beforeValue, value, lineFeed, nextLine, lastLineFeed };
  State step(char c, bool& consumed);
  void addField();

  Place place_ = Place::name;
  std::size_t bytes_ = 0;
  std::size_t fields_ = 0;
  std::string name_, value_;
  PartHeader header_;
};

// What a MultipartParser reports.
class MultipartSink {
 public:
  // A boundary has been found, which ends the part before it.
  virtual void onBoundary() = 0;
  // Whether the part that follows is to be read.
  virtual bool wantsPart() = 0;
  virtual void onHeader(const PartHeader& header) = 0;
  virtual void onMalformedHeader() = 0;
  // A piece of the part's body, which shares the memory of the chunk.
  virtual void onData(const Buffer& data) = 0;

 protected:
  ~MultipartSink() = default;
};

class MultipartParser {
 public:
  MultipartParser(std::string_view boundary, MultipartSink& sink);
  // Parses the next bytes of the body.
  void push(const Buffer& chunk);
  bool isComplete() const noexcept { return state_ == State::complete; }
  bool isInHeader() const noexcept { return state_ == State::header; }
  // Ignores all that follows, such as after an error.
  void stop() noexcept;

 private:
  enum class State : unsigned char { skipped, afterBoundary, afterDash, afterReturn, header, body, complete };
  void findBoundaries(const Buffer& chunk);
  std::size_t finishMatch(const Buffer& chunk);
  std::size_t partialMatch(std::string_view data) const;
  void segment(const Buffer& data);
  void endPart();
  void afterBoundary(std::string_view& data);

  std::string needle_;       // CR LF, two dashes and the boundary
  std::size_t matched_ = 2;  // how many bytes of it the last chunk ended with; at first as if a line end stood before
  State state_ = State::skipped;
  bool isStopped_ = false;
  PartHeaderParser header_;
  MultipartSink& sink_;
};

}  // namespace nodecpp::detail
