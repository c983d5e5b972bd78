// The messages between the event loop and the threads of http::blocking: requests in one direction, parts of responses
// in the other.
#pragma once

#include <nodecpp/http/blocking.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/port/threads_role.h"

namespace nodecpp::http::detail {

// Writes a message's bytes: numbers of eight bytes each, and texts that are preceded by their sizes.
class BlockingWriter {
 public:
  BlockingWriter& number(std::uint64_t value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  BlockingWriter& text(const StringArg& value) {
    number(value.size());
    bytes.append(value.data(), value.size());
    return *this;
  }
  BlockingWriter& value(const Lookup& value);
  // Writes the fields of a list of names and values.
  template <class Fields>
  BlockingWriter& fields(const Fields& fields) {
    number(fields.size());
    for (const auto& [name, each] : fields) text(name).value(each);
    return *this;
  }
  std::string bytes;
};

// Reads the bytes that a BlockingWriter has written. They were written by this process, so they are not validated.
class BlockingReader {
 public:
  explicit BlockingReader(std::string_view bytes) : left_(bytes) {}
  std::uint64_t number() {
    NODECPP_ASSERT(left_.size() >= sizeof(std::uint64_t), left_.size());
    std::uint64_t value = 0;
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  String text() {
    std::size_t size = number();
    NODECPP_ASSERT(size <= left_.size(), size, left_.size());
    String value = String::copyOf(left_.data(), size);
    left_.remove_prefix(size);
    return value;
  }
  Lookup value();
  Array<std::pair<String, Lookup>> fields();

 private:
  std::string_view left_;
};

// The parts that a message from a thread can contain, as bits. The contents follow each other in this order. A body is
// in the message's first buffer.
enum BlockingPart : std::uint64_t {
  partStatus = 1,   // the status code and the reason phrase
  partHeaders = 2,  // the headers of setHeader
  partHead = 4,     // the headers of writeHead, which was called
  partFlush = 8,    // the head must be sent now
  partBody = 16,    // a piece of the response's body
  partEnd = 32,     // the response ends after this message
  partDone = 64,    // the handler has returned, so the thread is free
  partError = 128,  // the handler's exception: name, message, code, stack
  partExit = 256,   // the handler has called process::exit: its code
};

}  // namespace nodecpp::http::detail
