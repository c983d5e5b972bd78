// The buffer in which the text of a date is put together, and the English names of days and months.
#pragma once

#include <nodecpp/string.h>

#include <cstring>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp::detail {

inline constexpr std::string_view weekdayNames[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                    "Thursday", "Friday", "Saturday"};
inline constexpr std::string_view monthNames[] = {"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};

// A buffer of 256 bytes for the text of a date, which has at most about 150. Text beyond the buffer's end is dropped.
class TextBuffer {
 public:
  TextBuffer& operator<<(std::string_view text) noexcept {
    NODECPP_DEBUG_ASSERT(size_ <= sizeof bytes_, size_);
    const std::size_t size = text.size() < sizeof bytes_ - size_ ? text.size() : sizeof bytes_ - size_;
    std::memcpy(bytes_ + size_, text.data(), size);
    size_ += size;
    return *this;
  }
  TextBuffer& operator<<(char c) noexcept { return *this << std::string_view(&c, 1); }
  // Appends a number that is not negative, with leading zeros up to `digits` digits.
  TextBuffer& number(int value, int digits) noexcept {
    NODECPP_DEBUG_ASSERT(value >= 0 && digits >= 0 && digits <= 11, value, digits);
    if (digits == 2 && value < 100) {
      const char two[] = {char('0' + value / 10), char('0' + value % 10)};
      return *this << std::string_view(two, sizeof two);
    }
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
