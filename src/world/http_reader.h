// Finds the ends of HTTP messages that a simulated client or server receives. It trusts its input and is not a parser
// for programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nodecpp::sim {

class HttpReader {
 public:
  explicit HttpReader(bool responses) : responses_(responses) {}

  // Takes the next bytes of a connection, at most to the end of a message. Returns how many bytes it took.
  std::size_t take(std::string_view bytes);
  // Whether a message is complete. `next` begins another message.
  bool whole() const { return state_ == State::whole; }
  void next();
  // The connection has ended, which completes a body without a length. Returns whether it completed one.
  bool end();
  // Whether no byte of the next message has come yet.
  bool fresh() const { return state_ == State::head && head_.empty(); }
  bool malformed() const { return malformed_; }

  // Valid when the head of the message is complete.
  int status() const { return status_; }
  bool keepsAlive() const { return keepsAlive_; }
  // Whether the message is a HEAD request, whose response has no body.
  bool isHead() const { return isHead_; }
  // Set when the next response has no body whatever its fields say, because it answers a HEAD request.
  bool bodiless = false;

 private:
  enum class State : unsigned char { head, length, chunkSize, chunk, chunkEnd, trailers, untilEnd, whole };
  void headEnded();
  void line(std::string_view text);

  bool responses_;
  State state_ = State::head;
  std::string head_;  // The head of a message; after it, the line with a chunk's size or a trailer.
  std::uint64_t left_ = 0;
  int status_ = 0;
  bool keepsAlive_ = true;
  bool isHead_ = false;
  bool malformed_ = false;
};

}  // namespace nodecpp::sim
