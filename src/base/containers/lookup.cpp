#include <nodecpp/error.h>
#include <nodecpp/lookup.h>

#include <cmath>

namespace nodecpp {

Lookup::Lookup(const Array<String>& values)
    : list_(::new (detail::allocate(sizeof(List))) List{1, values}), kind_(Kind::list) {}

void Lookup::dropList() noexcept {
  if (--list_->refs == 0) {
    list_->~List();
    detail::release(list_, sizeof(List));
  }
}

Lookup::operator bool() const noexcept {
  switch (kind_) {
    case Kind::undefined:
    case Kind::null: return false;
    case Kind::string: return !text_.empty();
    case Kind::number: return number_ != 0 && !std::isnan(number_);
    case Kind::list: return true;
  }
  return false;
}

String Lookup::toString() const {
  switch (kind_) {
    case Kind::undefined: return "undefined";
    case Kind::null: return "null";
    case Kind::string: return text_;
    case Kind::number: return str(number_);
    case Kind::list: break;
  }
  String out;
  for (std::size_t i = 0; i < list_->values.size(); ++i) {
    if (i) out += ",";
    out += list_->values[i];
  }
  return out;
}

Lookup::operator String() const {
  return kind_ == Kind::undefined ? String(undefined) : kind_ == Kind::null ? String(nullptr) : toString();
}

double Lookup::toNumber() const {
  if (kind_ == Kind::number) return number_;
  if (kind_ <= Kind::null) return kind_ == Kind::null ? 0 : std::nan("");
  return nodecpp::toNumber(toString());
}

String Lookup::typeOf() const {
  switch (kind_) {
    case Kind::undefined: return "undefined";
    case Kind::string: return "string";
    case Kind::number: return "number";
    case Kind::null:
    case Kind::list: break;
  }
  return "object";
}

void Lookup::throwNo(StringArg name) const {
  if (kind_ <= Kind::null) throw TypeError(format("Cannot read properties of {} (reading '{}')", toString(), name));
  throw TypeError(format("value.{} is not a function", name));
}

Array<String> Lookup::needList(const char* name) const {
  if (kind_ != Kind::list) [[unlikely]]
    throwNo(name);
  return list_->values;
}

std::ptrdiff_t Lookup::length() const {
  if (kind_ <= Kind::null) [[unlikely]]
    throwNo("length");
  return kind_ == Kind::string ? text_.length() : kind_ == Kind::list ? list_->values.length() : 0;
}

Lookup Lookup::operator[](std::size_t index) const {
  if (kind_ <= Kind::null) [[unlikely]]
    throwNo(str(index));
  if (index >= std::size_t(length())) return {};
  return kind_ == Kind::list ? Lookup(list_->values[index]) : Lookup(text_.charAt(std::ptrdiff_t(index)));
}

Array<String> Lookup::values() const {
  if (kind_ <= Kind::null) return {};
  return kind_ == Kind::list ? list_->values.slice() : Array<String>{toString()};
}

void Lookup::push(String value) {
  if (kind_ == Kind::list && list_->refs == 1) {
    list_->values.push(std::move(value));
    return;
  }
  auto all = values();
  all.push(std::move(value));
  *this = Lookup(all);
}

StringArg::StringArg(const Lookup& value) {
  if (value.kind_ != Lookup::Kind::string) [[unlikely]] {
    const String received = value.kind_ == Lookup::Kind::list     ? str("an instance of Array")
                            : value.kind_ == Lookup::Kind::number ? format("type number ({})", value.toString())
                                                                  : value.toString();
    throw detail::codedError<TypeError>("ERR_INVALID_ARG_TYPE", "The argument must be of type string. Received " + received);
  }
  *this = StringArg(value.text_);
}

// The text that a list or a number prints must exist as long as the view of it, so that of a list is kept in the list.
detail::TextArg::TextArg(const Lookup& value)
    : StringArg(value.isUndefined() ? StringArg("undefined")
                : value.isNull()    ? StringArg("null")
                : value.isArray()   ? StringArg(value.list_->printed = value.toString())
                                    : StringArg(value)) {}

bool Lookup::equals(StringArg text) const {
  switch (kind_) {
    case Kind::undefined:
    case Kind::null: return false;
    case Kind::string: return text_ == text;
    case Kind::number: return number_ == nodecpp::toNumber(text);
    case Kind::list: return toString() == text;
  }
  return false;
}

bool operator==(const Lookup& a, const Lookup& b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (a.kind_ == Lookup::Kind::number || b.kind_ == Lookup::Kind::number) return a.toNumber() == b.toNumber();
  if (a.isArray() && b.isArray()) return a.list_ == b.list_;  // Two arrays are equal only if they are the same array.
  return a.toString() == b.toString();
}

}  // namespace nodecpp
