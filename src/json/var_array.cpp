// The functions of arrays in a var.
#include <nodecpp/number.h>
#include <nodecpp/var.h>

#include <algorithm>
#include <vector>

#include "base/assertion.h"
#include "json/var_tree.h"

namespace nodecpp {

using detail::VarArray;
using detail::VarParts;

namespace {

std::size_t clamped(std::ptrdiff_t index, std::size_t size) {
  NODECPP_DEBUG_ASSERT(size <= UINT32_MAX, size);
  if (index < 0) index = std::max<std::ptrdiff_t>(index + std::ptrdiff_t(size), 0);
  return std::min(std::size_t(index), size);
}

}  // namespace

void var::needArray(const char* function) const {
  if (!isArray()) detail::throwNoFunction(function);
}

void var::needGrowing(const char* function) const {
  needArray(function);
  if (array_->fixed) detail::throwNotExtensible(str(array_->size));
}
void var::needChangeable(const char* function) const {
  needArray(function);
  if (array_->locked) throwReadOnly("0");
}

void var::append(var element) const {
  needGrowing("push");
  array_->append(std::move(element));
}

namespace {

// Returns an array's element, or undefined for a hole.
var withoutHole(var&& element) { return VarParts::isHole(element) ? var() : std::move(element); }
// Copies elements, holes included. `to` must be a new array that the program does not know yet.
void copyTo(VarArray* to, const VarArray* from, std::size_t begin, std::size_t end) {
  to->reserve(to->size + (end > begin ? end - begin : 0));
  for (std::size_t i = begin; i < end && i < from->size; ++i) to->append(var(from->data[i]));
}

}  // namespace

var var::pop() const {
  needArray("pop");
  if (array_->sealed && array_->size) detail::throwUndeletable(*this, str(array_->size - 1));
  if (array_->locked) throwReadOnly("length");
  if (array_->size == 0) return undefined;
  return withoutHole(std::move(array_->data[--array_->size]));
}

var var::shift() const {
  needArray("shift");
  if (array_->locked && array_->size == 0) throwReadOnly("length");
  if (array_->locked && array_->size > 1) throwReadOnly("0");
  if (array_->sealed && array_->size) detail::throwUndeletable(*this, str(array_->size - 1));
  if (array_->size == 0) return undefined;
  var out = withoutHole(std::move(array_->data[0]));
  NODECPP_DEBUG_ASSERT(array_->size <= array_->capacity, array_->size, array_->capacity);
  ++array_->data;
  ++array_->front;
  --array_->size;
  --array_->capacity;
  return out;
}

std::ptrdiff_t var::unshiftAll(std::initializer_list<var> elements) const {
  needChangeable("unshift");
  if (elements.size()) needGrowing("unshift");
  std::size_t left = elements.size();
  for (; left > 0 && array_->front; --left) {
    const var& element = elements.begin()[left - 1];
    if (element.refers()) array_->enroll();
    ::new (static_cast<void*>(array_->data - 1)) var(element);
    --array_->data;
    --array_->front;
    ++array_->size;
    ++array_->capacity;
  }
  if (left == 0) return array_->size;
  NODECPP_DEBUG_ASSERT(array_->front == 0, array_->front);
  for (std::size_t i = 0; i < left; ++i) array_->append(var(elements.begin()[i]));
  std::rotate(array_->data, array_->data + array_->size - left, array_->data + array_->size);
  return array_->size;
}

var var::spliceAll(std::ptrdiff_t start, std::ptrdiff_t deleteCount, const Array<var>& items) const {
  needArray("splice");
  const std::size_t from = clamped(start, array_->size);
  const std::size_t gone = std::min(std::size_t(std::max<std::ptrdiff_t>(deleteCount, 0)), array_->size - from);
  const std::size_t come = std::size_t(items.length());
  // When splice() moves no element, JavaScript deletes elements before it writes, so the error for deleting comes
  // first.
  if (array_->sealed && come < gone && from + gone == array_->size) detail::throwUndeletable(*this, str(array_->size - 1));
  needChangeable("splice");
  if (array_->fixed && come > gone) detail::throwNotExtensible(str(array_->size));
  if (array_->sealed && come < gone) detail::throwUndeletable(*this, str(array_->size - 1));
  NODECPP_DEBUG_ASSERT(from + gone <= array_->size, from, gone, array_->size);
  VarArray* const removed = VarArray::make(0);
  const var out = ofArray(removed);
  copyTo(removed, array_, from, from + gone);
  VarArray* const rest = VarArray::make(0);
  const var held = ofArray(rest);
  copyTo(rest, array_, from + gone, array_->size);
  array_->resize(from);
  for (const var& item : items) array_->append(var(item));
  copyTo(array_, rest, 0, rest->size);
  return out;
}

var var::filled() const {
  for (std::uint32_t i = 0; i < array_->size; ++i)
    if (VarParts::isHole(array_->data[i])) array_->data[i] = var();
  return *this;
}

var var::reverse() const {
  needArray("reverse");
  if (array_->locked && array_->size > 1) needChangeable("reverse");
  std::reverse(array_->data, array_->data + array_->size);
  return *this;
}

var var::toReversed() const {
  needArray("toReversed");
  return slice().filled().reverse();
}

var var::with(std::ptrdiff_t index, const var& value) const {
  needArray("with");
  if (index < 0) index += std::ptrdiff_t(array_->size);
  if (index < 0 || std::size_t(index) >= array_->size) throw RangeError("Invalid index : " + str(index < 0 ? index - std::ptrdiff_t(array_->size) : index));
  const var out = slice().filled();
  out.array_->data[index] = value;
  return out;
}

var var::fill(const var& value, std::ptrdiff_t from, std::ptrdiff_t to) const {
  needArray("fill");
  const var held(*this), kept(value);  // The destructor of an overwritten element may change this variable and the array.
  VarArray& array = *array_;
  const std::size_t begin = clamped(from, array.size), end = clamped(to, array.size);
  if (begin < end && array.locked) needChangeable("fill");
  if (kept.refers()) array.enroll();
  for (std::size_t i = begin; i < end && i < array.size; ++i) array.data[i] = kept;
  return held;
}

var var::copyWithin(std::ptrdiff_t target, std::ptrdiff_t from, std::ptrdiff_t to) const {
  needArray("copyWithin");
  const var held(*this), part = slice(from, to);  // The destructor of an overwritten element may change this variable.
  VarArray& array = *array_;
  if (array.locked && part.length()) needChangeable("copyWithin");
  for (std::size_t i = 0, at = clamped(target, array.size); i < part.array_->size && at < array.size; ++i, ++at)
    array.data[at] = part.array_->data[i];
  return held;
}

namespace {

void flatten(VarArray* to, const var& list, double depth, int open) {
  if (open > 2000) throw RangeError("Maximum call stack size exceeded");
  for (std::ptrdiff_t i = 0; i < list.length(); ++i) {
    if (VarParts::isHole(list.arrayRep()->data[i])) continue;
    const var element = list.get(i);
    if (depth >= 1 && element.isArray())
      flatten(to, element, depth - 1, open + 1);
    else
      to->append(var(element));
  }
}

}  // namespace

var var::flat(double depth) const {
  needArray("flat");
  VarArray* const list = VarArray::make(0);
  const var out = ofArray(list);
  flatten(list, *this, depth, 0);
  return out;
}

String var::join(detail::TextArg separator) const {
  needArray("join");
  // An element's toString is a function of the program, which may change this variable and that of the separator.
  const var held(*this);
  const String between = separator.toString();
  return detail::joinedText(held.array_, between);
}

void var::sortBy(double (*compare)(const var&, const var&, void*), void* context) const {
  needArray("sort");
  if (array_->locked && array_->size) needChangeable("sort");
  const var held(*this);  // The compare function of sort() may change this variable and the array.
  VarArray& array = *array_;
  // sort() puts undefined elements at the end, and holes after them.
  Array<var> list;
  std::size_t undefinedOnes = 0;
  const std::size_t size = array.size;
  for (std::size_t i = 0; i < size; ++i) {
    const var& element = array.data[i];
    if (VarParts::isHole(element)) continue;
    if (element.isUndefined())
      ++undefinedOnes;
    else
      list.push(element);
  }
  list.sort([&](const var& a, const var& b) { return compare(a, b, context); });
  std::size_t at = 0;
  for (const var& element : list)
    if (at < array.size) array.data[at++] = element;
  for (; undefinedOnes > 0 && at < array.size; --undefinedOnes) array.data[at++] = var();
  for (; at < size && at < array.size; ++at) VarParts::leaveHole(array.data[at]);
}

void var::sortByText() const {
  sortBy([](const var& a, const var& b, void*) { return double(String::compare(a.toString(), b.toString())); }, nullptr);
}

void var::throwNoComparison(const var& compare) {
  throw TypeError("The comparison function must be either a function or undefined: " + compare.toString());
}

void var::setLength(std::size_t length) const {
  needArray("setLength");
  if (array_->locked) throwReadOnly("length");
  if (array_->sealed && length < array_->size) detail::throwUndeletable(*this, str(array_->size - 1));
  const var held(*this);  // The destructor of a removed element may release the array.
  array_->resize(length);
}

var var::at(std::ptrdiff_t index) const {
  if (!isArray() && !isString()) detail::throwNoFunction("at");
  if (index < 0) index += std::ptrdiff_t(length());
  return index < 0 ? var() : get(std::size_t(index));
}

var var::slice(std::ptrdiff_t from, std::ptrdiff_t to) const {
  if (isString()) return string_.slice(from, to);
  needArray("slice");
  VarArray* const list = VarArray::make(0);
  const var out = ofArray(list);
  copyTo(list, array_, clamped(from, array_->size), clamped(to, array_->size));
  return out;
}

var var::concatAll(std::initializer_list<var> more) const {
  if (isString()) {
    String text = string_;
    for (const var& each : more) text += each.toString();
    return text;
  }
  needArray("concat");
  const var out = slice();
  for (const var& each : more) {
    if (each.isArray())
      copyTo(out.array_, each.array_, 0, each.array_->size);
    else
      out.append(each);
  }
  return out;
}

std::ptrdiff_t var::indexOf(const var& element, std::ptrdiff_t from) const {
  if (isString()) return String(string_).indexOf(element.toString(), from);
  needArray("indexOf");
  for (std::size_t i = clamped(from, array_->size); i < array_->size; ++i)
    if (hasElement(i) && array_->data[i] == element) return std::ptrdiff_t(i);
  return -1;
}
std::ptrdiff_t var::lastIndexOf(const var& element, std::ptrdiff_t from) const {
  if (isString()) return String(string_).lastIndexOf(element.toString(), from);
  needArray("lastIndexOf");
  if (from < 0) from += std::ptrdiff_t(array_->size);
  for (std::ptrdiff_t i = std::min(from, std::ptrdiff_t(array_->size) - 1); i >= 0; --i)
    if (hasElement(std::size_t(i)) && array_->data[i] == element) return i;
  return -1;
}

String var::toFixed(double digits) const {
  if (!isNumber()) detail::throwNoFunction("toFixed");
  return num(number_).toFixed(digits);
}
String var::toPrecision(double digits) const {
  if (!isNumber()) detail::throwNoFunction("toPrecision");
  return num(number_).toPrecision(digits);
}
String var::toExponential(double digits) const {
  if (!isNumber()) detail::throwNoFunction("toExponential");
  return num(number_).toExponential(digits);
}
String var::toString(double radix) const {
  if (isBigInt()) return box_->type->bigInt->digits(detail::boxedValue(box_), radix);
  return isNumber() ? num(number_).toString(radix) : toString();
}

bool var::includes(const var& element, std::ptrdiff_t from) const {
  if (!isArray()) return indexOf(element, from) >= 0;
  const bool isNaN = element.isNumber() && element.number_ != element.number_;
  for (std::size_t i = clamped(from, array_->size); i < array_->size; ++i) {
    const var each = get(i);
    if (each == element || (isNaN && each.isNumber() && each.number_ != each.number_)) return true;
  }
  return false;
}

}  // namespace nodecpp
