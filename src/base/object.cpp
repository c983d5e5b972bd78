#include <nodecpp/error.h>
#include <nodecpp/object.h>

#include "base/weakness.h"

#include <cstdio>
#include <cstdlib>

namespace nodecpp::detail {

namespace {
struct Unreferenced {
  Object* first;
  Object* last;
  std::uint32_t depth;
  bool freeing;
};
constinit thread_local Unreferenced unreferenced{};
}  // namespace

void enterCallback() noexcept { ++unreferenced.depth; }
void leaveCallback() noexcept { --unreferenced.depth; }
bool insideCallback() noexcept { return unreferenced.depth != 0; }
bool hasUnreferenced() noexcept { return unreferenced.first != nullptr; }

void lastHandleGone(Object* object) noexcept {
  if (object->dying_ != Object::Dying::no) return;
  object->dying_ = Object::Dying::waits;
  Weakness::nextDying(object) = nullptr;
  if (unreferenced.last)
    Weakness::nextDying(unreferenced.last) = object;
  else
    unreferenced.first = object;
  unreferenced.last = object;
  if (unreferenced.depth == 0) freeUnreferenced();
}

void freeUnreferenced() noexcept {
  // A destructor that drops further handles appends to the list instead of recursing: a long chain needs no stack.
  if (unreferenced.freeing) return;
  unreferenced.freeing = true;
  while (Object* object = unreferenced.first) {
    unreferenced.first = Weakness::nextDying(object);
    if (!unreferenced.first) unreferenced.last = nullptr;
    object->dying_ = Object::Dying::no;
    if (object->refs_ == 0) {
      // Handles made and dropped by the destructor itself must not free it again.
      object->refs_ = 1;
      object->dying_ = Object::Dying::now;
      if (object->weak_) [[unlikely]]
        Weakness::end(object);
      delete object;
    }
  }
  unreferenced.freeing = false;
}

void objectEnded(Object* object) noexcept {
  if (object->dying_ == Object::Dying::waits) {
    Object* before = nullptr;
    for (Object* each = unreferenced.first; each != object; each = Weakness::nextDying(each)) before = each;
    Object* next = Weakness::nextDying(object);
    (before ? Weakness::nextDying(before) : unreferenced.first) = next;
    if (!next) unreferenced.last = before;
  }
  if (object->weak_) Weakness::end(object);
  if (object->refs_ == 0) return;
  std::fputs("FATAL ERROR: a constructor threw after it had given away a handle to its object\n", stderr);
  std::abort();
}

void throwUndefined() { throw TypeError("Cannot read properties of undefined"); }
void throwNotAFunction() { throw TypeError("undefined is not a function"); }
void throwDangling() { throw ReferenceError("The object that this soft_ptr refers to no longer exists"); }

}  // namespace nodecpp::detail
