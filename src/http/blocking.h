// What goes between a loop and the threads of http::blocking: requests one way, parts of answers the other.
#pragma once

#include <nodecpp/http/blocking.h>

#include <string>
#include <string_view>
#include <vector>

#include "os/port/threads.h"

namespace nodecpp::http::detail {

// A message's bytes: numbers of eight bytes, and texts behind their sizes.
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
  // Of anything that a loop takes names and values from.
  template <class Fields>
  BlockingWriter& fields(const Fields& fields) {
    number(fields.size());
    for (const auto& [name, each] : fields) text(name).value(each);
    return *this;
  }
  std::string bytes;
};

// Reads what a BlockingWriter has written. It was written by this program, and is not checked.
class BlockingReader {
 public:
  explicit BlockingReader(std::string_view bytes) : left_(bytes) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  String text() {
    std::size_t size = number();
    String value = String::copyOf(left_.data(), size);
    left_.remove_prefix(size);
    return value;
  }
  Lookup value();
  Array<std::pair<String, Lookup>> fields();

 private:
  std::string_view left_;
};

// What a message from a thread carries, in this order; each but `headers` stands in its own part.
enum BlockingPart : std::uint64_t {
  partStatus = 1,   // status code and message
  partHeaders = 2,  // given to setHeader
  partHead = 4,     // writeHead was called, with further headers
  partFlush = 8,    // the head is to leave now
  partBody = 16,    // in the message's first buffer
  partEnd = 32,     // the response ends with it
  partOver = 64,    // the handler has returned: the thread is free
  partError = 128,  // what it threw: name, message, code, stack
  partExit = 256,   // it has called process::exit: the code
};

}  // namespace nodecpp::http::detail
