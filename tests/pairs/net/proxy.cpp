#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
scene("a proxy", [] {
  let<net::Server> origin; origin = net::createServer([=](auto s) { s->on(event::data, [=](auto chunk) { s->write("<" + chunk + ">"); }); s->on(event::end, [=] { origin->close(); }); })->listen(0, "127.0.0.1", [=] {
    let<net::Server> proxy; proxy = net::createServer([=](auto inner) {
      proxy->close();
      watch(inner, "inner");
      auto outer = watch(net::connect(origin->address().port, "127.0.0.1"), "outer");
      inner->pipe(outer);
      outer->pipe(inner);
    })->listen(0, "127.0.0.1", [=] {
      auto client = collect(watch(net::connect(proxy->address().port, "127.0.0.1"), "client"), "client");
      client->write("one");
      setTimeout([=] { client->write("two"); setTimeout([=] { client->end(); }, 20); }, 20);
    });
  });
});
play();
}); }
