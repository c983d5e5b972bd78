// The reader of a head: its place in the bytes, and the steps that parser_line.cpp and parser_field.cpp put together.
#pragma once

#include "http/parser/parser.h"
#include "http/parser/parser_scan.h"

namespace nodecpp::http::detail {

// Lives for one call of Parser::parseLine or parseFields. Its place and state are variables of that call, so that the
// compiler keeps them in registers; the step functions are inlined into the one loop that calls them for the same reason.
// A step reads the bytes of some neighbouring states. It returns true when the loop goes on with `state`, and false when
// the parser returns `event` to its caller.
class Parser::HeadReader {
 public:
  HeadReader(Parser& parser, const char*& p, const HeadCursor& cursor)
      : parser_(parser), p_(p), cursor_(cursor), base(cursor.base), end(cursor.end), at(cursor.at), state(parser.state_) {}

  // The steps of a start line.
  bool readTargetStart();
  bool readAuthority();
  bool readTargetTail();
  bool readRequestVersion();
  bool readOldVersion();
  bool readPreface();
  bool readStatus();

  // The steps of a field.
  bool readName();
  bool readValueStart();
  bool readValue();
  bool readEmptyValue();
  bool readLength();
  bool readCoding();

  // A step returns the result of one of these functions. All but the first two make the parser return to its caller.
  bool enterState(State next) {
    state = next;
    return true;
  }
  bool skipAndEnterState(State next) {
    ++at;
    return enterState(next);
  }
  bool suspend() {
    event = parser_.suspendHead(p_, cursor_, at, state);
    return false;
  }
  bool bad(const char* where, ErrorCode code, const char* reason) {
    event = parser_.fail(p_, where, code, reason);
    return false;
  }
  bool overflow(const char* where) { return bad(where, ErrorCode::headerOverflow, "Header overflow"); }
  // Returns whether `next` is the state in which the step after this one begins, so that the loop goes on to that step
  // directly and does not choose it by a switch.
  bool continuesIn(State next, bool continues) const { return continues && state == next && at != end; }
  bool lineIsWhole() {
    parser_.state_ = State::headersStart;
    event = Event::head;
    return false;
  }

 private:
  // Begins a piece of the head (a url, a name or a value), whose bytes count for the limit of the head's size.
  void open() { parser_.spanStart_ = scan::distance(base, at); }
  // Counts the bytes since open(). Returns whether the head is larger than its limit.
  bool close() { return parser_.track(scan::distance(base, at) - parser_.spanStart_); }
  bool readWord(Step (Parser::*read)(const char*&, const char*));

  Parser& parser_;
  const char*& p_;
  const HeadCursor& cursor_;

 public:
  const char* const base;
  const char* const end;
  const char* at;
  State state;
  Event event{};
};

}  // namespace nodecpp::http::detail
