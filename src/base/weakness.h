// What weak containers and WeakRefs know of an object (nodecpp/weak.h).
#pragma once

#include <nodecpp/object.h>

namespace nodecpp::detail {

struct WeakLink;

// Made when something first refers to the object weakly. Belongs to the object while that is there, and to the WeakRefs.
struct WeakRecord {
  Object* object;  // null when it is gone
  Object* nextDying;
  WeakLink* links;  // the entries of which it is the key
  std::uint32_t refs;
};

// An object has room for one pointer, to the next object that is to be freed. Where there is a record, the pointer leads to
// that, and the record has the next.
struct Weakness {
  static Object*& nextDying(Object* object) noexcept {
    if (object->weak_) [[unlikely]]
      return object->weakRecord_->nextDying;
    return object->nextDying_;
  }
  static WeakRecord* find(const Object* object) noexcept { return object->weak_ ? object->weakRecord_ : nullptr; }
  static bool isBeingFreed(const Object* object) noexcept { return object->dying_ == Object::Dying::now; }
  static WeakRecord* of(Object* object);
  // Entries go, and WeakRefs give undefined. The object is freed next.
  static void end(Object* object) noexcept;
};

}  // namespace nodecpp::detail
