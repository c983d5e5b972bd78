// The fields of a message between the runtime's own parts: numbers in decimal, each followed by a blank, then perhaps a
// text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "os/port/threads_role.h"

namespace nodecpp::worker_threads::detail {

inline os::Message messageOf(char kind, std::initializer_list<std::uint64_t> numbers, std::string_view text = {}) {
  os::Message message;
  message.bytes.push_back(kind);
  for (std::uint64_t each : numbers) message.bytes += std::to_string(each) + ' ';
  message.bytes += text;
  return message;
}
class MessageFields {
 public:
  explicit MessageFields(const os::Message& message) : rest_(message.bytes) {}
  char kind() {
    if (rest_.empty()) return 0;
    const char first = rest_[0];
    rest_.remove_prefix(1);
    return first;
  }
  // Returns the next number, or 0 when there is none.
  std::uint64_t number() {
    std::uint64_t value = 0;
    while (!rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') {
      value = value * 10 + std::uint64_t(rest_[0] - '0');
      rest_.remove_prefix(1);
    }
    if (!rest_.empty()) rest_.remove_prefix(1);
    return value;
  }
  // Returns the rest, or its first `size` bytes, which are taken.
  std::string_view text() const { return rest_; }
  std::string_view take(std::uint64_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

}  // namespace nodecpp::worker_threads::detail
