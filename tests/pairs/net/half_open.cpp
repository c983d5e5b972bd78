#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
for (bool serverHalf : {false, true}) {
  for (bool clientHalf : {false, true}) {
    scene(format("half open: server {}, client {}; the client ends first", serverHalf, clientHalf), [=] {
      let<net::Server> server; server = net::createServer({.allowHalfOpen = serverHalf}, [=](auto socket) {
        server->close();
        collect(watch(socket, "accepted"), "accepted");
        say("accepted", socket->allowHalfOpen);
        socket->on(event::end, [=] {
          say("accepted", "writable", socket->writable(), socket->readable(), socket->readyState());
          hold();
          setTimeout([=] {
            release();
            say("accepted", "later", socket->writable(), socket->readyState(), socket->destroyed());
            if (!socket->destroyed()) socket->end("late");
          }, 10);
        });
      })->listen(0, "127.0.0.1", [=] {
        auto client = collect(watch(net::connect({.port = server->address().port, .host = "127.0.0.1", .allowHalfOpen = clientHalf}), "client"), "client");
        say("client", client->allowHalfOpen);
        client->end("early");
      });
    });
    scene(format("half open: server {}, client {}; the server ends first", serverHalf, clientHalf), [=] {
      let<net::Server> server; server = net::createServer({.allowHalfOpen = serverHalf}, [=](auto socket) {
        server->close();
        collect(watch(socket, "accepted"), "accepted");
        socket->end("early");
      })->listen(0, "127.0.0.1", [=] {
        auto client = collect(watch(net::connect({.port = server->address().port, .host = "127.0.0.1", .allowHalfOpen = clientHalf}), "client"), "client");
        client->on(event::end, [=] { hold(); setTimeout([=] {
          release();
          say("client", "later", client->writable(), client->readyState(), client->destroyed());
          if (!client->destroyed()) client->end("late");
        }, 10); });
      });
    });
  }
}
scene("both end at once", [] {
  let<net::Server> server; server = net::createServer([=](auto socket) {
    server->close();
    collect(watch(socket, "accepted"), "accepted")->end("s");
  })->listen(0, "127.0.0.1", [=] { collect(watch(net::connect(server->address().port, "127.0.0.1"), "client"), "client")->end("c"); });
});
scene("nobody reads", [] {
  let<net::Server> server; server = net::createServer([=](auto socket) {
    server->close();
    watch(socket, "accepted")->end("unread");
    setTimeout([=] { socket->destroy(); }, 20);
  })->listen(0, "127.0.0.1", [=] {
    auto client = watch(net::connect(server->address().port, "127.0.0.1"), "client");
    setTimeout([=] { say("client", client->readyState(), client->readableLength()); client->destroy(); }, 30);
  });
});
setTimeout(play, 0);
}); }
