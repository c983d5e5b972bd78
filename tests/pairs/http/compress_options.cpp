#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/http/compress.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;

static String text() { return str("{\"name\": \"a\", \"price\": 1, \"description\": \"none\", \"available\": true}\n").repeat(40); }

Buffer dictionary() { return Buffer::from(str("name price description available ").repeat(8)); }

void serve(http::CompressOptions options, String encoding, Function<void(http::ServerResponse)> handler,
           Function<void(http::IncomingMessage, Function<void()>)> then) {
  auto compress = http::compress(options);
  auto server = http::createServer([=](auto request, auto response) {
    compress(request, response, [=] {
      response->setHeader("Content-Type", "text/plain");
      handler(response);
    });
  });
  server->listen(0, "127.0.0.1", [=] {
    http::Headers headers{{"Accept-Encoding", encoding}};
    http::get({.agent = false, .headers = headers, .host = "127.0.0.1", .port = server->address().port}, [=](auto response) {
      console::log(response->headers["content-encoding"]);
      then(response, [=] { server->close(); });
    });
  });
}

void whole(http::IncomingMessage response, Function<void(Buffer)> then) {
  Array<Buffer> chunks;
  response->on(event::data, [=](Buffer chunk) mutable { chunks.push(chunk); });
  response->on(event::end, [=] { then(Buffer::concat(chunks)); });
}

// Each write comes at once, without a call of flush().
void flushed();
void finishing();

int main(int argc, char** argv) { return run(argc, argv, [] {
  serve({.dictionary = dictionary()}, "deflate", [](http::ServerResponse response) { response->end(text()); }, [](http::IncomingMessage response, Function<void()> close) {
    whole(response, [=](Buffer body) {
      console::log(body.length() < text().length() / 20, zlib::inflateSync(body, {.dictionary = dictionary()}).toString() == text());
      try {
        zlib::inflateSync(body);
      } catch (const Error& error) {
        console::log(error->code);
      }
      close();
      flushed();
    });
  });
}); }

void flushed() {
  let<http::ServerResponse> going;
  serve({.flush = zlib::constants::Z_SYNC_FLUSH, .threshold = 0}, "gzip", [=](http::ServerResponse response) mutable {
    going = response;
    response->write("first\n");
  }, [=](http::IncomingMessage response, Function<void()> close) {
    auto gunzip = response->pipe(zlib::createGunzip());
    gunzip->on(event::data, [=](auto chunk) {
      console::log("client:", chunk.toString().trim());
      if (chunk.toString() == "first\n") going->end("last\n");
    });
    gunzip->on(event::end, [=] {
      close();
      finishing();
    });
  });
}

void finishing() {
  serve({.finishFlush = zlib::constants::Z_SYNC_FLUSH}, "gzip", [](http::ServerResponse response) { response->end(text()); }, [](http::IncomingMessage response, Function<void()> close) {
    whole(response, [=](Buffer body) {
      try {
        zlib::gunzipSync(body);
      } catch (const Error& error) {
        console::log(error->code);
      }
      console::log(zlib::gunzipSync(body, {.finishFlush = zlib::constants::Z_SYNC_FLUSH}).toString() == text());
      close();
    });
  });
}
