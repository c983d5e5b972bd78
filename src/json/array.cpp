// What arrays do.
#include <nodecpp/number.h>
#include <nodecpp/var.h>

#include <algorithm>
#include <vector>

#include "json/tree.h"

namespace nodecpp {

namespace {

std::size_t clamped(std::ptrdiff_t index, std::size_t size) {
  if (index < 0) index = std::max<std::ptrdiff_t>(index + std::ptrdiff_t(size), 0);
  return std::min(std::size_t(index), size);
}

}  // namespace

void var::needArray(const char* function) const {
  if (!isArray()) detail::throwNoFunction(*this, function);
}

void var::needGrowing(const char* function) const {
  needArray(function);
  if (array_->fixed) throw TypeError("Cannot add property " + str(array_->size) + ", object is not extensible");
}
void var::needChangeable(const char* function) const {
  needArray(function);
  if (array_->locked) throw TypeError("Cannot assign to read only property '0' of object '[object Array]'");
  if (array_->fixed) throw TypeError("Cannot delete property '" + str(array_->size ? array_->size - 1 : 0) + "' of [object Array]");
}

void var::append(var element) const {
  needGrowing("push");
  array_->append(std::move(element));
}

var var::pop() const {
  needChangeable("pop");
  if (array_->size == 0) return var();
  return std::move(array_->data[--array_->size]);
}

var var::shift() const {
  needChangeable("shift");
  if (array_->size == 0) return var();
  var out = std::move(array_->data[0]);
  ++array_->data;
  ++array_->front;
  --array_->size;
  --array_->capacity;
  return out;
}

std::size_t var::unshift(var element) const {
  needChangeable("unshift");
  if (array_->front) {
    ::new (static_cast<void*>(array_->data - 1)) var(std::move(element));
    --array_->data;
    --array_->front;
    ++array_->size;
    ++array_->capacity;
    return array_->size;
  }
  array_->append(std::move(element));
  std::rotate(array_->data, array_->data + array_->size - 1, array_->data + array_->size);
  return array_->size;
}

var var::splice(std::ptrdiff_t start, std::ptrdiff_t deleteCount, const Array<var>& items) const {
  needChangeable("splice");
  std::size_t from = clamped(start, array_->size);
  std::size_t gone = std::min(std::size_t(std::max<std::ptrdiff_t>(deleteCount, 0)), array_->size - from);
  var removed = array();
  for (std::size_t i = 0; i < gone; ++i) removed.append(get(from + i));
  std::vector<var> rest;
  for (std::size_t i = from + gone; i < array_->size; ++i) rest.push_back(get(i));
  setLength(from);
  for (const var& item : items) append(item);
  for (var& item : rest) append(std::move(item));
  return removed;
}

var var::reverse() const {
  needChangeable("reverse");
  std::reverse(array_->data, array_->data + array_->size);
  return *this;
}

String var::join(StringArg separator) const {
  needArray("join");
  if (separator == StringArg(",")) return toString();
  String out;
  for (std::size_t i = 0; i < array_->size; ++i) {
    if (i) out += separator;
    if (!array_->data[i].isNullish()) out += array_->data[i].toString();
  }
  return out;
}

void var::sortBy(double (*compare)(const var&, const var&, void*), void* context) const {
  needArray("sort");
  if (array_->locked) needChangeable("sort");
  Array<var> list;
  for (std::size_t i = 0; i < array_->size; ++i) list.push(get(i));
  list.sort([&](const var& a, const var& b) { return compare(a, b, context); });
  for (std::size_t i = 0; i < list.size(); ++i) set(i, list[i]);
}

var var::sort() const {
  return sort([](const var& a, const var& b) { return String::compare(a.toString(), b.toString()); });
}

void var::setLength(std::size_t length) const {
  needChangeable("setLength");
  array_->resize(length);
}

var var::at(std::ptrdiff_t index) const {
  if (!isArray() && !isString()) detail::throwNoFunction(*this, "at");
  if (index < 0) index += std::ptrdiff_t(length());
  return index < 0 ? var() : get(std::size_t(index));
}

var var::slice(std::ptrdiff_t from, std::ptrdiff_t to) const {
  if (isString()) return string_.slice(from, to);
  needArray("slice");
  var out = array();
  for (std::size_t i = clamped(from, array_->size), end = clamped(to, array_->size); i < end; ++i) out.append(get(i));
  return out;
}

var var::concat(const var& more) const {
  if (isString()) return string_ + more.toString();
  needArray("concat");
  var out = slice();
  if (!more.isArray())
    out.append(more);
  else
    for (std::size_t i = 0, size = more.length(); i < size; ++i) out.append(more.get(i));
  return out;
}

std::ptrdiff_t var::indexOf(const var& element) const {
  if (isString()) return string_.indexOf(element.toString());
  needArray("indexOf");
  for (std::size_t i = 0; i < array_->size; ++i)
    if (array_->data[i] == element) return std::ptrdiff_t(i);
  return -1;
}

var var::split(StringArg separator, std::size_t limit) const { return needText("split").split(separator, limit); }

String var::toFixed(double digits) const {
  if (!isNumber()) detail::throwNoFunction(*this, "toFixed");
  return num(number_).toFixed(digits);
}
String var::toPrecision(double digits) const {
  if (!isNumber()) detail::throwNoFunction(*this, "toPrecision");
  return num(number_).toPrecision(digits);
}
String var::toExponential(double digits) const {
  if (!isNumber()) detail::throwNoFunction(*this, "toExponential");
  return num(number_).toExponential(digits);
}
String var::toString(double radix) const { return isNumber() ? num(number_).toString(radix) : toString(); }

bool var::includes(const var& element) const {
  if (isArray() && element.isNumber() && element.number_ != element.number_)
    return some([](const var& each) { return each.isNumber() && each.number_ != each.number_; });
  return indexOf(element) >= 0;
}

}  // namespace nodecpp
