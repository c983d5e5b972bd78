// Tests what the pairs in tests/pairs/events cannot observe: the lifetimes of targets, events and listeners.
#include <nodecpp/abort_controller.h>
#include <nodecpp/event_target.h>
#include <nodecpp/let.h>

#include <doctest/doctest.h>

#include "base/objects/cycle_collector.h"
#include "support/sim_loop.h"

using namespace nodecpp;

namespace {

int alive = 0;

class CountedObject : public EventTargetObject {
 public:
  static Args<MessageEvent> eventArgs(event::message_t);
  CountedObject() { ++alive; }
  ~CountedObject() override { --alive; }
  EventHandler<MessageEvent> onmessage{this, "message"};

 protected:
  void traceMembers(detail::Tracer& tracer) override { onmessage.trace(tracer); }
};
using Counted = Handle<CountedObject>;

void program(auto f) {
  tests::program(f);
  detail::CycleCollector::collect();
  CHECK(alive == 0);
}

}  // namespace

TEST_CASE("listeners, attributes and events that hold their own target are freed with it") {
  program([] {
    const Counted listened = make<Counted>();
    listened->addEventListener("x", [=] { static_cast<void>(listened); });
    const Counted attributed = make<Counted>();
    attributed->onmessage = [=](auto) { static_cast<void>(attributed); };
    const Counted kept = make<Counted>();
    let<Handle<EventObject>> last;
    kept->addEventListener("x", [=](Handle<EventObject> event) { last = event; });
    kept->dispatchEvent(make<Event>("x"));
    CHECK(last.value()->target == kept);
    CHECK(alive == 3);
  });
}

TEST_CASE("a target may drop its last handle while its listeners are called") {
  program([] {
    let<Counted> target = make<Counted>();
    int called = 0;
    target.ref()->addEventListener("x", [=] { target = nullptr; });
    target.ref()->addEventListener("x", [&] { ++called; });
    target.ref()->dispatchEvent(make<Event>("x"));
    CHECK(called == 1);
  });
}

TEST_CASE("the attribute keeps its place among the listeners, and nullptr takes it off") {
  program([] {
    String order;
    const Counted target = make<Counted>();
    target->addEventListener(event::message, [&](auto event) { order += "1" + event->data; });
    target->onmessage = [&](MessageEvent) { order += "2"; };
    target->addEventListener(event::message, [&] { order += "3"; });
    target->onmessage = [&] { order += "4"; };
    const auto send = [&] { target->dispatchEvent(make<MessageEvent>("message", {.data = "x"})); };
    send();
    CHECK(order == "1x43");
    target->onmessage = nullptr;
    CHECK(target->onmessage == nullptr);
    CHECK(events::listenerCount(target, "message") == 2);
    send();
    CHECK(order == "1x431x3");
    target->onmessage = [&] { order += "5"; };
    send();
    CHECK(order == "1x431x31x53");
  });
}

TEST_CASE("a signal does not keep the targets alive whose listeners it removes") {
  program([] {
    const auto controller = make<AbortController>();
    Counted target = make<Counted>();
    int called = 0;
    target->addEventListener("x", [&] { ++called; }, {.signal = controller->signal()});
    const Counted other = make<Counted>();
    other->addEventListener("x", [&] { ++called; }, {.signal = controller->signal()});
    target = nullptr;
    detail::freeUnreferenced();
    CHECK(alive == 1);
    controller->abort();
    other->dispatchEvent(make<Event>("x"));
    CHECK(called == 0);
  });
}

TEST_CASE("a signal removes its own listener, and none that has got that one's memory") {
  program([] {
    const auto controller = make<AbortController>();
    const Counted target = make<Counted>();
    int called = 0;
    for (int i = 0; i < 8; ++i)
      target->addEventListener("x", [&called] { ++called; }, {.once = true, .signal = controller->signal()});
    target->dispatchEvent(make<Event>("x"));
    for (int i = 0; i < 8; ++i) target->addEventListener("x", [&called] { ++called; });
    controller->abort();
    target->dispatchEvent(make<Event>("x"));
    CHECK(called == 16);
  });
}

TEST_CASE("a listener that expects another class of event throws a TypeError, which is uncaught") {
  String caught;
  try {
    program([] {
      const auto target = make<EventTarget>();
      target->addEventListener("x", [](CloseEvent) { FAIL("must not be called"); });
      target->dispatchEvent(make<Event>("x"));
    });
  } catch (const Error& error) {
    caught = error->code;
  }
  CHECK(caught == "ERR_INVALID_ARG_TYPE");
}

TEST_CASE("the data of a message reads as a text, or is of its own type") {
  const EventData text("text");
  CHECK(text.isString());
  CHECK(text == "text");
  CHECK(text.length() == 4);
  CHECK("a " + text == "a text");
  CHECK(text.as<String>() == "text");
  CHECK_THROWS_AS(text.as<int>(), TypeError);
  const EventData number(5);
  CHECK_FALSE(number.isString());
  CHECK(number.is<int>());
  CHECK(number.as<int>() == 5);
  CHECK(EventData().isNull());
  CHECK(EventData().toString() == "null");
}
