#include <nodecpp/error.h>
#include <nodecpp/object.h>

#include "base/assertion.h"
#include "base/errors/fatal.h"
#include "base/objects/weak_records.h"


namespace nodecpp::detail {

static_assert(sizeof(Object) == 3 * sizeof(void*));

namespace {
struct Unreferenced {
  Object* first;  // The objects that the program has released, in this order.
  Object* last;
  Object* released;  // The objects that destructors have released since, the last one first.
  std::uint32_t depth;
  bool freeing;
};
constinit thread_local Unreferenced unreferenced{};
}  // namespace

void enterCallback() noexcept { ++unreferenced.depth; }
void leaveCallback() noexcept {
  NODECPP_DEBUG_ASSERT(unreferenced.depth > 0);
  --unreferenced.depth;
}
bool insideCallback() noexcept { return unreferenced.depth != 0; }
bool hasUnreferenced() noexcept { return unreferenced.first || unreferenced.released; }

// Called when an object's count has become 0. While a callback runs, the object is only put into the list of unreferenced
// objects, because a method of the object may still be on the stack. It is freed when the callback has returned.
void WeakRegistry::await(Object* object) noexcept {
  if (NODECPP_FAILS(handleOfOtherThread, object->thread_ != threadNumber)) [[unlikely]]
    fatalError("a handle was dropped whose object belongs to another thread: between threads go messages, which are "
               "copies");
  NODECPP_DEBUG_ASSERT(!unreferenced.first == !unreferenced.last);
  if (object->destruction_ != Object::Destruction::no) return;
  object->destruction_ = Object::Destruction::waits;
  if (unreferenced.freeing) {
    nextToDestroy(object) = unreferenced.released;
    unreferenced.released = object;
    return;
  }
  nextToDestroy(object) = nullptr;
  if (unreferenced.last)
    nextToDestroy(unreferenced.last) = object;
  else
    unreferenced.first = object;
  unreferenced.last = object;
  if (unreferenced.depth == 0) freeWaiting();
}

// Not inlined into await(), which most often only adds to a list.
[[gnu::noinline]] void WeakRegistry::freeWaiting() noexcept {
  // A destructor that drops further handles adds their objects to the second list, so that freeing a long chain needs no
  // recursion. These objects come next: their memory was just used, and only the objects of one branch of a tree wait at
  // a time, and not a whole level of the tree.
  if (unreferenced.freeing) return;
  unreferenced.freeing = true;
  for (;;) {
    Object* object = unreferenced.released;
    if (object) {
      unreferenced.released = nextToDestroy(object);
    } else {
      object = unreferenced.first;
      if (!object) break;
      unreferenced.first = nextToDestroy(object);
      if (!unreferenced.first) unreferenced.last = nullptr;
    }
    NODECPP_DEBUG_ASSERT(object->destruction_ == Object::Destruction::waits);
    object->destruction_ = Object::Destruction::no;
    if (object->refs_ == 0) {
      // The destructor may make and drop handles to its own object, which must not free the object again.
      object->refs_ = 1;
      object->destruction_ = Object::Destruction::now;
      if (object->weak_) [[unlikely]]
        end(object);
      delete object;
    }
  }
  NODECPP_DEBUG_ASSERT(!unreferenced.last);
  unreferenced.freeing = false;
}

void onLastHandleReleased(Object* object) noexcept { WeakRegistry::await(object); }
void freeUnreferenced() noexcept { WeakRegistry::freeWaiting(); }
void objectEnded(Object* object) noexcept { WeakRegistry::checkEnd(object); }

constinit thread_local Making* Making::innermost = nullptr;

void WeakRegistry::checkEnd(Object* object) noexcept {
  const bool freed = object->destruction_ == Object::Destruction::now;
  if (!freed && object->weak_) end(object);
  if (!NODECPP_FAILS(objectGivenAway, object->refs_ != 1)) return;
  fatalError(freed ? "a destructor gave away a handle to its object"
                   : "a constructor threw after it had given away a handle to its object");
}

void throwIllegalConstructor() {
  static constexpr const char* words =
      "Illegal constructor: an object of a class derived from nodecpp::Object is made by make(), not on the stack, in a global or "
      "as a member";
  if (!insideCallback()) fatalError(words);
  throw codedError<TypeError>("ERR_ILLEGAL_CONSTRUCTOR", words);
}

constinit thread_local const char* stackLimit = nullptr;
constinit thread_local std::uint16_t threadNumber = 0;
void failReferenceOverflow() noexcept { fatalError("more than 4294967295 references to one object, text, map or function"); }
void throwStackOverflow() { throw RangeError("Maximum call stack size exceeded"); }
void throwUndefined() { throw TypeError("Cannot read properties of undefined"); }
void throwNotAFunction() { throw TypeError("undefined is not a function"); }
[[noreturn]] void throwDangling() { throw ReferenceError("The object that this soft_ptr refers to no longer exists"); }

}  // namespace nodecpp::detail
