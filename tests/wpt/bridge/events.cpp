// EventTarget, Event, AbortController and AbortSignal.
#include <nodecpp/abort_controller.h>

#include "bridge.h"

namespace wpt {
namespace {

using Listener = Function<void(Handle<EventObject>)>;

perThread<Kept<EventTarget>> targets;
perThread<Kept<Handle<EventObject>>> events_;
perThread<Map<double, Listener>> listeners;
perThread<Map<double, AbortSignal>> signals;

// A function of a test is one listener, however often it is added.
Listener listenerOf(const var& function) {
  const double number = function.toNumber();
  if (!listeners->has(number))
    listeners->set(number, Listener([=](Handle<EventObject> event) {
                     call(number, {events_->number(event), event->type, targets->number(event->target)});
                   }));
  return listeners->get(number);
}

AbortSignal signalOf(const var& number) { return signals->get(number.toNumber()); }
double addSignal(const AbortSignal& signal) {
  const double number = targets->add(signal);
  signals->set(number, signal);
  return number;
}
var numberOf(const EventTarget& target) { return target ? var(targets->number(target)) : var(nullptr); }

var shown(const Handle<EventObject>& event) {
  Array<var> path;
  for (EventTarget each : event->composedPath()) path.push(targets->number(each));
  return var::object({{"type", event->type},
                      {"bubbles", event->bubbles},
                      {"cancelable", event->cancelable},
                      {"composed", event->composed},
                      {"isTrusted", event->isTrusted},
                      {"timeStamp", event->timeStamp},
                      {"target", numberOf(event->target)},
                      {"currentTarget", numberOf(event->currentTarget())},
                      {"srcElement", numberOf(event->srcElement())},
                      {"eventPhase", event->eventPhase()},
                      {"defaultPrevented", event->defaultPrevented()},
                      {"returnValue", event->returnValue()},
                      {"cancelBubble", event->cancelBubble()},
                      {"composedPath", path}});
}

void defineSignals() {
  define("AbortController.new", [](Array<var>) -> var {
    static perThread<Kept<AbortController>> controllers;
    auto controller = make<AbortController>();
    const double number = controllers->add(controller);
    define(format("AbortController.abort {}", number), [=](Array<var> a) -> var {
      controller->abort(a[0].isNullish() ? Error() : errorOf(a[0]));
      return undefined;
    });
    return var::array({number, addSignal(controller->signal())});
  });
  define("AbortSignal.abort",
         [](Array<var> a) -> var { return addSignal(AbortSignal::abort(a[0].isNullish() ? Error() : errorOf(a[0]))); });
  define("AbortSignal.timeout", [](Array<var> a) -> var { return addSignal(AbortSignal::timeout(a[0].toNumber())); });
  define("AbortSignal.any", [](Array<var> a) -> var {
    Array<AbortSignal> all;
    for (const var& each : listOf(a[0])) all.push(signalOf(each));
    return addSignal(AbortSignal::any(all));
  });
  define("AbortSignal.aborted", [](Array<var> a) -> var { return signalOf(a[0])->aborted(); });
  define("AbortSignal.reason", [](Array<var> a) -> var {
    return signalOf(a[0])->aborted() ? told(stream::web::Reason(signalOf(a[0])->reason())) : var::object({{"u", true}});
  });
  define("AbortSignal.throwIfAborted", [](Array<var> a) -> var {
    signalOf(a[0])->throwIfAborted();
    return undefined;
  });
}

}  // namespace

void defineEvents() {
  define("EventTarget", [](Array<var>) -> var { return targets->add(make<EventTarget>()); });
  define("EventTarget.add", [](Array<var> a) -> var {
    AddEventListenerOptions options{.once = bool(a[3]), .capture = bool(a[4]), .passive = bool(a[5])};
    if (!a[6].isNullish()) options.signal = targets.value()[a[6]];
    EventTarget(targets.value()[a[0]])->addEventListener(a[1].toString(), listenerOf(a[2]), options);
    return undefined;
  });
  define("EventTarget.remove", [](Array<var> a) -> var {
    EventTarget(targets.value()[a[0]])
        ->removeEventListener(a[1].toString(), listenerOf(a[2]), EventListenerOptions{.capture = bool(a[3])});
    return undefined;
  });
  define("EventTarget.dispatch",
         [](Array<var> a) -> var { return EventTarget(targets.value()[a[0]])->dispatchEvent(events_.value()[a[1]]); });
  define("Event", [](Array<var> a) -> var {
    return events_->add(make<Event>(
        a[0].toString(), EventInit{.bubbles = bool(a[1]), .cancelable = bool(a[2]), .composed = bool(a[3])}));
  });
  define("Event.get", [](Array<var> a) -> var { return shown(events_.value()[a[0]]); });
  define("Event.do", [](Array<var> a) -> var {
    Handle<EventObject> event = events_.value()[a[0]];
    const String what = a[1].toString();
    if (what == "preventDefault")
      event->preventDefault();
    else if (what == "stopPropagation")
      event->stopPropagation();
    else if (what == "stopImmediatePropagation")
      event->stopImmediatePropagation();
    else
      event->initEvent(a[2].toString(), bool(a[3]), bool(a[4]));
    return undefined;
  });
  defineSignals();
}

}  // namespace wpt
