#include "server_scenes.h"

namespace {
void respond(String name, Function<void(http::ServerResponse)> f, http::ServerOptions options = {}, String input = get) {
  scene(name, [=] { return http::createServer(options, [=](auto request, auto response) {
    watch(request, response);
    f(response);
  }); }, {input});
}
auto done(String name) {
  return [=](Error error) { say(name, error ? error->code : String("done")); };
}
void state(http::ServerResponse response) {
  say(response->headersSent(), response->writableEnded(), response->finished(), response->writableFinished(), response->writableLength(),
    response->writableHighWaterMark(), response->writableNeedDrain(), response->writableCorked(), response->writable(),
    response->destroyed(), response->closed(), response->writableObjectMode());
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  respond("states", [](auto response) {
    state(response);
    response->write("abc");
    state(response);
    response->end("def", [=] { state(response); });
    state(response);
    response->on(event::finish, [=] { state(response); });
    response->on(event::close, [=] { state(response); });
  });
  respond("callbacks", [](auto response) {
    bool a = response->write("a", done("a")), b = response->write("b", "latin1", done("b"));
    say(a, b, response->write("", done("empty")));
    say(response->end("c", "utf8", done("end")) == response);
    response->end(done("end again"));
    process::nextTick([] { say("tick"); });
    setImmediate([=] { response->end(done("end late")); });
  });
  respond("one chunk", [](auto response) {
    response->end("c", done("end"));
    response->end(done("end again"));
    response->on(event::finish, [=] { response->end(done("end in finish")); });
  });
  respond("end without a chunk", [](auto response) { response->end(done("end")); });
  respond("encodings", [](auto response) {
    response->write("YWJj", "base64");
    response->write("616263", "hex");
    response->write("é", "latin1");
    response->write("é", "utf16le");
    response->write("é", "ascii");
    response->write(Buffer::from("bytes"));
    response->write(Buffer::from({65, 66}));
    response->end("2d", "hex");
  });
  respond("length by encoding", [](auto response) { response->end("YWJj", "base64"); });
  respond("wrong", [](auto response) {
    attempt("null", [=] { response->write(nullptr); });
    attempt("unknown encoding", [=] { response->setHeader("X", "1"); });
    response->end();
    attempt("write after end", [=] { say(response->write("x", done("write"))); });
    attempt("end after end", [=] { response->end("x", done("end")); });
    attempt("head after end", [=] { response->writeHead(200); });
    attempt("flush after end", [=] { response->flushHeaders(); });
    attempt("trailers after end", [=] { response->addTrailers({{"X", "1"}}); });
    attempt("cork after end", [=] { response->cork(); });
    attempt("uncork after end", [=] { response->uncork(); });
  });
  respond("flush", [](auto response) {
    response->flushHeaders();
    say(response->headersSent(), response->writableLength());
    attempt("head", [=] { response->writeHead(200); });
    response->end("late");
  });
  respond("flush, then a length", [](auto response) {
    response->writeHead(200, {{"Content-Length", 4}});
    response->flushHeaders();
    response->end("late");
  });
  respond("flush and end", [](auto response) { response->flushHeaders(); response->end(); });
  respond("corked", [](auto response) {
    response->write("first");
    response->cork();
    response->cork();
    auto corked = response->writableCorked();
    bool a = response->write("a", done("a")), b = response->write("b", done("b"));
    say(corked, a, b, response->writableLength());
    response->uncork();
    say(response->writableCorked(), response->writableLength());
    response->uncork();
    say(response->writableCorked());
    response->end("last");
  });
  respond("corked from the start", [](auto response) {
    response->cork();
    response->write("a");
    response->write("b");
    response->uncork();
    response->end();
  });
  respond("corked at the end", [](auto response) {
    response->write("a");
    response->cork();
    response->write("b", done("b"));
    response->end("c", done("end"));
    say(response->writableCorked());
  });
  respond("corked with a length", [](auto response) {
    response->setHeader("Content-Length", 2);
    response->cork();
    response->write("a");
    response->write("b");
    setTimeout([=] { response->uncork(); response->end(); }, 5);
  });
  respond("no body", [](auto response) {
    say(response->write("a", done("write")));
    response->end("b", done("end"));
  }, {}, "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  respond("no body, refused", [](auto response) {
    attempt("write", [=] { response->write("a", done("write")); });
    attempt("end", [=] { response->end("b", done("end")); });
    response->end();
  }, {.rejectNonStandardBodyWrites = true}, "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  respond("204, refused", [](auto response) {
    response->writeHead(204);
    attempt("write", [=] { response->write("a", done("write")); });
    response->end();
  }, {.rejectNonStandardBodyWrites = true});
  respond("strict, right", [](auto response) {
    response->strictContentLength = true;
    response->setHeader("Content-Length", 4);
    response->write("ab");
    response->end("cd");
  });
  respond("strict, too much", [](auto response) {
    response->strictContentLength = true;
    response->writeHead(200, {{"Content-Length", 3}});
    response->write("ab");
    attempt("write", [=] { response->write("cd"); });
    attempt("end", [=] { response->end("cd"); });
    response->end("e");
  });
  respond("strict, too little", [](auto response) {
    response->strictContentLength = true;
    response->writeHead(200, {{"Content-Length", 3}});
    response->write("ab");
    attempt("end", [=] { response->end(); });
    response->destroy();
  });
  respond("strict without a length", [](auto response) {
    response->strictContentLength = true;
    response->write("ab");
    response->end("cd");
  });
  respond("strict, one chunk", [](auto response) {
    response->strictContentLength = true;
    attempt("end", [=] { response->end("cd", done("end")); });
    response->destroy();
  });
  respond("much", [](auto response) {
    Buffer block = Buffer::alloc(100000, "x");
    bool room = response->write(block.toString(), done("text"));
    say(room, response->writableNeedDrain());
    response->once(event::drain, [=] {
      say("drained", response->writableNeedDrain(), response->writableLength());
      response->end();
    });
  });
  respond("pipe", [](auto response) { response->pipe(process::stdout); response->end(); });
  respond("timeout", [](auto response) {
    say(response->setTimeout(15, [=](net::Socket socket) { say("callback", socket == response->socket); response->end("late"); }) == response);
  });
  play();
}); }
