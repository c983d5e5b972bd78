#include <nodecpp/error.h>
#include <nodecpp/weak.h>

#include "base/assertion.h"
#include "base/objects/weak_records.h"

namespace nodecpp::detail {

namespace {

// Removes the entries with the record's object as their key. The destruction of an entry may remove other entries from
// the list.
void removeEntries(WeakRecord* record, [[maybe_unused]] const void* key) noexcept {
  while (WeakLink* link = record->links) {
    NODECPP_ASSERT(link->key == key && link->link == &record->links && link->kind);
    link->leave();
    link->kind->gone(link);
  }
}

}  // namespace

WeakRecord* makeWeakRecord(const void* object, Object* nextToDestroy) {
  return ::new (allocate(sizeof(WeakRecord))) WeakRecord{object, nextToDestroy, nullptr, 1};
}

void endWeakRecord(WeakRecord* record) noexcept {
  NODECPP_ASSERT(record->object && record->refs > 0, record->refs);
  const void* const key = std::exchange(record->object, nullptr);
  removeEntries(record, key);
  dropWeak(record);
}

void showWeakEntries(WeakRecord* record, Tracer& tracer) {
  if (tracer.severs()) {
    // The record must outlast its entries, whose destruction may free the object.
    const RecordReference held(record);
    return removeEntries(record, record->object);
  }
  for (WeakLink* link = record->links; link; link = link->next) link->kind->show(link, tracer);
}

WeakRecord* WeakRegistry::of(Object* object) {
  if (object->weak_) return object->weakRecord_;
  WeakRecord* record = makeWeakRecord(object, object->nextToDestroy_);
  object->weak_ = true;
  object->weakRecord_ = record;
  return record;
}

void WeakRegistry::end(Object* object) noexcept {
  WeakRecord* record = object->weakRecord_;
  NODECPP_ASSERT(object->weak_ && record->object == object, record->refs);
  object->weak_ = false;
  object->nextToDestroy_ = nullptr;
  endWeakRecord(record);
}

void ObjectTracing::showWeak(Object* object, Tracer& tracer) {
  if (object->weak_) showWeakEntries(object->weakRecord_, tracer);
}

WeakLink::WeakLink(WeakRecord* record, const WeakKind& kind) noexcept : kind(&kind) {
  NODECPP_ASSERT(kind.gone && kind.show && (!record || record->object));
  if (!record) return;
  key = record->object;
  next = record->links;
  if (next) next->link = &next;
  link = &record->links;
  record->links = this;
}

void WeakLink::leave() noexcept {
  if (!link) return;
  NODECPP_ASSERT(*link == this && (!next || next->link == &next));
  if (next) next->link = link;
  *link = next;
  link = nullptr;
  next = nullptr;
}

WeakRecord* weakRecordOf(Object* object) { return WeakRegistry::isBeingFreed(object) ? nullptr : WeakRegistry::of(object); }

void retainWeak(WeakRecord* record) noexcept { detail::countHolder(record->refs); }
void dropWeak(WeakRecord* record) noexcept {
  NODECPP_ASSERT(!record || record->refs > 0);
  if (record && --record->refs == 0) release(record, sizeof(WeakRecord));
}
bool weakIsThere(const WeakRecord* record) noexcept { return record->object != nullptr; }
WeakLink* firstWeakLink(const WeakRecord* record) noexcept { return record->links; }
void throwInvalidWeak(StringArg message) { throw TypeError(message); }

}  // namespace nodecpp::detail
