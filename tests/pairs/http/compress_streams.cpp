#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/http.h>
#include <nodecpp/http/compress.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/zlib.h>

using namespace nodecpp;

namespace {

using Client = Function<void(double)>;
using Handler = Function<void(http::IncomingMessage, http::ServerResponse)>;
struct Scene {
  String name;
  Client client;
  Handler handler;
};
perThread<Array<Scene>> scenes;
void scene(String name, Client client, Handler handler) { scenes->push({name, client, handler}); }

perThread<Function<void()>> done;
void next() {
  if (scenes->length() == 0) return;
  Scene one = scenes->shift();
  console::log("== " + one.name);
  auto compress = http::compress();
  auto server = http::createServer([=](auto request, auto response) {
    compress(request, response, [=] { one.handler(request, response); });
  });
  done = Function<void()>([=] {
    server->closeAllConnections();
    server->close(next);
  });
  server->listen(0, "127.0.0.1", [=] { one.client(server->address().port); });
}
void finished() { done.value()(); }

// A client that decompresses what comes, and tells its parts.
void reading(double port) {
  http::RequestOptions options{.agent = false, .headers = {{"Accept-Encoding", "gzip"}}, .host = "127.0.0.1", .port = port};
  http::get(options, [](auto response) {
    auto gunzip = response->pipe(zlib::createGunzip());
    let<String> text = "";
    gunzip->on(event::data, [=](auto chunk) {
      text += chunk;
      if (text->endsWith("\n")) console::log("client has", text->length(), text->slice(-6, -1));
    });
    gunzip->on(event::end, [=] {
      console::log("end", text->length());
      finished();
    });
  });
}
// A client that sends bytes and tells the head of what comes, and how the connection ends.
Client sending(String text) { return [=](double port) {
  auto socket = net::connect(port, "127.0.0.1");
  let<Buffer> answer = Buffer::alloc(0);
  socket->on(event::data, [=](auto chunk) { answer = Buffer::concat({answer, chunk}); });
  socket->on(event::end, [=] {
    auto at = answer->indexOf("\r\n\r\n");
    console::log(answer->toString("latin1", 0, at).replace(RegExp("Date: .*\\r\\n"), ""));
    Buffer body = answer->subarray(at + 4);
    if (body.indexOf("0\r\n\r\n") == body.length() - 5) console::log("chunked"); else console::log(zlib::gunzipSync(body).length());
    finished();
  });
  socket->write(text);
}; }
// A client that reads nothing for a while, and then leaves or reads.
Client slow(bool leaves) { return [=](double port) {
  auto socket = net::connect(port, "127.0.0.1");
  socket->pause();
  socket->write("GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n");
  let<double> bytes = 0;
  socket->on(event::data, [=](auto chunk) { bytes += chunk.length(); });
  socket->on(event::end, [=] {
    console::log("client has all", bytes > 1000000);
    finished();
  });
  setTimeout([=] {
    if (leaves) socket->resetAndDestroy();
    else socket->resume();
  }, 300);
}; }

perThread<String> block;
// Writes until the response is full, and goes on when it drains.
void fill(http::ServerResponse response, int blocks, Function<bool(int)> full) {
  let<int> written = 0;
  let<int> drained = 0;
  auto more = [=] {
    while (written < blocks) {
      written++;
      if (!response->write(block.value())) return;
    }
    if (written++ == blocks) response->end();
  };
  response->on(event::drain, [=] {
    drained++;
    more();
  });
  response->on(event::close, [=] { console::log("close", drained > 1, full(written)); });
  more();
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  scene("flush", reading, [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->write("first\n");
    response->flush();
    setTimeout([=] {
      response->write("second\n");
      response->flush();
      setTimeout([=] { response->end("third\n"); }, 20);
    }, 20);
  });
  scene("flush before anything is written", reading, [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->flush();
    response->writeHead(200);
    response->flush();
    response->end("only\n");
  });
  scene("a pipe", reading, [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    auto source = stream::Readable::from(Array<String>{str("one ").repeat(1000), str("two ").repeat(1000), "three\n"});
    source->pipe(response);
    source->on(event::end, [] { console::log("the source ends"); });
    response->on(event::finish, [] { console::log("finish"); });
  });
  scene("a pipe that is not compressed", sending("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    stream::Readable::from(Array<String>{"one", "two", "three\n"})->pipe(response);
  });
  scene("HTTP/1.0", sending("GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n"), [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->end(str("text ").repeat(1000));
  });
  scene("HTTP/1.0, in parts", sending("GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n"), [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->write(str("text ").repeat(1000));
    response->end(str("text ").repeat(1000));
  });

  block = crypto::randomBytes(50000).toString("latin1");
  scene("a client that does not read", slow(false), [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->on(event::finish, [] { console::log("finish"); });
    fill(response, 400, [](int written) { return written == 401; });
  });
  scene("a client that does not read and leaves", slow(true), [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    fill(response, 400, [](int written) { return written < 300; });
    response->on(event::close, [=] {
      console::log(response->write("late"));
      response->end("late");
      finished();
    });
  });
  scene("drain without compression", slow(false), [](auto, auto response) {
    fill(response, 400, [](int written) { return written == 401; });
  });
  scene("destroyed meanwhile", [](double port) {
    http::get({.agent = false, .headers = {{"Accept-Encoding", "gzip"}}, .host = "127.0.0.1", .port = port})->on(event::error, [](Error error) {
      console::log(error->code);
      finished();
    });
  }, [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->write("some ");
    response->on(event::close, [=] { console::log("close", response->destroyed()); });
    response->destroy();
    console::log(response->write("more"));
    response->end();
  });
  scene("destroyed before", [](double port) {
    http::get({.agent = false, .headers = {{"Accept-Encoding", "gzip"}}, .host = "127.0.0.1", .port = port})->on(event::error, [](Error error) {
      console::log(error->code);
      finished();
    });
  }, [](auto, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->destroy();
    setTimeout([=] {
      console::log(response->write("more"));
      response->end("end");
    }, 10);
  });
  next();
}); }
