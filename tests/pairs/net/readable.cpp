#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
scene("readable and read()", [] {
  let<net::Server> server; server = net::createServer([=](auto s) { s->write("first"); setTimeout([=] { s->end("second"); }, 20); server->close(); })->listen(0, "127.0.0.1", [=] {
    auto c = watch(net::connect(server->address().port, "127.0.0.1"), "client");
    c->on(event::readable, [=] {
      while (auto chunk = c->read(3)) say("client", "" + chunk, c->readableLength());
    });
  });
});
scene("ready states", [] {
  let<net::Server> server; server = net::createServer([=](auto s) { s->resume(); server->close(); })->listen(0, "127.0.0.1", [=] {
    auto c = watch(make<net::Socket>(), "client");
    auto state = [=](String at) { say("client", at, c->readyState(), c->pending(), c->connecting()); };
    state("made");
    c->connect(server->address().port, "127.0.0.1");
    state("connecting");
    c->on(event::connect, [=] { state("connected"); c->end(); state("ended"); });
    c->on(event::finish, [=] { state("finish"); });
    c->on(event::end, [=] { state("end"); });
    c->on(event::close, [=] { state("close"); });
    c->resume();
  });
});
play();
}); }
