// EventData: what a MessageEvent carries. Part of event_target.h.
#pragma once

#include <nodecpp/describe.h>
#include <nodecpp/events/listener.h>
#include <nodecpp/object.h>
#include <nodecpp/string.h>

namespace nodecpp {

class EventData;

namespace detail {

// A value of any type, behind a handle.
class BoxedDataObject : public Object {
 public:
  virtual TypeId typeId() const noexcept = 0;
  virtual void describe(util::Value& out) const = 0;
  virtual String text() const { return "[object Object]"; }
};
template <class T>
class BoxedValueObject final : public BoxedDataObject {
 public:
  explicit BoxedValueObject(T from) : value(std::move(from)) {}
  TypeId typeId() const noexcept override { return &typeIdOf<T>; }
  void describe(util::Value& out) const override {
    if (&describeInto<T>) describeInto<T>(out, value);
  }
  String text() const override {
    if constexpr (Arithmetic<T>) return str(value);
    return BoxedDataObject::text();
  }
  T value;
  NODECPP_TRACE(value)
};

// EventData counts as a String in concatenations, comparisons and arguments.
template <>
inline constexpr bool isString<EventData> = true;

}  // namespace detail

// A message: a String, or a value of another type, such as an ArrayBuffer. It reads as a String; that of another type
// reads as JavaScript's String(value). A default-made EventData is null.
class EventData {
 public:
  EventData() noexcept = default;
  EventData(std::nullptr_t) noexcept {}
  template <class T>
    requires detail::StringLike<const T&> && (!std::same_as<T, EventData>)
  EventData(const T& text) : text_(StringArg(text).toString()) {}
  template <class T>
    requires(!detail::StringLike<const T&>) && (!std::same_as<T, EventData>) && (!std::is_null_pointer_v<T>)
  EventData(const T& value) : box_(make<detail::BoxedValueObject<T>>(value)) {}

  // JavaScript's typeof data === 'string'.
  bool isString() const noexcept { return !box_ && !text_.isNull(); }
  bool isNull() const noexcept { return !box_ && text_.isNull(); }
  // JavaScript's data instanceof T: data.is<ArrayBuffer>().
  template <class T>
  bool is() const noexcept {
    return box_ && box_->typeId() == &detail::typeIdOf<T>;
  }
  // Returns the value as a T. Throws a TypeError when it is of another type.
  template <class T>
  T as() const {
    if constexpr (std::same_as<T, String>) {
      if (isString()) return text_;
    } else {
      if (is<T>()) return static_cast<detail::BoxedValueObject<T>&>(*box_).value;
    }
    throwOtherType();
  }

  String toString() const { return text_.isNull() ? String("null") : text_; }
  operator String() const { return toString(); }
  const char* data() const [[clang::lifetimebound]] { return text_.data(); }
  std::size_t size() const { return text_.size(); }
  bool empty() const { return text_.empty(); }
  std::ptrdiff_t length() const { return text_.length(); }

 private:
  [[noreturn]] static void throwOtherType();
  String text_ = nullptr;
  Handle<detail::BoxedDataObject> box_;
};

}  // namespace nodecpp
