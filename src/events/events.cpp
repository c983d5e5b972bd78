#include <nodecpp/events.h>

#include <algorithm>
#include <cmath>

namespace nodecpp {

namespace {

constinit thread_local double defaultLimit = 10;
constinit thread_local bool captureByDefault = false;

void checkLimit(const char* name, double n) {
  if (std::isnan(n) || n < 0) throw detail::outOfRange(name, "a non-negative number", str(n));
}

}  // namespace

namespace detail {

void (*emitWarning)(const Error& warning) = [](const Error&) {};

void throwListenerMismatch(std::size_t index) {
  throw codedError<TypeError>("ERR_INVALID_ARG_TYPE", "The listener's argument " + str(index) +
                                                          " has another type than the event was emitted with");
}

void listenerRejected(EventEmitterObject* emitter, const Error& error) { emitter->onRejection(error); }
bool capturesRejections(const EventEmitterObject* emitter) noexcept { return emitter && emitter->captureRejections_; }

}  // namespace detail

namespace events {

double defaultMaxListeners() { return defaultLimit; }
void setDefaultMaxListeners(double n) {
  checkLimit("defaultMaxListeners", n);
  defaultLimit = n;
}
void setCaptureRejections(bool on) { captureByDefault = on; }

std::vector<Listener> getEventListeners(const EventEmitter& emitter, EventName name) { return emitter->listeners(name); }
double getMaxListeners(const EventEmitter& emitter) { return emitter->getMaxListeners(); }
void setMaxListeners(double n, const std::vector<EventEmitter>& emitters) {
  checkLimit("setMaxListeners", n);
  if (emitters.empty()) defaultLimit = n;
  for (const EventEmitter& emitter : emitters) emitter->setMaxListeners(n);
}
std::size_t listenerCount(const EventEmitter& emitter, EventName name) { return emitter->listenerCount(name); }

}  // namespace events

// The listeners of one event. An emission holds the list it began with: who changes it meanwhile gets a copy.
struct EventEmitterObject::List {
  std::uint32_t refs = 1;
  std::uint32_t count = 0;
  std::uint32_t room;
  detail::ListenerCell** cells() noexcept { return reinterpret_cast<detail::ListenerCell**>(this + 1); }

  static List* make(std::uint32_t room) {
    List* list = ::new (detail::allocate(bytes(room))) List;
    list->room = room;
    return list;
  }
  static std::size_t bytes(std::uint32_t room) { return sizeof(List) + room * sizeof(detail::ListenerCell*); }
  static void drop(List* list) noexcept {
    if (!list || --list->refs != 0) return;
    for (std::uint32_t i = 0; i < list->count; ++i) Listener dropped(list->cells()[i], true);
    detail::release(list, bytes(list->room));
  }
  // This list if nobody else holds it and it has room for `more`, else a copy, which takes over one reference.
  static List* own(List* list, std::uint32_t more) {
    if (list && list->refs == 1 && list->count + more <= list->room) return list;
    std::uint32_t count = list ? list->count : 0;
    List* copy = make(count + more <= 1 ? 1 : (count + more) * 2);
    for (std::uint32_t i = 0; i < count; ++i) {
      copy->cells()[i] = list->cells()[i];
      ++copy->cells()[i]->refs;
    }
    copy->count = count;
    drop(list);
    return copy;
  }
  void insert(std::uint32_t at, Listener listener) {
    std::copy_backward(cells() + at, cells() + count, cells() + count + 1);
    cells()[at] = listener.cell();
    ++cells()[at]->refs;
    ++count;
  }
  Listener take(std::uint32_t at) {
    Listener out(cells()[at], true);
    std::copy(cells() + at + 1, cells() + count, cells() + at);
    --count;
    return out;
  }
};

EventEmitterObject::EventEmitterObject(events::EventEmitterOptions options)
    : captureRejections_(options.captureRejections || captureByDefault) {}

EventEmitterObject::~EventEmitterObject() { dropListeners(); }

void EventEmitterObject::dropListeners() noexcept {
  std::vector<Slot> gone;
  gone.swap(slots_);
  for (Slot& slot : gone) List::drop(slot.list);
}

bool EventEmitterObject::dispatch(const Slot& slot, const detail::Emission& emission) {
  struct Held {
    List* list;
    ~Held() { List::drop(list); }
  } held{slot.list};
  ++held.list->refs;
  // `slot` may move or go as soon as a listener has run; the name is copied where it is needed after that.
  for (std::uint32_t i = 0; i < held.list->count; ++i) {
    detail::ListenerCell* cell = held.list->cells()[i];
    if (cell->once) {
      if (cell->fired) continue;
      cell->fired = true;
      Handle<EventEmitterObject> alive(this);
      for (const Slot& at : slots_) {
        bool here = at.list && std::find(at.list->cells(), at.list->cells() + at.list->count, cell) !=
                                   at.list->cells() + at.list->count;
        if (!here) continue;
        std::size_t index = std::size_t(&at - slots_.data());
        removeAt(index, std::size_t(std::find(at.list->cells(), at.list->cells() + at.list->count, cell) - at.list->cells()));
        break;
      }
    }
    cell->call(cell, emission);
  }
  return true;
}

bool EventEmitterObject::emitError(const Slot* slot, Error error) {
  if (const Slot* monitor = find(events::errorMonitor)) {
    void* pointers[] = {&error};
    dispatch(*monitor, {this, detail::argTypesOf<Error>, pointers, 1});
    slot = find(event::error);
  }
  if (!slot) {
    if (!error) throwUnhandled("undefined");
    error->emitter = className();
    throw error;
  }
  void* pointers[] = {&error};
  return dispatch(*slot, {this, detail::argTypesOf<Error>, pointers, 1});
}

void EventEmitterObject::throwUnhandled(const String& description) {
  throw detail::codedError<Error>("ERR_UNHANDLED_ERROR", "Unhandled error. (" + description + ")");
}

void EventEmitterObject::onRejection(const Error& error) {
  // A failure inside the error listeners must not be captured again, and again.
  bool captured = std::exchange(captureRejections_, false);
  struct Restore {
    bool& flag;
    bool value;
    ~Restore() { flag = value; }
  } restore{captureRejections_, captured};
  emit(event::error, error);
}

void EventEmitterObject::add(EventName name, Listener listener, bool once, bool front) {
  if (find(event::newListener)) emit(event::newListener, String::copyOf(name.data(), name.size()), listener);
  if (once || listener.cell()->refs > 1) {
    // A Listener that came from listeners() is registered a second time: the mark of `once` is the registration's own.
    listener.cell()->once = once;
    listener.cell()->fired = false;
  }
  Slot* slot = const_cast<Slot*>(find(name));
  bool first = !slot;
  if (first) {
    slots_.push_back({name.hash(), name.isSymbol(), false, String::copyOf(name.data(), name.size()), nullptr});
    slot = &slots_.back();
  }
  slot->list = List::own(slot->list, 1);
  slot->list->insert(front ? 0 : slot->list->count, std::move(listener));
  std::size_t count = slot->list->count;
  double limit = getMaxListeners();
  if (limit > 0 && double(count) > limit && !slot->warned) warnOfLeak(*slot, count);
  if (first) listenerAdded(name);
}

void EventEmitterObject::warnOfLeak(Slot& slot, std::size_t count) {
  slot.warned = true;
  Error warning("Possible EventEmitter memory leak detected. " + str(count) + " " + slot.name + " listeners added to [" +
                className() + "]. MaxListeners is " + str(getMaxListeners()) +
                ". Use emitter.setMaxListeners() to increase limit");
  warning->name = "MaxListenersExceededWarning";
  detail::emitWarning(warning);
}

void EventEmitterObject::removeAt(std::size_t slotIndex, std::size_t index) {
  Slot& slot = slots_[slotIndex];
  String name = slot.name;
  bool symbol = slot.symbol;
  Listener gone;
  bool last = slot.list->count == 1;
  if (last) {
    gone = Listener(slot.list->cells()[0]);
    List::drop(slot.list);
    slots_.erase(slots_.begin() + std::ptrdiff_t(slotIndex));
  } else {
    slot.list = List::own(slot.list, 0);
    gone = slot.list->take(std::uint32_t(index));
  }
  if (last && !symbol) listenerRemoved(EventName(name));
  if (find(event::removeListener)) emit(event::removeListener, name, gone);
}

void EventEmitterObject::remove(EventName name, const void* identity) {
  const Slot* slot = find(name);
  if (!slot || !identity) return;
  for (std::size_t i = slot->list->count; i-- > 0;)
    if (slot->list->cells()[i]->identity == identity) return removeAt(std::size_t(slot - slots_.data()), i);
}

void EventEmitterObject::removeAll(const EventName* name) {
  bool told = find(event::removeListener) != nullptr;
  if (!told) {
    if (!name) {
      std::vector<String> names = eventNames();
      dropListeners();
      for (const String& gone : names) listenerRemoved(EventName(gone));
    } else if (const Slot* slot = find(*name)) {
      List::drop(slot->list);
      slots_.erase(slots_.begin() + (slot - slots_.data()));
      listenerRemoved(*name);
    }
    return;
  }
  if (!name) {
    for (const String& each : eventNames()) {
      if (each == "removeListener") continue;
      EventName all(each);
      removeAll(&all);
    }
    EventName own(event::removeListener);
    removeAll(&own);
    dropListeners();
    return;
  }
  // Last in, first out, each told of.
  while (const Slot* slot = find(*name)) removeAt(std::size_t(slot - slots_.data()), slot->list->count - 1);
}

std::size_t EventEmitterObject::listenerCount(EventName name) const noexcept {
  const Slot* slot = find(name);
  return slot ? slot->list->count : 0;
}

std::size_t EventEmitterObject::count(EventName name, const void* identity) const noexcept {
  const Slot* slot = find(name);
  if (!slot) return 0;
  return std::size_t(std::count_if(slot->list->cells(), slot->list->cells() + slot->list->count,
                                   [&](const detail::ListenerCell* cell) { return cell->identity == identity; }));
}

std::vector<Listener> EventEmitterObject::listeners(EventName name) const {
  std::vector<Listener> out;
  if (const Slot* slot = find(name))
    for (std::uint32_t i = 0; i < slot->list->count; ++i) out.emplace_back(slot->list->cells()[i]);
  return out;
}

std::vector<String> EventEmitterObject::eventNames() const {
  std::vector<String> out;
  for (bool symbols : {false, true})
    for (const Slot& slot : slots_)
      if (slot.symbol == symbols) out.push_back(slot.name);
  return out;
}

double EventEmitterObject::getMaxListeners() const noexcept { return maxListeners_ < 0 ? defaultLimit : maxListeners_; }

void EventEmitterObject::changeMaxListeners(double n) {
  checkLimit("setMaxListeners", n);
  maxListeners_ = n;
}

}  // namespace nodecpp
