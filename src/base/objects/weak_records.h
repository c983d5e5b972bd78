// Connects an object with the weak containers and WeakRefs that refer to it (nodecpp/weak.h).
#pragma once

#include <nodecpp/object.h>

namespace nodecpp::detail {

struct WeakLink;

// Made when something first refers to the object weakly. It is counted by its WeakRefs, and by the object while that
// exists.
struct WeakRecord {
  // The object that the weak references refer to: an Object, or an array, object or function of vars. Null when it is
  // gone.
  const void* object;
  Object* nextToDestroy;
  WeakLink* links;  // The entries of weak containers that have the object as their key.
  std::uint32_t refs;
};

// Returns a new record with one reference.
WeakRecord* makeWeakRecord(const void* object, Object* nextToDestroy = nullptr);
// Called while the object of the record is being freed: makes its WeakRefs undefined and removes its entries from weak
// containers. Drops one reference to the record.
void endWeakRecord(WeakRecord* record) noexcept;
// Shows the cycle collector the values of the object's entries, as values that the object holds. A value is reached by
// its key alone, so what is found unreachable with its key is freed with it.
void showWeakEntries(WeakRecord* record, Tracer& tracer);

// An object has room for one pointer, which leads to the next object that is to be freed. Once the object has a record,
// that pointer leads to the record, and the record stores the next object.
struct WeakRegistry {
  static Object*& nextToDestroy(Object* object) noexcept {
    if (object->weak_) [[unlikely]]
      return object->weakRecord_->nextToDestroy;
    return object->nextToDestroy_;
  }
  static WeakRecord* find(const Object* object) noexcept { return object->weak_ ? object->weakRecord_ : nullptr; }
  static bool isBeingFreed(const Object* object) noexcept { return object->destruction_ == Object::Destruction::now; }
  static WeakRecord* of(Object* object);
  // Do the work of onLastHandleReleased(), freeUnreferenced() and objectEnded() of nodecpp/object.h.
  static void await(Object* object) noexcept;
  static void freeWaiting() noexcept;
  static void checkEnd(Object* object) noexcept;
  // Removes the object's entries from weak containers and makes its WeakRefs undefined. The object is freed next.
  static void end(Object* object) noexcept;
};

}  // namespace nodecpp::detail
