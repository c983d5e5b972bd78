#include <nodecpp/fetch/headers.h>

#include "fetch/header_list.h"
#include "util/mime_syntax.h"

namespace nodecpp {

using detail::HeaderList;

namespace detail {

namespace {

// Throws the TypeError of a string with a character that is no byte.
void mustBeBytes(const String& text) {
  if (std::size_t(text.length()) == text.size()) return;  // ASCII
  for (std::ptrdiff_t i = 0; i < text.length(); ++i)
    if (const int unit = text.charCodeAt(i); unit > 255)
      throw TypeError(str("Cannot convert argument to a ByteString because the character at index ") + str(i) +
                      " has a value of " + str(unit) + " which is greater than 255.");
}

bool isWhiteSpace(char c) noexcept { return c == '\t' || c == '\n' || c == '\r' || c == ' '; }

[[noreturn]] void throwInvalid(const char* function, const String& text, const char* type) {
  throw TypeError(str(function) + ": \"" + text + "\" is an invalid " + type + ".");
}

}  // namespace

bool isValidHeaderValue(std::string_view value) noexcept {
  if (value.empty()) return true;
  const auto atEnd = [](char c) { return c == '\t' || c == ' '; };
  return !atEnd(value.front()) && !atEnd(value.back()) && value.find('\n') == value.npos &&
         value.find('\r') == value.npos && value.find('\0') == value.npos;
}

String checkedHeaderName(StringArg name, const char* function) {
  const String text = name.toString();
  mustBeBytes(text);
  if (!mime::isToken(viewOf(text))) throwInvalid(function, text, "header name");
  return text;
}

String checkedHeaderValue(const String& value, const char* function) {
  mustBeBytes(value);
  const std::string_view bytes = viewOf(value);
  std::size_t from = 0, to = bytes.size();
  while (to > from && isWhiteSpace(bytes[to - 1])) --to;
  while (to > from && isWhiteSpace(bytes[from])) ++from;
  String normal = to - from == bytes.size() ? value : value.byteSlice(from, to);
  if (!isValidHeaderValue(viewOf(normal))) throwInvalid(function, normal, "header value");
  return normal;
}

void fillHeaders(HeaderList& list, const HeadersInit& init) {
  for (const HeadersEntry& field : init.fields()) {
    // Node converts both to byte strings before it looks at either.
    mustBeBytes(field.name);
    mustBeBytes(field.value);
  }
  for (const HeadersEntry& field : init.fields()) {
    const String name = checkedHeaderName(field.name, "Headers.append");
    list.append(name, checkedHeaderValue(field.value, "Headers.append"));
  }
}

}  // namespace detail

HeadersInit::HeadersInit(const Headers& headers) : given_(bool(headers)) {
  if (!headers) return;
  detail::HeadersAccess::listOf(*headers).eachValue(
      [this](const String& name, const String& value) { add(name, value); });
}

HeadersInit::HeadersInit(const Array<Array<String>>& fields) : given_(true) {
  for (const Array<String>& field : fields)
    addPair(std::ptrdiff_t(field.size()), field.size() > 0 ? field.at(0) : String(),
            field.size() > 1 ? field.at(1) : String());
}

void HeadersInit::addPair(std::ptrdiff_t length, String name, String value) {
  if (length != 2)
    throw TypeError(str("Headers constructor: expected name/value pair to be length 2, found ") + str(length) + ".");
  add(std::move(name), std::move(value));
}

void HeadersInit::throwWrongType() {
  throw TypeError(
      "Headers constructor: init could not be converted to one of: sequence<sequence<ByteString>>, "
      "record<ByteString, ByteString>.");
}

HeadersObject::HeadersObject() : list_(new HeaderList) {}
HeadersObject::HeadersObject(const HeadersInit& init) : list_(new HeaderList) {
  try {
    fillHeaders(*list_, init);
  } catch (...) {
    delete list_;
    throw;
  }
}
HeadersObject::~HeadersObject() { delete list_; }

void HeadersObject::mustBeMutable() const {
  if (guard_ == detail::HeadersGuard::immutable) throw TypeError("immutable");
}

void HeadersObject::append(StringArg name, const url::Text& value) {
  const String known = detail::checkedHeaderName(name, "Headers.append");
  const String checked = detail::checkedHeaderValue(value.text(), "Headers.append");
  mustBeMutable();
  list_->append(known, checked);
}

void HeadersObject::delete_(StringArg name) {
  const String known = detail::checkedHeaderName(name, "Headers.delete");
  mustBeMutable();
  list_->remove(detail::viewOf(known.toLowerCase()));
}

Lookup HeadersObject::get(StringArg name) const {
  const String lower = detail::checkedHeaderName(name, "Headers.get").toLowerCase();
  const HeaderList::Field* field = list_->find(detail::viewOf(lower));
  return field ? Lookup(field->value) : Lookup(nullptr);
}

Array<String> HeadersObject::getSetCookie() const {
  Array<String> cookies;
  for (const String& cookie : list_->cookies()) cookies.push(cookie);
  return cookies;
}

bool HeadersObject::has(StringArg name) const {
  const String lower = detail::checkedHeaderName(name, "Headers.has").toLowerCase();
  return list_->has(detail::viewOf(lower));
}

void HeadersObject::set(StringArg name, const url::Text& value) {
  const String known = detail::checkedHeaderName(name, "Headers.set");
  const String checked = detail::checkedHeaderValue(value.text(), "Headers.set");
  mustBeMutable();
  list_->set(known, checked);
}

void HeadersObject::forEach(const Function<void(String, String, Headers)>& callback) {
  const Headers self(this);
  // A copy, since the callback may assign to the variable that the caller has given.
  const Function<void(String, String, Headers)> call = callback;
  for (const HeadersEntry& field : entries()) call(field.value, field.name, self);
}

HeadersIterator<String> HeadersObject::keys() { return HeadersIterator<String>(Headers(this)); }
HeadersIterator<String> HeadersObject::values() { return HeadersIterator<String>(Headers(this), true); }
HeadersIterator<HeadersEntry> HeadersObject::entries() { return HeadersIterator<HeadersEntry>(Headers(this)); }

// Returns the field at `index` of an iteration, or null behind the last one. The pointer is valid until a change.
const HeadersEntry* HeadersObject::sorted(std::size_t index) const {
  const auto& fields = list_->sorted();
  return index < fields.size() ? &fields[index] : nullptr;
}

Array<HeadersEntry> HeadersObject::namedFields() const {
  Array<HeadersEntry> fields;
  list_->each([&](const HeaderList::Field& field) { fields.push({field.name, field.value}); });
  return fields;
}

template <class T>
typename HeadersIterator<T>::Result HeadersIterator<T>::next() {
  const HeadersEntry* field = headers_->sorted(index_);
  if (!field) return {T{}, true};
  ++index_;
  if constexpr (std::same_as<T, String>)
    return {ofValues_ ? field->value : field->name, false};
  else
    return {*field, false};
}
template class HeadersIterator<String>;
template class HeadersIterator<HeadersEntry>;

}  // namespace nodecpp
