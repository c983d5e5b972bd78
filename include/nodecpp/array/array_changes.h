// The functions of Array that change the list. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/traits.h>

#include <cstring>

namespace nodecpp {

template <class T>
void Array<T>::relocate(T* to, T* from, std::size_t count) noexcept {
  if constexpr (detail::movesAsBytes<T>) {
    if (count) std::memmove(static_cast<void*>(to), static_cast<const void*>(from), count * sizeof(T));
  } else if (to < from) {
    for (std::size_t i = 0; i < count; ++i) {
      ::new (to + i) T(std::move(from[i]));
      from[i].~T();
    }
  } else if (to > from) {
    for (std::size_t i = count; i-- > 0;) {
      ::new (to + i) T(std::move(from[i]));
      from[i].~T();
    }
  }
}

template <class T>
void Array<T>::reserveIn(detail::ArrayBody& body, std::size_t more) {
  T* const all = static_cast<T*>(body.items);
  if (body.room - body.size >= more) return;
  // The places that shift() left in front are used again when they are at least as many as the elements to move, so
  // that the cost of moving stays proportional to the number of shifts.
  if (body.front > body.size && body.room + body.front - body.size >= more) {
    T* start = all - body.front;
    relocate(start, all, body.size);
    body.items = start;
    body.room += body.front;
    body.front = 0;
    return;
  }
  const std::size_t room = detail::roomFor(body.size + more, body.size, sizeof(T));
  auto* fresh = static_cast<T*>(detail::allocate(room * sizeof(T)));
  const detail::ArrayBody before = body;
  if constexpr (detail::movesAsBytes<T>)
    relocate(fresh, all, body.size);
  else
    for (std::size_t i = 0; i < before.size; ++i) ::new (fresh + i) T(std::move(all[i]));
  body.items = fresh;
  body.room = room;
  body.front = 0;
  enrollBody(body);
  // The old elements are destroyed last, because a destructor of the program may look at the list and change it.
  if constexpr (!detail::movesAsBytes<T>) destroy(all, before.size);
  detail::releaseItems(body, before, sizeof(T));
}

// Puts a list whose elements may hold references on the cycle collector's list.
template <class T>
void Array<T>::enrollBody(detail::ArrayBody& body) {
  if constexpr (detail::mayRefer<T>) {
    static constexpr detail::TracedType traced{
        [](void* memory) noexcept { return detail::countOf(*static_cast<detail::ArrayBody*>(memory)); },
        [](void* memory, detail::Tracer& tracer) {
          auto* list = static_cast<detail::ArrayBody*>(memory);
          if constexpr (std::is_copy_constructible_v<T>)
            for (std::size_t i = 0; i < list->size; ++i) tracer.copy(static_cast<const T*>(list->items)[i]);
          if (tracer.severs()) destroy(static_cast<T*>(list->items), detail::exchange(list->size, 0));
        },
        [](void* memory) noexcept { drop(static_cast<detail::ArrayBody*>(memory)); },
        [](void* memory, std::uint32_t place) noexcept { static_cast<detail::ArrayBody*>(memory)->place = place; }};
    if (body.place == 0) body.place = detail::enroll(&body, traced);
  }
}

template <class T>
template <class A>
void Array<T>::addGrowing(detail::ArrayBody& body, A element) {
  const Array list(Body{detail::share(&body)});  // Destructors of moved elements may drop the list or add to it.
  while (body.size == body.room) reserveIn(body, 1);
  ::new (static_cast<T*>(body.items) + body.size) T(std::move(element));
  ++body.size;
}

template <class T>
void Array<T>::append(const T* elements, std::size_t count) const {
  if (count == 0) return;
  reserve(count);
  if constexpr (std::is_trivially_copyable_v<T>) {
    std::memcpy(static_cast<void*>(items() + body_->size), elements, count * sizeof(T));
    body_->size += count;
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      ::new (items() + body_->size) T(elements[i]);
      ++body_->size;
    }
  }
}

template <class T>
template <class U>
void Array<T>::addSome(const U& more) const {
  if constexpr (detail::IsSpread<U>) {
    for (auto&& each : more) addSome(each);
  } else if constexpr (requires(const detail::Plain<U>& list) { []<class V>(const Array<V>&) {}(list); }) {
    const auto held = more;  // the list may be appended to itself
    const std::size_t count = held.size();
    reserve(count);
    for (std::size_t i = 0; i < count; ++i) add(static_cast<T>(detail::ArrayAccess::items(held)[i]));
  } else {
    add(static_cast<T>(more));
  }
}

template <class T>
void Array<T>::resize(std::size_t length) const {
  const std::size_t size = defined().size;
  if (length < size) {
    // The removed elements leave the list before they are destroyed, because a destructor of the program may look at
    // the list.
    const Array gone = spliceAll(double(length), double(size - length), nullptr, 0);
  } else if (length > size) {
    if constexpr (std::is_default_constructible_v<T>) {
      detail::checkFill(length - size);
      reserve(length - size);
      for (std::size_t i = size; i < length; ++i) {
        if constexpr (detail::HasUndefined<T>)
          add(detail::undefinedOf<T>());
        else if constexpr (detail::HasNaN<T>)
          add(T(__builtin_nan("")));
        else
          add(T());
      }
    } else {
      detail::throwInvalidIndex(double(length));
    }
  }
}

template <class T>
const T& Array<T>::put(std::size_t index, T value) const {
  detail::ArrayBody& body = defined();
  if (index < body.size) [[likely]] {
    // The old element is destroyed last, because its destructor may run code of the program that looks at this list.
    T& place = static_cast<T*>(body.items)[index];
    std::swap(place, value);
    return place;
  }
  return putBehind(body, index, std::move(value));
}

template <class T>
const T& Array<T>::putBehind(detail::ArrayBody& body, std::size_t index, T value) {
  const Array list(Body{detail::share(&body)});
  if (NODECPP_FAILS(arrayPlace, index > body.size)) {
    if constexpr (detail::HasUndefined<T> || detail::HasNaN<T>) {
      detail::checkHole(index, body.size);
      list.resize(index);
    } else {
      detail::throwOutOfRange(double(std::ptrdiff_t(index)), body.size);
    }
  }
  list.add(std::move(value));
  return list.items()[index];
}

template <class T>
void Array<T>::appendMoved(T* elements, std::size_t count) const {
  for (std::size_t i = 0; i < count; ++i) {
    ::new (items() + body_->size) T(std::move(elements[i]));
    ++body_->size;
  }
}

template <class T>
void Array<T>::takeOver(const Array& fresh) const {
  const Array list(Body{detail::share(body_)});
  detail::ArrayBody& body = *body_;
  const detail::ArrayBody before = body;
  body.items = detail::exchange(fresh.body_->items, nullptr);
  body.size = detail::exchange(fresh.body_->size, 0);
  body.room = detail::exchange(fresh.body_->room, 0);
  body.front = detail::exchange(fresh.body_->front, 0);
  enrollBody(body);
  destroy(static_cast<T*>(before.items), before.size);
  detail::releaseItems(body, before, sizeof(T));
}

template <class T>
T Array<T>::pop() const {
  if (NODECPP_FAILS(arrayPop, defined().size == 0)) return onMissingElement(-1);
  if constexpr (detail::endsQuietly<T>) {
    T* last = items() + --body_->size;
    T value = std::move(*last);
    last->~T();
    return value;
  } else {
    return takeOut(detail::HeldItems::Place::last);
  }
}

template <class T>
T Array<T>::shift() const {
  if (NODECPP_FAILS(arrayShift, defined().size == 0)) return onMissingElement(0);
  if constexpr (!detail::endsQuietly<T>) return takeOut(detail::HeldItems::Place::first);
  T* first = items();
  T value = std::move(*first);
  first->~T();
  body_->items = first + 1;
  ++body_->front;
  --body_->size;
  --body_->room;
  return value;
}

// Returns the first or last element. What is left of it in the list is destroyed when the list no longer has it, because
// its destructor may be code of the program that changes the list.
template <class T>
T Array<T>::takeOut(detail::HeldItems::Place which) const {
  const Array list(Body{detail::share(body_)});
  T* const gone = items() + (which == detail::HeldItems::Place::first ? 0 : body_->size - 1);
  T value = std::move(*gone);
  const detail::HeldItems held(*list.body_, sizeof(T), which);
  gone->~T();
  return value;
}

// Copies of elements, made before a list changes where the copy constructor may throw: a list is then unchanged by an
// exception, and no element is left behind that nobody destroys. Where it cannot throw, the copies are made in place.
template <class T>
class Array<T>::Copies {
  static constexpr bool inPlace = std::is_nothrow_copy_constructible_v<T> || !std::copy_constructible<T>;

 public:
  Copies(const T* elements, std::size_t count) : elements_(elements), count_(count) {
    if constexpr (!inPlace) made_.append(elements, count);
  }
  // Adds them to a list that has room, without destroying anything yet.
  void addTo(const Array& list) const {
    if constexpr (!inPlace)
      list.appendMoved(made_.items(), count_);
    else if constexpr (std::copy_constructible<T>)
      list.append(elements_, count_);
  }
  // Constructs or moves the copies into memory that has no elements. May be called once.
  void moveTo(T* to) const noexcept {
    if constexpr (!inPlace) {
      made_.body_->size = 0;
      relocate(to, made_.items(), count_);
    } else if constexpr (std::copy_constructible<T>) {
      for (std::size_t i = 0; i < count_; ++i) ::new (to + i) T(elements_[i]);
    }
  }

 private:
  const T* elements_;
  std::size_t count_;
  [[no_unique_address]] std::conditional_t<inPlace, std::false_type, Array> made_;
};

template <class T>
std::ptrdiff_t Array<T>::unshiftAll(std::initializer_list<T> elements) const {
  detail::ArrayBody& body = defined();
  const Copies copies(elements.begin(), elements.size());
  if (detail::endsQuietly<T> && elements.size() <= body.front) {
    copies.moveTo(items() - elements.size());
    body.front -= elements.size();
    body.items = items() - elements.size();
    body.size += elements.size();
    body.room += elements.size();
  } else {
    spliceAll(0, 0, elements.begin(), elements.size());
  }
  return length();
}

template <class T>
Array<T> Array<T>::spliceAll(double start, double count, const T* elements, std::size_t given) const {
  detail::ArrayBody& body = defined();
  const std::size_t at = detail::placeOf(start, body.size);
  const std::size_t removed = detail::placeOf(count < 0 ? 0 : count, body.size - at);
  const Copies copies(elements, given);
  Array taken;
  if constexpr (!detail::endsQuietly<T>) {
    // The destructors of what is moved away may be code of the program that looks at the list, and changes it.
    T* const all = items();
    taken.reserve(removed);
    if (removed && given == 0 && at + removed == body.size) {
      const Array list(Body{detail::share(body_)});
      taken.appendMoved(all + at, removed);
      const detail::HeldItems held(body, sizeof(T), detail::HeldItems::Place::last, removed);
      destroy(all + at, removed);
      return taken;
    }
    Array fresh;
    fresh.reserve(body.size - removed + given);
    fresh.appendMoved(all, at);
    taken.appendMoved(all + at, removed);
    copies.addTo(fresh);
    fresh.appendMoved(all + at + removed, body.size - at - removed);
    takeOver(fresh);
    return taken;
  }
  if (removed) {
    taken.reserve(removed);
    relocate(taken.items(), items() + at, removed);
    taken.body_->size = removed;
  }
  const std::size_t behind = body.size - at - removed;
  // While the elements behind the gap are being moved, the list ends in front of the gap, so that an exception leaves
  // it valid.
  body.size = at;
  if (given > removed && body.room - at - removed - behind < given - removed) {
    const std::size_t room = detail::roomFor(at + given + behind, at + removed + behind, sizeof(T));
    auto* fresh = static_cast<T*>(detail::allocate(room * sizeof(T)));
    relocate(fresh, items(), at);
    relocate(fresh + at + given, items() + at + removed, behind);
    detail::releaseItems(body, body, sizeof(T));
    body.items = fresh;
    body.room = room;
    body.front = 0;
    enrollBody(body);
  } else {
    relocate(items() + at + given, items() + at + removed, behind);
  }
  copies.moveTo(items() + at);
  body.size = at + given + behind;
  return taken;
}

template <class T>
Array<T> Array<T>::slice(double from, double to) const {
  const std::size_t size = defined().size;
  const std::size_t start = detail::placeOf(from, size);
  const std::size_t end = detail::placeOf(to, size);
  Array part;
  if (start < end) part.append(items() + start, end - start);
  return part;
}

template <class T>
Array<T> Array<T>::reverse() const {
  T* all = items();
  if constexpr (!detail::endsQuietly<T>) {
    const Array list = *this, fresh;
    fresh.reserve(defined().size);
    for (std::size_t i = size(); i-- > 0;) fresh.appendMoved(all + i, 1);
    takeOver(fresh);
    return list;
  }
  for (std::size_t i = 0, j = defined().size; i + 1 < j; ++i) std::swap(all[i], all[--j]);
  return *this;
}

template <class T>
template <class U>
Array<T> Array<T>::fill(const U& value, double from, double to) const {
  const T element = static_cast<T>(value);
  const std::size_t end = detail::placeOf(to, defined().size);
  for (std::size_t i = detail::placeOf(from, size()); i < end && i < size(); ++i) put(i, element);
  return *this;
}

template <class T>
Array<T> Array<T>::copyWithin(double target, double from, double to) const {
  const Array source = slice(from, to);
  const std::size_t at = detail::placeOf(target, size());
  for (std::size_t i = 0; i < source.size() && at + i < size(); ++i) put(at + i, source.items()[i]);
  return *this;
}

template <class T>
Array<T> Array<T>::with(double index, T value) const {
  const double place = detail::fromEnd(index, defined().size);
  if (!(place >= 0 && place < double(size()))) detail::throwInvalidIndex(index);
  Array copy = slice();
  copy.put(std::size_t(place), std::move(value));
  return copy;
}

}  // namespace nodecpp
