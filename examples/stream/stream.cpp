// Prices as server-sent events: GET / is a page that shows them, GET /prices the stream of them, POST /price sets one.
// A client that comes back gets what it has missed.
//   PORT=8000 ./stream; curl -N localhost:8000/prices; curl -d 'tea=3.50' localhost:8000/price
#include <nodecpp/http.h>
#include <nodecpp/http/events.h>
#include <nodecpp/process.h>
#include <nodecpp/querystring.h>
#include <nodecpp/set.h>
using namespace nodecpp;

const char* const page = R"(<!doctype html><title>Prices</title><ul></ul><script>
  const source = new EventSource('/prices');
  source.addEventListener('price', event => {
    const line = document.createElement('li');
    line.textContent = event.lastEventId + ': ' + event.data;
    document.querySelector('ul').append(line);
  });
</script>
)";
constexpr int most = 100;  // prices that are kept for clients that come back
struct Price {
  int id;
  String data;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Price> kept;
  let<int> count = 0;
  Set<http::EventStream> clients;

  http::createServer([=](http::IncomingMessage request, http::ServerResponse response) {
    if (request->method == "GET" && request->url == "/") {
      response->writeHead(200, {{"Content-Type", "text/html"}});
      response->end(page);
    } else if (request->method == "GET" && request->url == "/prices") {
      auto stream = http::events(response, {.retry = 1000});
      auto last = toNumber(stream->lastEventId);
      for (auto price : kept) {
        if (price.id > last) stream->send({.data = price.data, .event = "price", .id = str(price.id)});
      }
      clients.add(stream);
      stream->on(event::close, [=] { clients.delete_(stream); });
    } else if (request->method == "POST" && request->url == "/price") {
      let<String> body = "";
      request->setEncoding("utf8");
      request->on(event::data, [=](String chunk) {
        body += chunk;
        if (body->length() > 1000) request->destroy();
      });
      request->on(event::end, [=] {
        for (const auto& [name, value] : querystring::parse(body)) {
          auto price = Price{++count, format("{} {}", name, value)};
          kept.push(price);
          if (kept.length() > most) kept.shift();
          for (auto client : clients) client->send({.data = price.data, .event = "price", .id = str(price.id)});
        }
        response->end(format("{} told\n", clients.size()));
      });
    } else {
      response->writeHead(404);
      response->end();
    }
  })->listen(process::env["PORT"] || 8000, "127.0.0.1");
}); }
