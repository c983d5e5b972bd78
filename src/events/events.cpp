// The emitter: its listeners by the names of events, and the calls of emit().
#include <nodecpp/events.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/assertion.h"
#include "base/containers/name_index.h"
#include "base/upward_calls.h"
#include "events/event_defaults.h"
#include "events/listener_wrapper.h"
#include "loop/loop.h"

namespace nodecpp {

namespace {

// Whether JavaScript treats this key as an integer index and sorts it by number: "0" and "42", but not "042".
bool isIndex(const String& key) {
  return !key.empty() && key.size() <= 9 && (key.data()[0] != '0' || key.size() == 1) &&
         std::all_of(key.data(), key.data() + key.size(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

namespace detail {

const void* newListenerIdentity() noexcept {
  static constinit thread_local std::uintptr_t last = 1;
  return reinterpret_cast<const void*>(last += 2);
}

ListenerCell* wrapListener(ListenerCell* listener) {
  if (!listener->wraps) return WrapperCell::make(Listener(listener), nullptr);
  auto* wrapper = static_cast<WrapperCell*>(listener);
  return WrapperCell::make(wrapper->inner, wrapper->emitter);
}
Listener wrappedListener(ListenerCell* wrapper) {
  NODECPP_ASSERT(wrapper->wraps);
  auto* self = static_cast<WrapperCell*>(wrapper);
  return self->emitter ? WrapperCell::held(self->inner, self->emitter) : self->inner;
}

void rejectionCaught(const EventEmitter& emitter, const Error& error, const String& event,
                     const Array<Handle<Object>>& objects) {
  // The event is emitted in a later tick, so that an exception from a listener of `error` does not reject another
  // promise.
  Loop::current().nextTick([=] { emitter->onRejection(error, event, objects); });
}

bool capturesRejections(const EventEmitterObject* emitter) noexcept { return emitter && emitter->captureRejections_; }

}  // namespace detail

// The listeners of one event. An emission holds a reference to the list that existed when it began, so a change during
// the emission is made to a copy.
struct alignas(void*) EventEmitterObject::List {
  std::uint32_t refs = 1;
  std::uint32_t count = 0;
  std::uint32_t room;
  detail::ListenerCell** cells() noexcept { return reinterpret_cast<detail::ListenerCell**>(this + 1); }

  static List* make(std::uint32_t room) {
    NODECPP_DEBUG_ASSERT(room > 0);
    List* list = ::new (detail::allocate(bytes(room))) List;
    list->room = room;
    return list;
  }
  static std::size_t bytes(std::uint32_t room) { return sizeof(List) + room * sizeof(detail::ListenerCell*); }
  static void drop(List* list) noexcept {
    NODECPP_DEBUG_ASSERT(!list || (list->refs > 0 && list->count <= list->room), list->refs, list->count, list->room);
    if (!list || --list->refs != 0) return;
    for (std::uint32_t i = 0; i < list->count; ++i) Listener dropped(list->cells()[i], true);
    detail::release(list, bytes(list->room));
  }
  // Returns this list when nobody else refers to it and it has room for `more` listeners. Otherwise returns a copy and
  // drops one reference to this list.
  static List* own(List* list, std::uint32_t more) {
    if (list && list->refs == 1 && list->count + more <= list->room) return list;
    std::uint32_t count = list ? list->count : 0;
    List* copy = make(count + more <= 1 ? 1 : (count + more) * 2);
    for (std::uint32_t i = 0; i < count; ++i) {
      copy->cells()[i] = list->cells()[i];
      detail::countHolder(copy->cells()[i]->refs);
    }
    copy->count = count;
    NODECPP_DEBUG_ASSERT(copy->count + more <= copy->room, copy->count, more, copy->room);
    drop(list);
    return copy;
  }
  void insert(std::uint32_t at, Listener listener) {
    NODECPP_DEBUG_ASSERT(at <= count && count < room && refs == 1, at, count, room, refs);
    std::copy_backward(cells() + at, cells() + count, cells() + count + 1);
    cells()[at] = listener.cell();
    detail::countHolder(cells()[at]->refs);
    ++count;
  }
  Listener take(std::uint32_t at) {
    // An emission may hold a list with more references.
    NODECPP_DEBUG_ASSERT(at < count && refs == 1, at, count, refs);
    Listener out(cells()[at], true);
    std::copy(cells() + at + 1, cells() + count, cells() + at);
    --count;
    return out;
  }
};

// The hash index of an emitter's event names. A string and a symbol with the same text have separate entries.
struct EventEmitterObject::Index {
  detail::NameIndex strings, symbols;
  std::size_t slots = 0;  // how many slots the index covers, including holes
  std::size_t holes = 0;
  detail::NameIndex& of(bool symbol) { return symbol ? symbols : strings; }
};

const EventEmitterObject::Slot* EventEmitterObject::findIndexed(EventName name) const noexcept {
  NODECPP_DEBUG_ASSERT(index_ && index_->slots == slots_.size(), slots_.size());
  const std::uint32_t at = index_->of(name.isSymbol()).find({name.data(), name.size()}, [this](std::uint32_t i) {
    return std::string_view(slots_[i].name.data(), slots_[i].name.size());
  });
  NODECPP_DEBUG_ASSERT(at == detail::NameIndex::none || (at < slots_.size() && slots_[at].list), at, slots_.size());
  return at == detail::NameIndex::none ? nullptr : &slots_[at];
}

// Adds the slots that were appended since the last call to the index.
void EventEmitterObject::reindex() {
  if (!index_) index_ = new Index;
  NODECPP_ASSERT(index_->slots <= slots_.size() && index_->holes <= slots_.size(), index_->slots, index_->holes,
                 slots_.size());
  for (std::size_t& i = index_->slots; i < slots_.size(); ++i)
    index_->of(slots_[i].symbol).add(std::uint32_t(i), [this](std::uint32_t at) {
      return std::string_view(slots_[at].name.data(), slots_[at].name.size());
    });
}

void EventEmitterObject::dropIndex() noexcept { delete std::exchange(index_, nullptr); }

// Removes the slot of an event that has lost its last listener.
void EventEmitterObject::removeSlot(std::size_t at) {
  NODECPP_ASSERT(at < slots_.size(), at, slots_.size());
  if (!index_) {
    slots_.erase(slots_.begin() + std::ptrdiff_t(at));
    return;
  }
  index_->of(slots_[at].symbol).remove(std::uint32_t(at), [this](std::uint32_t i) {
    return std::string_view(slots_[i].name.data(), slots_[i].name.size());
  });
  slots_[at] = Slot{0, false, false, String(), nullptr};
  NODECPP_ASSERT(index_->slots == slots_.size() && index_->holes < slots_.size(), index_->slots, index_->holes);
  // The hole that is made just now is counted below.
  NODECPP_DEBUG_ASSERT(std::ranges::count(slots_, nullptr, &Slot::list) == std::ptrdiff_t(index_->holes) + 1, index_->holes);
  if (++index_->holes * 2 <= slots_.size()) return;
  dropIndex();
  erase_if(slots_, [](const Slot& slot) { return !slot.list; });
  if (slots_.size() > detail::NameIndex::walked) reindex();
}

EventEmitterObject::EventEmitterObject(events::EventEmitterOptions options)
    : captureRejections_(options.captureRejections || detail::captureByDefault()) {}

EventEmitterObject::~EventEmitterObject() {
  detail::removeFromCollector(this, place_);
  if (!slots_.empty() || index_) dropListeners();
}

// How the cycle collector handles an emitter. A listener's references belong to the emitter while nothing else refers
// to the listener and its list.
const detail::TracedType EventEmitterObject::traced{
    [](void* memory) noexcept { return detail::ObjectTracing::refs(static_cast<EventEmitterObject*>(memory)); },
    [](void* memory, detail::Tracer& tracer) {
      auto* self = static_cast<EventEmitterObject*>(memory);
      tracer.alias(dynamic_cast<void*>(self));
      if (tracer.labels()) self->labelListeners(tracer);
      for (const Slot& slot : self->slots_)
        if (slot.list && slot.list->refs == 1)
          for (std::uint32_t i = 0; i < slot.list->count; ++i)
            if (detail::ListenerCell* cell = slot.list->cells()[i]; cell->refs == 1) cell->handle(cell, &tracer);
      self->traceMembers(tracer);
      if (tracer.severs()) self->dropListeners();
    },
    [](void* memory) noexcept { detail::ObjectTracing::drop(static_cast<EventEmitterObject*>(memory)); },
    [](void* memory, std::uint32_t place) noexcept { static_cast<EventEmitterObject*>(memory)->place_ = place; }};

void EventEmitterObject::labelListeners(detail::Tracer& tracer) const {
  for (const Slot& slot : slots_)
    for (std::uint32_t i = 0; slot.list && i < slot.list->count; ++i)
      tracer.label(slot.list->cells()[i], slot.name.data(), slot.name.size());
}

void EventEmitterObject::dropListeners() noexcept {
  detail::List<Slot> gone;
  gone.swap(slots_);
  dropIndex();
  for (Slot& slot : gone) List::drop(slot.list);
}

// Calls the listeners of one event in order.
bool EventEmitterObject::dispatch(const Slot& slot, const detail::Emission& emission) {
  detail::checkStack();
  if (captureRejections_ && !emission.name) [[unlikely]] {
    String name = slot.name;
    detail::Emission named = emission;
    named.name = &name;
    return dispatch(slot, named);
  }
  // Keeps this emitter alive until its listeners have returned, also when emit is called outside of the loop's
  // callbacks.
  struct Inside {
    bool outermost = !detail::insideCallback();
    Inside() noexcept {
      if (outermost) detail::enterCallback();
    }
    ~Inside() {
      if (!outermost) return;
      detail::leaveCallback();
      detail::freeUnreferenced();
    }
  } inside;
  struct Held {
    List* list;
    ~Held() { List::drop(list); }
  } held{slot.list};
  NODECPP_DEBUG_ASSERT(held.list && held.list->count > 0 && detail::insideCallback());
  detail::countHolder(held.list->refs);
  if (index_) [[unlikely]] {
    callIndexed(held.list, slot.name, slot.symbol, emission);
    return true;
  }
  // `slot` may move or be removed as soon as a listener has run, so the code below does not use it.
  for (std::uint32_t i = 0; i < held.list->count; ++i) {
    detail::ListenerCell* cell = held.list->cells()[i];
    NODECPP_DEBUG_ASSERT(cell->call && cell->refs > 0, i, held.list->count);
    if (cell->once) {
      if (cell->fired) continue;
      cell->fired = true;
      removeCell(cell);
    }
    cell->call(cell, emission);
  }
  return true;
}

// The same for an emitter with many event names, which finds its slot again by the name, because slots may move.
void EventEmitterObject::callIndexed(List* list, String name, bool symbol, const detail::Emission& emission) {
  for (std::uint32_t i = 0; i < list->count; ++i) {
    detail::ListenerCell* cell = list->cells()[i];
    if (cell->once) {
      if (cell->fired) continue;
      cell->fired = true;
      const Slot* own = index_ ? findIndexed(EventName(name, symbol)) : nullptr;
      if (!own || !removeFrom(std::size_t(own - slots_.data()), cell)) removeCell(cell);
    }
    cell->call(cell, emission);
  }
}

void EventEmitterObject::removeCell(detail::ListenerCell* cell) {
  for (std::size_t i = 0; i < slots_.size(); ++i)
    if (slots_[i].list && removeFrom(i, cell)) return;
}

// Returns false when the listener does not belong to this slot.
bool EventEmitterObject::removeFrom(std::size_t slot, detail::ListenerCell* cell) {
  List* list = slots_[slot].list;
  NODECPP_DEBUG_ASSERT(list && list->count > 0);  // An event without listeners has no slot.
  detail::ListenerCell** end = list->cells() + list->count;
  // The last listener is checked first, because removeAll() removes listeners in reverse order.
  detail::ListenerCell** at = end[-1] == cell ? end - 1 : std::find(list->cells(), end, cell);
  if (at == end) return false;
  removeAt(slot, std::size_t(at - list->cells()));
  return true;
}

bool EventEmitterObject::emitError(const Slot* slot, Error error) {
  if (const Slot* monitor = find(events::errorMonitor)) {
    void* pointers[] = {&error};
    dispatch(*monitor, {this, detail::argTypesOf<Error>, pointers, 1});
    slot = find(event::error);
  }
  if (!slot) {
    if (!error) throwUnhandled();
    const String name = className();
    error->emitted.capture("Emitted 'error' event" + (name == "EventEmitter" ? str("") : " on " + name + " instance") + " at:");
    std::rethrow_exception(detail::exceptionOf(error));
  }
  void* pointers[] = {&error};
  return dispatch(*slot, {this, detail::argTypesOf<Error>, pointers, 1});
}

void EventEmitterObject::onRejection(const Error& error, const String&, const Array<Handle<Object>>&) {
  // While the `error` listeners run, capturing is switched off, because a rejection of one of them would otherwise be
  // captured again and again.
  bool captured = std::exchange(captureRejections_, false);
  struct Restore {
    bool& flag;
    bool value;
    ~Restore() { flag = value; }
  } restore{captureRejections_, captured};
  emit(event::error, error);
}

Listener EventEmitterObject::held(const Listener& listener) const {
  return detail::WrapperCell::held(listener, EventEmitter(const_cast<EventEmitterObject*>(this)));
}

void EventEmitterObject::add(EventName name, Listener listener, bool once, bool front) {
  String kept;
  if (find(event::newListener)) {
    // A listener may assign to the variable that the name came from.
    kept = String::copyOf(name.data(), name.size());
    name = EventName(kept, name.isSymbol());
    emit(event::newListener, printedName(name), held(listener));
  }
  listener.cell()->once = once;
  enroll();
  Slot* slot = const_cast<Slot*>(find(name));
  bool first = !slot;
  if (first) {
    // Most emitters that have a listener have one, and those with more have several.
    if (slots_.size() == slots_.capacity() && slots_.size() < 2) slots_.reserve(slots_.empty() ? 1 : 4);
    slots_.push_back({name.hash(), name.isSymbol(), false, String::copyOf(name.data(), name.size()), nullptr});
    slot = &slots_.back();
    if (index_ || slots_.size() > detail::NameIndex::walked) [[unlikely]]
      reindex();
  }
  NODECPP_DEBUG_ASSERT(first == !slot->list && slot->symbol == name.isSymbol());
  slot->list = List::own(slot->list, 1);
  slot->list->insert(front ? 0 : slot->list->count, std::move(listener));
  std::size_t count = slot->list->count;
  double limit = getMaxListeners();
  if (limit > 0 && count > 1 && double(count) > limit && !slot->warned) warnOfLeak(*slot, count);
  if (first)
    listenerAdded(name);
  else if (reportsFurtherListeners_)
    furtherListenerAdded(name);
}

void EventEmitterObject::warnOfLeak(Slot& slot, std::size_t count) {
  slot.warned = true;
  Error warning("Possible EventEmitter memory leak detected. " + str(count) + " " +
                printedName(EventName(slot.name, slot.symbol)) + " listeners added to [" +
                className() + "]. MaxListeners is " + str(getMaxListeners()) +
                ". Use emitter.setMaxListeners() to increase limit");
  warning->name = "MaxListenersExceededWarning";
  warning->stack.setHeader(warning.toString());
  warning->properties = {{"type", slot.name}, {"count", double(count)}};
  if (detail::upward().warning) detail::upward().warning(warning);
}

void EventEmitterObject::removeAt(std::size_t slotIndex, std::size_t index) {
  NODECPP_DEBUG_ASSERT(slotIndex < slots_.size() && index < slots_[slotIndex].list->count, slotIndex, index);
  Slot& slot = slots_[slotIndex];
  String name = slot.name;
  bool symbol = slot.symbol;
  Listener gone;
  bool last = slot.list->count == 1;
  if (last) {
    gone = Listener(slot.list->cells()[0]);
    List::drop(slot.list);
    removeSlot(slotIndex);
  } else {
    slot.list = List::own(slot.list, 0);
    NODECPP_DEBUG_ASSERT(slot.list->count > 1 && index < slot.list->count, slot.list->count, index);
    gone = slot.list->take(std::uint32_t(index));
    if (slot.list->count == 1) slot.warned = false;
  }
  if (last && !symbol) listenerRemoved(EventName(name));
  if (find(event::removeListener)) emit(event::removeListener, printedName(EventName(name, symbol)), held(gone));
}

void EventEmitterObject::remove(EventName name, const void* identity) {
  const Slot* slot = find(name);
  NODECPP_DEBUG_ASSERT(!slot || (slot->list && slot->list->count > 0));
  if (!slot || !identity) return;
  for (std::size_t i = slot->list->count; i-- > 0;)
    if (slot->list->cells()[i]->identity == identity) return removeAt(std::size_t(slot - slots_.data()), i);
}

// Removes the listeners of one event, or of all events when `name` is null. When the emitter has listeners of
// removeListener, each removal must be reported to them, so the listeners are removed one by one.
void EventEmitterObject::removeAll(const EventName* name) {
  bool told = find(event::removeListener) != nullptr;
  if (!told) {
    if (!name) {
      const detail::List<OwnName> names = ownNames();
      dropListeners();
      for (const OwnName& gone : names)
        if (!gone.symbol) listenerRemoved(nameOf(gone));
    } else if (const Slot* slot = find(*name)) {
      const OwnName gone{slot->name, slot->symbol};
      List* list = slot->list;
      removeSlot(std::size_t(slot - slots_.data()));
      // What a listener holds may have a destructor that looks at this emitter, and assigns to what the name came from.
      List::drop(list);
      listenerRemoved(nameOf(gone));
    }
    return;
  }
  if (!name) {
    for (const OwnName& each : ownNames()) {
      if (each.text == "removeListener") continue;
      EventName all = nameOf(each);
      removeAll(&all);
    }
    EventName own(event::removeListener);
    removeAll(&own);
    dropListeners();
    return;
  }
  // Removes the listeners in reverse order and emits removeListener for each. Listeners that are added meanwhile stay.
  for (const Array<Listener> all = ownListeners(*name); !all.empty();) removeCell(all.pop().cell());
}

std::ptrdiff_t EventEmitterObject::listenerCount(EventName name) const noexcept {
  const Slot* slot = find(name);
  return slot ? slot->list->count : 0;
}

std::size_t EventEmitterObject::count(EventName name, const void* identity) const noexcept {
  const Slot* slot = find(name);
  if (!slot) return 0;
  return std::size_t(std::count_if(slot->list->cells(), slot->list->cells() + slot->list->count,
                                   [&](const detail::ListenerCell* cell) { return cell->identity == identity; }));
}

Array<Listener> EventEmitterObject::listeners(EventName name) const {
  return ownListeners(name).map([this](const Listener& each) { return held(each); });
}

Array<Listener> EventEmitterObject::ownListeners(EventName name) const {
  Array<Listener> out;
  if (const Slot* slot = find(name))
    for (std::uint32_t i = 0; i < slot->list->count; ++i) out.push(Listener(slot->list->cells()[i]));
  return out;
}

Array<Listener> EventEmitterObject::rawListeners(EventName name) {
  return ownListeners(name).map([this](const Listener& each) {
    return each.cell()->once ? Listener(detail::WrapperCell::make(each, EventEmitter(this), true), true) : held(each);
  });
}

detail::List<EventEmitterObject::OwnName> EventEmitterObject::ownNames() const {
  detail::List<OwnName> out;
  for (const Slot& slot : slots_)
    if (slot.list && !slot.symbol && isIndex(slot.name)) out.push_back({slot.name, false});
  std::ranges::sort(out, {}, [](const OwnName& name) { return toNumber(name.text); });
  for (const Slot& slot : slots_)
    if (slot.list && !slot.symbol && !isIndex(slot.name)) out.push_back({slot.name, false});
  for (const Slot& slot : slots_)
    if (slot.list && slot.symbol) out.push_back({slot.name, true});
  return out;
}

EventName EventEmitterObject::nameOf(const OwnName& name) noexcept { return EventName(name.text, name.symbol); }

String EventEmitterObject::printedName(EventName name) {
  String text = String::copyOf(name.data(), name.size());
  return name.isSymbol() ? "Symbol(" + text + ")" : text;
}

Array<String> EventEmitterObject::eventNames() const {
  Array<String> out;
  for (const OwnName& name : ownNames()) out.push(printedName(nameOf(name)));
  return out;
}

double EventEmitterObject::getMaxListeners() const noexcept { return maxListeners_ < 0 ? detail::defaultLimit() : maxListeners_; }

void EventEmitterObject::changeMaxListeners(double n) {
  detail::checkLimit("setMaxListeners", n);
  maxListeners_ = n;
}

}  // namespace nodecpp
