#include <nodecpp/event_target.h>
#include <nodecpp/events/listener.h>
#include <nodecpp/weak.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "events/event_defaults.h"
#include "loop/loop.h"

namespace nodecpp {

namespace detail {

namespace {

String textOf(EventName name) { return String::copyOf(name.data(), name.size()); }

// The listeners of one type, in their order. While listeners are called the list only grows, and those that were
// removed are skipped, so that places in it stay valid.
class ListenerListObject final : public Object {
 public:
  std::vector<EventListener> all;
  std::size_t size = 0;  // of those that count as listeners: not removed, and no attribute without a function
  int running = 0;
  bool resistsStop = false;  // one of them does

  void tidy() {
    if (running == 0) std::erase_if(all, [](const EventListener& each) { return each.removed; });
  }
  EventListener* find(const void* identity, bool capture) {
    for (EventListener& each : all)
      if (!each.removed && each.capture == capture && (each.identity == identity || each.call.identity() == identity))
        return &each;
    return nullptr;
  }
};
using ListenerList = Handle<ListenerListObject>;

}  // namespace

struct EventListeners {
  // A type that has lost its last listener loses its list, too.
  std::map<std::string, ListenerList, std::less<>> types;

  ListenerListObject* find(EventName type) const noexcept {
    const auto found = types.find(std::string_view(type.data(), type.size()));
    return found == types.end() ? nullptr : found->second.get();
  }
  void forget(EventName type, const ListenerListObject& list) {
    const auto found = types.find(std::string_view(type.data(), type.size()));
    if (found != types.end() && found->second.get() == &list) types.erase(found);
  }
};

void throwFromListener(std::exception_ptr thrown) noexcept {
  Loop::current().nextTick([thrown] { std::rethrow_exception(thrown); });
}

void throwOtherEvent(StringArg type) {
  throw codedError<TypeError>("ERR_INVALID_ARG_TYPE",
                              "The listener's argument is of another class than the event " + type.toString());
}

void EventHandlerObject::set(Handle<EventHandlerObject>& attribute, EventTargetObject& owner, const char* type,
                             EventCallback to, bool moves) {
  const Handle<EventTargetObject> alive(&owner);
  if (moves && attribute) {
    owner.remove(type, attribute.get(), false);
    attribute = nullptr;
  }
  if (!attribute) {
    if (!to) return;
    attribute = make<EventHandlerObject>();
    attribute->handler = std::move(to);
    const EventCallback call = [handler = attribute](Handle<EventObject> event) {
      if (const EventCallback f = handler->handler) f(event);
    };
    owner.add(type, {.call = call, .identity = attribute.get()}, nullptr);
    return;
  }
  const bool was = bool(attribute->handler), is = bool(to);
  attribute->handler = std::move(to);
  if (was != is) owner.changeSize(type, is ? 1 : -1);
}

}  // namespace detail

EventTargetObject::EventTargetObject() = default;
EventTargetObject::~EventTargetObject() { delete listeners_; }

void EventTargetObject::dropListeners() noexcept { delete std::exchange(listeners_, nullptr); }

void EventTargetObject::trace(detail::Tracer& tracer) {
  if (listeners_)
    for (auto& [type, list] : listeners_->types)
      for (detail::EventListener& each : list->all) {
        tracer.label(&each.call, type.data(), type.size());
        tracer(each.call);
      }
  traceMembers(tracer);
}

void EventTargetObject::add(EventName type, detail::EventListener listener, const EventTarget& signal) {
  if (signal) {
    const SignalState state = signal->signalState();
    if (state == SignalState::none)
      throw detail::invalidArgType("options.signal", "an instance of AbortSignal", "an instance of EventTarget");
    if (state == SignalState::aborted) return;
    // A listener needs an identity to be removed by it. A lambda may be called once and freed before the signal aborts,
    // so its address is none: another listener may have it by then.
    if (!listener.identity) listener.identity = detail::newListenerIdentity();
    // A signal that lives long does not keep the targets that were given to it.
    const Function<void()> onAbort = [target = WeakRef<EventTarget>(EventTarget(this)), type = detail::textOf(type),
                                      identity = listener.identity, capture = listener.capture] {
      if (const EventTarget self = target.deref()) self->remove(type, identity, capture);
    };
    signal->addResistingListener("abort", onAbort, true);
  }
  if (!listeners_) listeners_ = new detail::EventListeners;
  detail::ListenerList& list = listeners_->types[std::string(type.data(), type.size())];
  if (!list) list = make<detail::ListenerList>();
  if (listener.identity && list->find(listener.identity, listener.capture)) return;
  list->resistsStop |= listener.resistsStop;
  list->all.push_back(std::move(listener));
  changeSize(type, 1);
}

void EventTargetObject::changeSize(EventName type, std::ptrdiff_t by) {
  detail::ListenerListObject* list = listeners_ ? listeners_->find(type) : nullptr;
  if (!list) return;
  list->size = std::size_t(std::ptrdiff_t(list->size) + by);
  const std::size_t size = list->size;
  const double limit = maxListeners();
  if (by > 0 && limit > 0 && double(size) > limit && !warned_) warnOfLeak(type, size);
  listenersChanged(type, size);
}

void EventTargetObject::remove(EventName type, const void* identity, bool capture) {
  const detail::ListenerList list(listeners_ ? listeners_->find(type) : nullptr);
  if (!list) return;
  detail::EventListener* found = list->find(identity, capture);
  if (!found) return;
  const detail::EventListener gone = *found;  // destroyed last, since it may hold this target
  const EventTarget alive(this);
  found->removed = true;
  found->call = nullptr;
  list->tidy();
  changeSize(type, -1);
  if (list->size == 0 && std::ranges::all_of(list->all, &detail::EventListener::removed))
    listeners_->forget(type, *list);
}

bool EventTargetObject::dispatchEvent(const Handle<EventObject>& given) {
  if (!given) throw detail::invalidArgType("event", "an instance of Event", "undefined");
  const Handle<EventObject> event = given;
  if (event->isBeingDispatched_)
    throw detail::codedError<Error>("ERR_EVENT_RECURSION",
                                    "The event \"" + event->type + "\" is already being dispatched");
  const EventTarget self(this);
  event->target = self;
  const detail::ListenerList list(listeners_ ? listeners_->find(event->type) : nullptr);
  if (!list) return !event->defaultPrevented();
  const String type = event->type;
  event->isBeingDispatched_ = true;
  ++list->running;
  // As in Node, a listener that is added meanwhile is called, unless the running one is the last.
  bool more = !list->all.empty();
  for (std::size_t i = 0; more; ++i) {
    more = i + 1 < list->all.size();
    detail::EventListener listener = list->all[i];
    if (listener.removed || (event->stopped_ && !listener.resistsStop)) {
      if (event->stopped_ && !list->resistsStop) break;
      continue;
    }
    if (listener.once) {
      list->all[i].removed = true;
      list->all[i].call = nullptr;
      changeSize(type, -1);
    }
    call(listener, event);
    event->isBeingDispatched_ = false;  // as in Node, from the first listener's return on
  }
  event->isBeingDispatched_ = false;
  --list->running;
  list->tidy();
  if (list->all.empty() && listeners_) listeners_->forget(type, *list);
  return !event->defaultPrevented();
}

void EventTargetObject::call(detail::EventListener& listener, const Handle<EventObject>& event) {
  try {
    event->inPassiveListener_ = listener.passive;
    listener.call(event);
  } catch (const detail::ProgramExit&) {
    event->inPassiveListener_ = false;
    throw;
  } catch (...) {
    detail::throwFromListener(std::current_exception());
  }
  event->inPassiveListener_ = false;
}

double EventTargetObject::maxListeners() const noexcept {
  return maxListeners_ >= 0 ? maxListeners_ : detail::defaultLimit();
}

std::ptrdiff_t EventTargetObject::eventListenerCount(EventName type) const noexcept {
  const detail::ListenerListObject* list = listeners_ ? listeners_->find(type) : nullptr;
  return list ? list->size : 0;
}

Array<detail::EventCallback> EventTargetObject::eventListeners(EventName type) const {
  Array<detail::EventCallback> out;
  if (const detail::ListenerListObject* list = listeners_ ? listeners_->find(type) : nullptr)
    for (const detail::EventListener& each : list->all)
      if (!each.removed) out.push(each.call);
  return out;
}

void EventTargetObject::warnOfLeak(EventName type, std::size_t count) {
  warned_ = true;
  Error warning("Possible EventTarget memory leak detected. " + str(count) + " " + detail::textOf(type) +
                " listeners added to " + className() + ". MaxListeners is " + str(maxListeners()) +
                ". Use events.setMaxListeners() to increase limit");
  warning->name = "MaxListenersExceededWarning";
  warning->stack.setHeader(warning.toString());
  warning->properties = {{"type", detail::textOf(type)}, {"count", double(count)}};
  if (detail::upward().warning) detail::upward().warning(warning);
}

void EventTargetObject::warnOfNoListener(EventName type, StringArg what) {
  Error warning("addEventListener called with " + what.toString() + " which has no effect.");
  warning->name = "AddEventListenerArgumentTypeWarning";
  warning->stack.setHeader(warning.toString());
  warning->properties = {{"type", detail::textOf(type)}};
  if (detail::upward().warning) detail::upward().warning(warning);
}

namespace events {

Array<nodecpp::detail::EventCallback> getEventListeners(const EventTarget& target, EventName type) {
  return target->eventListeners(type);
}
std::ptrdiff_t listenerCount(const EventTarget& target, EventName type) { return target->eventListenerCount(type); }
double getMaxListeners(const EventTarget& target) { return target->maxListeners(); }
void setMaxListeners(double n, const Array<EventTarget>& targets) {
  nodecpp::detail::checkLimit("setMaxListeners", n);
  for (const EventTarget& target : targets) target->setMaxListeners(n);
}

}  // namespace events

}  // namespace nodecpp
