// A value that is set later: what std::optional would be, which is a tenth of the lines that a program with http.h
// compiles. For the runtime.
#pragma once

#include <nodecpp/safety.h>
#include <nodecpp/traits.h>

#include <new>
#include <utility>

namespace nodecpp::detail {

template <class T>
class Later {
 public:
  Later() noexcept {}
  Later(const Later& other) : isSet_(other.isSet_) {
    if (isSet_) ::new (&value_) T(other.value_);
  }
  Later(Later&& other) noexcept : isSet_(other.isSet_) {
    if (isSet_) ::new (&value_) T(std::move(other.value_));
  }
  Later& operator=(Later other) noexcept {
    clear();
    if (other.isSet_) emplace(std::move(other.value_));
    return *this;
  }
  ~Later() { clear(); }

  // Sets the value. It must not be set yet.
  template <class... V>
  T& emplace(V&&... from) {
    auto* value = ::new (&value_) T(std::forward<V>(from)...);
    isSet_ = true;
    return *value;
  }
  explicit operator bool() const noexcept { return isSet_; }
  // Returns the value. The caller has checked that it is set.
  const T& held() const noexcept [[clang::lifetimebound]] { return value_; }
  // Throws a TypeError when no value is set.
  T& operator*() [[clang::lifetimebound]] {
    if (!isSet_) [[unlikely]]
      throwUndefined();
    return value_;
  }
  const T& operator*() const [[clang::lifetimebound]] { return *const_cast<Later&>(*this); }
  const T* operator->() const [[clang::lifetimebound]] { return &**this; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isSet_)
      out.value(value_);
    else
      out.undefined();
  }

 private:
  void clear() noexcept {
    if (detail::exchange(isSet_, false)) value_.~T();
  }
  union {
    T value_;
  };
  bool isSet_ = false;
};

}  // namespace nodecpp::detail
