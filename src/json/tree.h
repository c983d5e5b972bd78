// What is inside a var, for the runtime (include/nodecpp/var/parts.h has the arrays and objects themselves).
#pragma once

#include <nodecpp/var.h>

#include <vector>

namespace nodecpp::detail {

// What a var holds, for those who have looked at its kind.
struct VarParts {
  static const String& string(const var& of) noexcept { return of.string_; }
  static double number(const var& of) noexcept { return of.number_; }
  static bool boolean(const var& of) noexcept { return of.boolean_; }
  static bool isHole(const var& of) noexcept { return of.tail_.tag == var::tagHole; }
  // What stood there.
  static var leaveHole(var& place) noexcept {
    var gone(std::move(place));
    place.tail_.tag = var::tagHole;
    return gone;
  }
  static var::Kind kind(const var& of) noexcept {
    using Kind = var::Kind;
    unsigned char tag = of.tail_.tag;
    if (tag <= var::mostInlined || tag == var::tagSlice) return Kind::string;
    constexpr Kind low[] = {Kind::undefined, Kind::null, Kind::boolean, Kind::number, Kind::date, Kind::undefined};
    constexpr Kind high[] = {Kind::array, Kind::object, Kind::buffer, Kind::handle};
    return tag & var::counted ? high[tag - var::tagArray] : low[tag - var::tagUndefined];
  }
};

// The slots of an object in the order in which JavaScript enumerates them, without holes.
class SlotOrder {
 public:
  explicit SlotOrder(const VarObject& object);
  std::uint32_t size() const noexcept { return size_; }
  std::uint32_t operator[](std::uint32_t i) const noexcept { return sorted_.empty() ? i : sorted_[i]; }

 private:
  std::uint32_t size_;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace nodecpp::detail
