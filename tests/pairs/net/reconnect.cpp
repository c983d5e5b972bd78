#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
for (String how : {"end", "destroy"}) {
  for (int pause : {0, 30}) {
    scene(format("connect again after {}, {} ms later", how, pause), [=] {
      let<int> n = 0;
      let<net::Server> server; server = net::createServer([=](auto s) { s->on(event::error, [] {}); s->end("hello " + str(++n)); })->listen(0, "127.0.0.1", [=] {
        auto port = server->address().port;
        auto c = make<net::Socket>();
        let<int> rounds = 0;
        hold();
        c->on(event::connect, [=] { say("client", "connect", c->readyState(), c->bytesRead(), c->destroyed()); if (how == "destroy") c->destroy(); });
        c->on(event::data, [=](auto chunk) { say("client", "data", "" + chunk, c->bytesRead()); });
        c->on(event::end, [=] { say("client", "end"); });
        c->on(event::close, [=](bool hadError) {
          say("client", "close", hadError, c->readyState(), c->destroyed());
          if (++rounds == 3) { server->close(); return release(); }
          if (pause) setTimeout([=] { c->connect(port, "127.0.0.1"); }, pause);
          else c->connect(port, "127.0.0.1");
          say("client", "again", pause ? str(pause) : c->readyState());
        });
        c->connect(port, "127.0.0.1");
      });
    });
  }
}
scene("after a refusal", [] {
  let<net::Server> server; server = net::createServer([=](auto s) { s->end("at last"); server->close(); })->listen(0, "127.0.0.1", [=] {
    auto c = make<net::Socket>();
    hold();
    let<int> rounds = 0;
    collect(c, "client");
    c->on(event::error, [=](Error error) { say("client", message(error)); });
    c->on(event::close, [=](bool hadError) {
      say("client", "close", hadError);
      if (++rounds == 2) return release();
      c->connect(server->address().port, "127.0.0.1", [=] { say("client", "connected"); });
    });
    c->connect(1, "127.0.0.1");
  });
});
setTimeout(play, 0);
}); }
