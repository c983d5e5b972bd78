// The HTTP requests of a recorded program's servers, found in what its connections have received by the parser that the
// servers have used. Their numbers are those of --nodecpp-until=request:N.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "http/parser.h"
#include "walk.h"

namespace nodecpp::logtool {

constexpr std::uint32_t none = 0xffffffff;

// A part of what came on a connection. The bytes are the log's.
struct Piece {
  std::string_view bytes;
  std::uint32_t next;
};

// A write: its bytes are not in the log.
struct Write {
  std::uint64_t operation;
  std::uint64_t turn;
  std::uint64_t size;
  std::uint64_t unsent;
  std::uint32_t checksum;
  std::uint32_t next;
};

struct Request {
  std::uint64_t number = 0;  // from 1; 0 for bytes that are no request
  std::uint64_t turn = 0;    // in which its head was whole
  std::uint64_t connection = 0;
  std::int64_t time = 0;        // of that turn
  std::int64_t firstByte = -1;  // when the answer's first byte was sent; -1: not at all
  std::string_view method{}, url{};
  std::uint64_t bytesIn = 0, bytesOut = 0;
  std::string_view problem{};     // "HPE_INVALID_METHOD" and so on
  std::uint32_t together = none;  // its answer went in the writes of that request, an index: both were read before any
  std::uint32_t pieces = none, lastPiece = none, writes = none, lastWrite = none;
  bool complete = false;
  bool upgrade = false;

  // Nanoseconds; -1 for none.
  std::int64_t latency() const {
    return firstByte < 0 ? -1 : std::int64_t(std::uint64_t(firstByte) - std::uint64_t(time));
  }
};

class Requests {
 public:
  // Takes the next record of the log, whose bytes stay where they are.
  void take(const Walk& at);

  // In the order in which the servers were given them; what is no request stands among them.
  const std::vector<Request>& all() const { return all_; }
  std::uint64_t count() const { return count_; }
  const Piece& piece(std::uint32_t index) const { return pieces_[index]; }
  const Write& write(std::uint32_t index) const { return writes_[index]; }
  std::uint64_t connections() const { return accepted_; }

 private:
  struct Connection {
    http::detail::Parser parser{http::detail::Parser::Type::request};
    std::vector<char> kept;                 // of a head that was cut
    std::vector<std::string_view> pending;  // received, and of no request yet
    std::uint32_t reading = none;           // whose bytes come
    std::uint32_t answering = none;         // whose answer is written
    std::vector<std::uint32_t> waiting;     // read since the last write
    bool over = false;                      // no requests come any more
    bool upgraded = false;
  };

  void received(const Walk& at, std::uint64_t id, Connection& connection, std::string_view bytes);
  // What was received last begins `carried` bytes behind `begin`.
  void parse(const Walk& at, std::uint64_t id, Connection& connection, const char*& p, const char* end);
  void head(const Walk& at, std::uint64_t id, Connection& connection);
  void failed(const Walk& at, std::uint64_t id, Connection& connection);
  void written(const Walk& at, Connection& connection);
  std::uint32_t add(const Walk& at, std::uint64_t id, Connection& connection);
  // Gives the first `size` of the pending bytes to a request; of none: away.
  void assign(std::uint32_t request, Connection& connection, std::size_t size);
  std::string_view keep(std::string_view text);

  std::vector<Request> all_;
  std::vector<Piece> pieces_;
  std::vector<Write> writes_;
  std::vector<std::uint32_t> answered_;  // in this turn, since the clock was looked at
  std::deque<std::string> texts_;        // addresses of requests
  std::uint64_t count_ = 0, accepted_ = 0;
  bool cut_ = false;
  std::unordered_set<std::uint64_t> connected_;  // by the program itself
  std::unordered_map<std::uint64_t, bool> listeners_;  // number, and whether it speaks HTTP
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
};

}  // namespace nodecpp::logtool
