#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
using namespace nodecpp;
using namespace nodecpp::async_hooks;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto als = make<AsyncLocalStorage<String>>();
  auto show = [=](String name) { console::log(name, als->getStore()); };
  show("outside");
  console::log("result", als->run("a", [=](int x, int y) { show("run"); return x + y; }, 1, 2));
  show("after run");
  als->run("outer", [=] {
    als->run("inner", [=] { show("inner"); });
    show("outer again");
    als->exit([=] { show("exit"); als->run("in exit", [=] { show("run in exit"); }); show("exit again"); });
    show("outer after exit");
  });
  try {
    als->run("throws", [=] { show("before throw"); throw Error("thrown"); });
  } catch (Error& error) {
    console::log("caught", error->message);
  }
  show("after throw");
  als->run("left", [=] { als->enterWith("entered"); show("enterWith"); });
  show("after enterWith in run");
  als->enterWith("stays");
  show("enterWith outside");
  als->disable();
  show("disabled");
  als->run("again", [=] { show("run after disable"); als->disable(); show("disabled inside"); });
  show("end");

  auto counted = make<AsyncLocalStorage<double>>({.defaultValue = 5, .name = "counted"});
  console::log(counted->name(), counted->getStore());
  counted->run(6, [=] { console::log(counted->getStore()); });
  counted->exit([=] { console::log(counted->hasStore() ? str(counted->getStore()) : "undefined"); });
  console::log(counted->getStore(), "\"" + als->name() + "\"");

  auto other = make<AsyncLocalStorage<String>>();
  als->run("x", [=] {
    other->enterWith("y");
    als->run("z", [=] { console::log(als->getStore(), other->getStore()); });
    console::log(als->getStore(), other->getStore());
  });
  console::log(als->getStore(), other->getStore());
  other->run("w", [=] { als->enterWith("v"); other->enterWith("u"); });
  console::log(als->getStore(), other->getStore());

  auto maps = make<AsyncLocalStorage<Map<String, int>>>();
  maps->run(Map<String, int>(), [=] {
    maps->getStore().set("id", 1);
    auto held = maps->getStore();
    console::log(maps->getStore().get("id"), maps->run(held, [=] { return maps->getStore() == held; }));
    maps->run(held, [=] { maps->enterWith(Map<String, int>{{"id", 2}}); });
    console::log(maps->getStore().get("id"));
  });
  console::log(maps->getStore());

  let<Function<String(String, String)>> bound;
  auto snapshot = als->run("kept", [=] {
    bound = AsyncLocalStorage<>::bind([=](String a, String b) { return a + als->getStore() + b; });
    return AsyncLocalStorage<>::snapshot();
  });
  als->run("now", [=] {
    console::log(bound("<", ">"));
    console::log(snapshot([=](String f) { return f + als->getStore(); }, "in "));
    show("still");
  });
  {
    als->enterWith("first");
    auto scope = als->withScope("scoped");
    show("withScope");
    scope.dispose();
    show("disposed");
    scope.dispose();
    show("disposed again");
  }
}); }
