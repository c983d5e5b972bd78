#include "json/weak/var_weak.h"

#include <nodecpp/map/hash_table.h>
#include <nodecpp/weak.h>

#include "base/assertion.h"
#include "base/objects/weak_records.h"
#include "json/var_tree.h"

namespace nodecpp {

namespace {

// The records of the arrays and objects that something refers to weakly, by their addresses. The addresses are looked up
// only, and the table is never iterated. It exists while it has entries.
using Records = detail::Table<const void*, detail::WeakRecord*>;
constinit thread_local Records* weakRecords = nullptr;

detail::WeakRecord* recordOf(const void* value) noexcept {
  const auto* entry = weakRecords ? weakRecords->find(value) : nullptr;
  NODECPP_ASSERT(entry && entry->value->object == value);
  return entry->value;
}

template <class T>
detail::WeakRecord* recordFor(T* value) {
  if (value->weak) return recordOf(value);
  if (!weakRecords) weakRecords = Records::make();
  detail::WeakRecord* record = detail::makeWeakRecord(value);
  try {
    weakRecords->set(value, std::move(record), "WeakMap");
  } catch (...) {
    detail::dropWeak(record);
    throw;
  }
  value->weak = true;
  return record;
}

}  // namespace

void detail::endWeakValue(const void* value) noexcept {
  WeakRecord* const record = recordOf(value);
  weakRecords->erase(value);
  if (weakRecords->live == 0) Records::drop(std::exchange(weakRecords, nullptr));
  endWeakRecord(record);
}

void detail::showWeakValue(const void* value, Tracer& tracer) { showWeakEntries(recordOf(value), tracer); }

detail::VarWords::Weakness detail::VarWords::weakness() const noexcept {
  switch (tail_.tag) {
    case tagArray:
    case tagObject:
    case tagFunction:
    case tagHandle: return Weakness::weak;
    case tagBuffer: return Weakness::strong;
    case tagBox: return box_->type->bigInt ? Weakness::none : Weakness::strong;
    case tagSymbol: return isRegistered(*symbol_) ? Weakness::none : Weakness::strong;
    default: return Weakness::none;
  }
}

detail::WeakRecord* detail::VarWords::weakRecord() const {
  NODECPP_ASSERT(weakness() == Weakness::weak);
  if (isHandle()) return weakRecordOf(objectRef());
  return isArray() ? recordFor(array_) : recordFor(object_);
}

void detail::VarWords::enrollInCollector() const {
  if (isArray())
    array_->enroll();
  else if (isObject() || isFunction())
    object_->enroll();
}

var var::ofUncounted(const Raw& bytes) noexcept {
  alignas(var) char image[sizeof(var)];
  std::memcpy(image, &bytes, sizeof image);
  const var& value = *std::launder(reinterpret_cast<const var*>(image));  // never destroyed, since it counts no reference
  if (!value.isHandle() && *value.inCount() == 0) return undefined;
  return value;
}

}  // namespace nodecpp
