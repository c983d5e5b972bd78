#include <nodecpp/error.h>
#include <nodecpp/weak.h>

#include "base/assertion.h"
#include "base/objects/weak_records.h"

namespace nodecpp::detail {

WeakRecord* WeakRegistry::of(Object* object) {
  if (object->weak_) return object->weakRecord_;
  auto* record = ::new (allocate(sizeof(WeakRecord))) WeakRecord{object, object->nextToDestroy_, nullptr, 1};
  object->weak_ = true;
  object->weakRecord_ = record;
  return record;
}

void WeakRegistry::end(Object* object) noexcept {
  WeakRecord* record = object->weakRecord_;
  NODECPP_ASSERT(object->weak_ && record->object == object && record->refs > 0, record->refs);
  object->weak_ = false;
  object->nextToDestroy_ = nullptr;
  record->object = nullptr;
  // The destruction of an entry may remove other entries from the list.
  while (WeakLink* link = record->links) {
    NODECPP_ASSERT(link->key == object && link->link == &record->links && link->gone);
    link->leave();
    link->gone(link->table, object);
  }
  dropWeak(record);
}

WeakLink::WeakLink(Object* key, TableBody* table, void (*gone)(TableBody*, Object*) noexcept) noexcept
    : key(key), table(table), gone(gone) {
  NODECPP_ASSERT(key && gone);
  WeakRecord* record = WeakRegistry::of(key);
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

WeakRecord* weakRecord(Object* object) {
  if (WeakRegistry::isBeingFreed(object)) return ::new (allocate(sizeof(WeakRecord))) WeakRecord{nullptr, nullptr, nullptr, 1};
  WeakRecord* record = WeakRegistry::of(object);
  detail::countHolder(record->refs);
  return record;
}

void retainWeak(WeakRecord* record) noexcept { detail::countHolder(record->refs); }
void dropWeak(WeakRecord* record) noexcept {
  NODECPP_ASSERT(!record || record->refs > 0);
  if (record && --record->refs == 0) release(record, sizeof(WeakRecord));
}
bool weakIsThere(const WeakRecord* record) noexcept { return record->object != nullptr; }
bool isBeingFreed(const Object* object) noexcept { return WeakRegistry::isBeingFreed(object); }
void throwInvalidWeak(const char* message) { throw TypeError(message); }

}  // namespace nodecpp::detail
