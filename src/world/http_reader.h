// Where messages end in what a simulated client or server receives. Not a parser for programs: it believes what it
// gets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nodecpp::sim {

class HttpReader {
 public:
  explicit HttpReader(bool responses) : responses_(responses) {}

  // Takes the next bytes, at most up to a message's end, and returns how many it took.
  std::size_t take(std::string_view bytes);
  // A message is whole. `next` begins with another.
  bool whole() const { return state_ == State::whole; }
  void next();
  // The connection has ended, which ends a message that goes on to the end. Whether one was ended so.
  bool end();
  // Nothing of a message has come yet.
  bool fresh() const { return state_ == State::head && head_.empty(); }
  bool malformed() const { return malformed_; }

  // Of a whole head.
  int status() const { return status_; }
  bool keepsAlive() const { return keepsAlive_; }
  // The next response has no body, whatever it says: it answers a HEAD.
  bool bodiless = false;

 private:
  enum class State : unsigned char { head, length, chunkSize, chunk, chunkEnd, trailers, untilEnd, whole };
  void headEnded();
  void line(std::string_view text);

  bool responses_;
  State state_ = State::head;
  std::string head_;  // and a chunk's size, and a trailer's line
  std::uint64_t left_ = 0;
  int status_ = 0;
  bool keepsAlive_ = true;
  bool malformed_ = false;
};

}  // namespace nodecpp::sim
