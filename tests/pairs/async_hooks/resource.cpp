#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/events/async_resource.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <cmath>
using namespace nodecpp;
using namespace nodecpp::async_hooks;
using events::EventEmitterAsyncResource;

class Task : public AsyncResourceObject {
 public:
  explicit Task(Function<void(String)> callback) : AsyncResourceObject("Task"), callback_(callback) {}
  void done(String result) { runInAsyncScope(callback_, nullptr, result); emitDestroy(); }

 private:
  Function<void(String)> callback_;
  NODECPP_TRACE(callback_)
};
constexpr Event<int, String> foo{"foo"};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto als = make<AsyncLocalStorage<String>>();
  auto show = [=](String name) { console::log(name, als->getStore()); };
  auto resource = als->run("made", [=] { return make<AsyncResource>("Mine"); });
  als->run("now", [=] {
    console::log(resource->runInAsyncScope([=](int a, int b) { show("scope"); return a + b; }, nullptr, 1, 2));
    resource->runInAsyncScope([=] { show("scope without arguments"); als->enterWith("lost"); });
    show("after scope");
    try {
      resource->runInAsyncScope([] { throw Error("thrown"); });
    } catch (Error& error) {
      show(error->message);
    }
    auto bound = resource->bind([=](String name) { show(name); });
    bound("bound");
  });
  console::log(executionAsyncId(), executionAsyncId() == resource->triggerAsyncId());
  resource->runInAsyncScope([=] {
    console::log(executionAsyncId() == resource->asyncId(), triggerAsyncId() == resource->triggerAsyncId());
    auto inner = make<AsyncResource>("Inner");
    console::log(inner->triggerAsyncId() == resource->asyncId(), inner->asyncId() > resource->asyncId());
    console::log(make<AsyncResource>("Other", 7)->triggerAsyncId(),
                 make<AsyncResource>("Other", AsyncResourceOptions{.triggerAsyncId = 8})->triggerAsyncId());
  });
  console::log(resource->emitDestroy() == resource);
  for (double id : {-2.0, 1.5, std::nan("")}) {
    try {
      make<AsyncResource>("Bad", id);
    } catch (Error& error) {
      console::log(error->name, error->code, error->message);
    }
  }
  auto later = als->run("bound here", [=] { return AsyncResource::bind([=] { show("AsyncResource.bind"); }); });
  als->run("elsewhere", [=] { setImmediate(later); });

  Array<Handle<Task>> tasks;
  for (String name : {"one", "two"}) als->run(name, [=]() mutable { tasks.push(make<Task>([=](String result) { show(result); })); });
  setTimeout([=] { for (auto task : tasks) task->done("task"); }, 50);

  auto emitter = als->run("emitter", [=] { return make<EventEmitterAsyncResource>({.name = "Q"}); });
  emitter->on(foo, [=](int a, String b) { show(str("foo ") + a + b); });
  als->run("emits", [=] { console::log(emitter->emit(foo, 1, "x"), emitter->emit("bar")); });
  console::log(emitter->asyncId() == emitter->asyncResource()->asyncId(), emitter->triggerAsyncId() == executionAsyncId());
  emitter->emitDestroy();
}); }
