// EventTarget: listeners, their options, what an event says of itself, and changes while listeners are called.
#include <nodecpp/console.h>
#include <nodecpp/event_target.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class ChatObject : public EventTargetObject {
 public:
  void say(String text) { dispatchEvent(make<CustomEvent<String>>("said", {.detail = text})); }
  const char* className() const override { return "Chat"; }
};
using Chat = Handle<ChatObject>;

class HandlerObject : public Object {
 public:
  void handleEvent(Handle<EventObject> event) { console::log("handleEvent", event->type); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto target = make<EventTarget>();
  auto hello = listener([=](Handle<EventObject> event) { console::log("hello", event->type, event->target == target, event->eventPhase()); });
  target->addEventListener("greet", hello);
  target->addEventListener("greet", hello);
  target->addEventListener("greet", hello, true);
  target->addEventListener("greet", [] { console::log("no argument"); }, {.once = true});
  console::log(target->dispatchEvent(make<Event>("greet")), target->dispatchEvent(make<Event>("other")));
  target->dispatchEvent(make<Event>("greet"));
  target->removeEventListener("greet", hello);
  target->dispatchEvent(make<Event>("greet"));
  target->removeEventListener("greet", hello, {.capture = true});
  console::log(events::listenerCount(target, "greet"), events::getEventListeners(target, "greet").length());

  auto event = make<Event>("state", {.bubbles = true, .cancelable = true});
  console::log(event->type, event->bubbles, event->cancelable, event->composed, event->isTrusted, event->defaultPrevented());
  console::log(event->target ? "a target" : "null", event->currentTarget() ? "a target" : "null", event->composedPath().length(), event->eventPhase(), event->returnValue());
  target->addEventListener("state", [=](auto event) {
    console::log(event->currentTarget() == target, event->composedPath()[0] == target, event->eventPhase() == EventObject::AT_TARGET);
    event->preventDefault();
  }, {.passive = true});
  target->addEventListener("state", [](auto event) { console::log("second", event->eventPhase(), event->currentTarget() == nullptr); });
  console::log(target->dispatchEvent(event), event->defaultPrevented(), event->target == target, event->srcElement() == target, event->currentTarget() ? "a target" : "null");
  target->addEventListener("state", [](auto event) { event->preventDefault(); });
  console::log(target->dispatchEvent(event), event->defaultPrevented(), event->returnValue());
  auto fixed = make<Event>("state");
  console::log(target->dispatchEvent(fixed), fixed->defaultPrevented());

  auto stops = make<EventTarget>();
  stops->addEventListener("x", [](auto event) { console::log("first"); event->stopPropagation(); });
  stops->addEventListener("x", [](auto event) { console::log("second", event->cancelBubble()); event->stopImmediatePropagation(); });
  stops->addEventListener("x", [] { console::log("third"); });
  stops->dispatchEvent(make<Event>("x"));

  auto changing = make<EventTarget>();
  auto gone = listener([] { console::log("never"); });
  auto kept = listener([] { console::log("kept"); });
  changing->addEventListener("x", [=] {
    console::log("changes");
    changing->removeEventListener("x", gone);
    changing->addEventListener("x", kept);
  });
  changing->addEventListener("x", gone);
  changing->addEventListener("x", [] { console::log("between"); });
  changing->dispatchEvent(make<Event>("x"));
  changing->dispatchEvent(make<Event>("x"));
  auto last = make<EventTarget>();
  last->addEventListener("x", [=] { last->addEventListener("x", [] { console::log("too late"); }); }, {.once = true});
  last->dispatchEvent(make<Event>("x"));
  last->dispatchEvent(make<Event>("x"));

  target->addEventListener("tick", [](CustomEvent<int> event) { console::log(event->detail, event->detail + 1); });
  target->dispatchEvent(make<CustomEvent<int>>("tick", {.detail = 5}));
  target->addEventListener("named", [](CustomEvent<String> event) { console::log(event->detail); });
  target->dispatchEvent(make<CustomEvent<String>>("named", {.detail = "text"}));
  target->addEventListener("message", [](MessageEvent event) { console::log(event->data, event->origin, event->lastEventId, event->data.length()); });
  target->dispatchEvent(make<MessageEvent>("message", {.data = "a text", .origin = "http://a", .lastEventId = "7"}));
  target->addEventListener("close", [](CloseEvent event) { console::log(event->code, event->reason, event->wasClean); });
  target->dispatchEvent(make<CloseEvent>("close", {.wasClean = true, .code = 1001, .reason = "away"}));
  target->addEventListener("failed", [](ErrorEvent event) { console::log(event->message, event->lineno, event->error->message); });
  target->dispatchEvent(make<ErrorEvent>("failed", {.message = "failed", .lineno = 3, .error = Error("why")}));
  target->addEventListener("handled", make<HandlerObject>());
  target->dispatchEvent(make<Event>("handled"));

  auto again = make<Event>("again");
  target->addEventListener("again", [=](Handle<EventObject> event) {
    try {
      target->dispatchEvent(event);
    } catch (const Error& error) {
      console::log(error->code, error->message);
    }
  });
  target->dispatchEvent(again);
  auto renamed = make<Event>("old");
  renamed->initEvent("new", true, true);
  console::log(renamed->type, renamed->bubbles, renamed->cancelable);
  console::log(events::getMaxListeners(target));
  events::setMaxListeners(3, {target});
  console::log(events::getMaxListeners(target), target);
  auto chat = make<Chat>();
  chat->addEventListener("said", [=](CustomEvent<String> event) { console::log(event->target == chat, event->detail); });
  chat->say("own class");
  console::log(chat);
}); }
