// The text of a date as it is put together, and the names that stand in it.
#pragma once

#include <nodecpp/string.h>

#include <cstring>
#include <string_view>

namespace nodecpp::detail {

inline constexpr std::string_view weekdayNames[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                    "Thursday", "Friday", "Saturday"};
inline constexpr std::string_view monthNames[] = {"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};

// Room for the longest text of a date, which is some 150 bytes; what would be beyond it is left out.
class TextBuffer {
 public:
  TextBuffer& operator<<(std::string_view text) noexcept {
    const std::size_t size = text.size() < sizeof bytes_ - size_ ? text.size() : sizeof bytes_ - size_;
    std::memcpy(bytes_ + size_, text.data(), size);
    size_ += size;
    return *this;
  }
  TextBuffer& operator<<(char c) noexcept { return *this << std::string_view(&c, 1); }
  // With zeros in front up to `digits`. `value` is not negative.
  TextBuffer& number(int value, int digits) noexcept {
    char all[12];
    int at = sizeof all;
    for (; value > 0 || digits > 0; value /= 10, --digits) all[--at] = char('0' + value % 10);
    return *this << std::string_view(all + at, sizeof all - std::size_t(at));
  }
  std::string_view view() const noexcept { return {bytes_, size_}; }
  String text() const { return String(view()); }

 private:
  char bytes_[256];
  std::size_t size_ = 0;
};

}  // namespace nodecpp::detail
