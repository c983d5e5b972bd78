// Finds the HTTP requests to the servers of a recorded program, by parsing what its connections received with the same
// parser that the servers used. The requests have the numbers that --nodecpp-until=request:N takes.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "http/parser/parser.h"
#include "log_walk.h"

namespace nodecpp::logtool {

constexpr std::uint32_t none = 0xffffffff;

// A part of the bytes that a connection received. The view is valid as long as the log is mapped.
struct Piece {
  std::string_view bytes;
  std::uint32_t next;
};

// A write of the program. The log has only the size and the checksum of its bytes.
struct Write {
  std::uint64_t operation;
  std::uint64_t turn;
  std::uint64_t size;
  std::uint64_t unsent;
  std::uint32_t checksum;
  std::uint32_t next;
};

struct Request {
  std::uint64_t number = 0;  // counted from 1; 0 for bytes that are not a request
  std::uint64_t turn = 0;    // the turn in which the request's head was complete
  std::uint64_t connection = 0;
  std::int64_t time = 0;        // the time of that turn
  std::int64_t firstByte = -1;  // the time when the first byte of the response was sent; -1 when none was sent
  std::string_view method{}, url{};
  std::uint64_t bytesIn = 0, bytesOut = 0;
  std::string_view problem{};     // the parser's error code, such as "HPE_INVALID_METHOD"; empty for a valid request
  // the index of the earlier request whose writes also contain this response: both requests were read before any
  // response was written
  std::uint32_t together = none;
  std::uint32_t pieces = none, lastPiece = none, writes = none, lastWrite = none;
  bool complete = false;
  bool upgrade = false;

  // Returns the time from the request to the first byte of its response in nanoseconds, or -1 without a response.
  std::int64_t latency() const {
    return firstByte < 0 ? -1 : std::int64_t(std::uint64_t(firstByte) - std::uint64_t(time));
  }
};

class Requests {
 public:
  // Takes the next record of the log. The bytes of the record must stay valid and in place.
  void take(const Walk& at);

  // Returns the requests in the order in which the servers received them. Bytes that are not a request are listed as
  // well.
  const std::vector<Request>& all() const { return all_; }
  std::uint64_t count() const { return count_; }
  const Piece& piece(std::uint32_t index) const { return pieces_[index]; }
  const Write& write(std::uint32_t index) const { return writes_[index]; }
  std::uint64_t connections() const { return accepted_; }

 private:
  struct Connection {
    http::detail::Parser parser{http::detail::Parser::Type::request};
    std::vector<char> kept;                 // the beginning of a head that is not complete yet
    std::vector<std::string_view> pending;  // received bytes that belong to no request yet
    std::uint32_t reading = none;           // the request that is being received
    std::uint32_t answering = none;         // the request that is being answered
    std::vector<std::uint32_t> waiting;     // requests that were read since the last write
    bool over = false;                      // no more requests are expected
    bool upgraded = false;
  };

  void received(const Walk& at, std::uint64_t id, Connection& connection, std::string_view bytes);
  // Parses the bytes from `p` to `end`, and sets `p` to where the parser stopped.
  void parse(const Walk& at, std::uint64_t id, Connection& connection, const char*& p, const char* end);
  void head(const Walk& at, std::uint64_t id, Connection& connection);
  void failed(const Walk& at, std::uint64_t id, Connection& connection);
  void written(const Walk& at, Connection& connection);
  std::uint32_t add(const Walk& at, std::uint64_t id, Connection& connection);
  // Assigns the first `size` pending bytes to a request, or drops them when `request` is none.
  void assign(std::uint32_t request, Connection& connection, std::size_t size);
  std::string_view keep(std::string_view text);

  std::vector<Request> all_;
  std::vector<Piece> pieces_;
  std::vector<Write> writes_;
  std::vector<std::uint32_t> answered_;  // requests answered in this turn since the clock was last read
  std::deque<std::string> texts_;        // the memory for the addresses of requests
  std::uint64_t count_ = 0, accepted_ = 0;
  bool cut_ = false;
  std::unordered_set<std::uint64_t> connected_;  // connections that the program opened itself
  std::unordered_map<std::uint64_t, bool> listeners_;  // for each listener's number, whether it speaks HTTP
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
};

}  // namespace nodecpp::logtool
