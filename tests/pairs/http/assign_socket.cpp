#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/net.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = net::createServer([](net::Socket socket) {
    socket->once(event::data, [=] {
      auto request = make<http::IncomingMessage>(socket);
      request->method = "GET";
      request->httpVersionMajor = 1;
      request->httpVersionMinor = 1;
      auto response = make<http::ServerResponse>(request);
      response->sendDate = false;
      response->on(event::socket, [=](net::Socket assigned) { console::log("socket", assigned == socket); });
      response->setHeader("X-One", "1");
      response->write("before ");
      response->assignSocket(socket);
      try {
        response->assignSocket(socket);
      } catch (const Error& error) {
        console::log(error->code, error->message);
      }
      response->on(event::finish, [=] {
        console::log("finish");
        response->detachSocket(socket);
        console::log(!response->socket);
        socket->end();
      });
      response->end("after");
    });
  });
  server->listen(0, "127.0.0.1", [=] {
    auto client = net::connect(server->address().port, "127.0.0.1");
    let<String> text("");
    client->write("GET / HTTP/1.1\r\n\r\n");
    client->on(event::data, [=](auto data) { text += data; });
    client->on(event::end, [=] {
      console::log(text);
      server->close();
    });
  });
}); }
