// A request whose pipeline fails is answered, and its connection is used for the next request.
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/net.h>
#include <nodecpp/stream.h>
#include <nodecpp/stream/promises.h>
using namespace nodecpp;

stream::Transform refuse() {
  return make<stream::Transform>({
      .transform = [](stream::Transform self, stream::Chunk chunk, String encoding, stream::TransformCallback callback) {
        if (chunk.toString().includes("bad")) return callback(Error("a bad line"));
        callback(nullptr, chunk);
      },
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](http::IncomingMessage req, http::ServerResponse res) -> Promise<> {
    req->on(event::aborted, [] { console::log("aborted"); });
    req->on(event::close, [=] { console::log("request closed", req->destroyed(), req->socket == nullptr); });
    if (req->url == "/callback") {
      stream::pipeline(req, refuse(), [=](Error error) {
        console::log("callback:", error->message);
        res->statusCode = 400;
        res->end("refused\n");
      });
      co_return;
    }
    try {
      co_await stream::promises::pipeline(req, refuse());
      res->end("taken\n");
    } catch (const Error& error) {
      console::log("await:", error->message);
      res->writeHead(422, {{"Content-Type", "text/plain"}});
      res->end(error->message + "\n");
    }
  });

  server->listen(0, "127.0.0.1", [=] {
    auto socket = net::connect(server->address().port, "127.0.0.1");
    auto bodies = Array<Array<String>>{{"/callback", "good\nbad\n"}, {"/await", "bad\n"}, {"/callback", "bad\nand more\n"}};
    let<int> answers = 0;
    auto ask = [=] {
      auto [url, body] = bodies[answers].first<2>();
      socket->write("POST " + url + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + str(body.length()) + "\r\n\r\n" + body);
    };
    socket->on(event::data, [=](Buffer chunk) {
      auto text = chunk.toString();
      console::log(text.split("\r\n")[0], text.includes("Connection: keep-alive"));
      answers++;
      if (answers < bodies.length()) return ask();
      socket->end();
      server->close([] { console::log("closed"); });
    });
    socket->on(event::error, [](Error error) { console::log("error", error->code); });
    ask();
  });
}); }
