#include <string>
#include <vector>

#include "server_scenes.h"

namespace {
String post(int length) { return "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " + str(length) + "\r\n\r\n"; }
template <class F>
void handle(String name, std::vector<Act> steps, F f) {
  scene(name, [=] { return http::createServer(f); }, steps);
}
auto told(String name) {
  return [=](Error error) { say(name, error ? error->code.empty() ? Lookup() : Lookup(error->code) : Lookup("fine"), error ? error->message : ""); };
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  handle("pipeline", {post(6) + "abc", 20, "def"}, [](auto request, auto response) {
    auto upper = make<stream::Transform>({.transform = [](auto, auto chunk, auto, auto callback) { callback(nullptr, chunk.toString().toUpperCase()); }});
    stream::pipeline(request, upper, response, told("pipeline"));
  });
  handle("pipeline, aborted", {post(6) + "abc", 20, reset}, [](auto request, auto response) {
    watch(request, response);
    stream::pipeline(request, make<stream::PassThrough>(), response, told("pipeline"));
  });
  handle("pipeline to a client that leaves", {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 20, reset}, [](auto request, auto response) {
    watch(request, response);
    auto source = make<stream::Readable>({.read = [](auto, auto) {}});
    source->push("some");
    source->on(event::close, [=] { say("source closed", source->destroyed()); });
    stream::pipeline(source, response, told("pipeline"));
  });
  handle("pipeline from one that fails", {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 20}, [](auto request, auto response) {
    watch(request, response);
    auto source = make<stream::Readable>({.read = [](auto, auto) {}});
    source->push("some");
    setTimeout([=] { source->destroy(Error("broken")); }, 10);
    stream::pipeline(source, response, told("pipeline"));
  });
  handle("finished", {post(3) + "abc"}, [](auto request, auto response) {
    stream::finished(request, told("request"));
    stream::finished(response, told("response"));
    request->resume();
    response->end("answer");
  });
  handle("finished, the request unread", {post(3) + "abc"}, [](auto, auto response) {
    stream::finished(response, told("response"));
    response->end("answer");
  });
  handle("finished, reset", {post(6) + "abc", 20, reset}, [](auto request, auto response) {
    stream::finished(request, told("request"));
    stream::finished(response, told("response"));
  });
  handle("finished, reset when written", {post(3) + "abc", 20, reset}, [](auto request, auto response) {
    request->resume();
    stream::finished(request, told("request"));
    response->write("part");
    stream::finished(response, told("response"));
  });
  handle("finished, afterwards", {post(3) + "abc"}, [](auto request, auto response) {
    request->resume();
    response->end("answer");
    response->on(event::close, [=] {
      stream::finished(response, told("response"));
      stream::finished(request, told("request"));
    });
  });
  handle("finished, destroyed", {post(3) + "abc"}, [](auto, auto response) {
    response->destroy();
    stream::finished(response, told("response"));
  });
  String million(std::string(1000000, 'x'));
  handle("a paused request holds the client up", {post(3000000) + million, million, million, 150}, [](auto request, auto response) {
    let<double> length = 0;
    request->on(event::data, [=](auto chunk) { length += double(chunk.length()); });
    request->pause();
    setTimeout([=] {
      say(length, request->readableLength() > 0, request->readableLength() < 200000, request->socket->bytesRead() < 2900000);
      request->resume();
    }, 60);
    request->on(event::end, [=] { response->end(str(length)); });
  });
  handle("a client that does not read", {"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", stop, 100, go, 500}, [](auto, auto response) {
    Buffer block = Buffer::alloc(100000, "x");
    let<int> count = 0;
    let<int> drained = 0;
    auto more = [=] {
      while (count < 200) {
        count++;
        if (!response->write(block)) return;
      }
      if (count++ == 200) response->end();
    };
    response->on(event::drain, [=] { drained++; more(); });
    response->on(event::finish, [=] { say("finish", drained > 1, drained < 201); });
    more();
    setTimeout([=] { say(count < 150, response->writableNeedDrain(), response->writableLength() > 0, response->writableLength() < 8000000); }, 50);
  });
  play();
}); }
