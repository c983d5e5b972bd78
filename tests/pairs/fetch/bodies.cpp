#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/form_data.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;

Promise<> ask(String base, String text) {
  for (String path : Array<String>{"/gzip", "/deflate", "/raw", "/br", "/zstd", "/twice", "/plain"}) {
    auto response = co_await fetch(base + path);
    auto answer = co_await response->text();
    console::log(path, response->headers()->get("content-encoding"), answer.length(), answer == text);
  }
  auto response = co_await fetch(base + "/plain");
  auto copy = response->clone();
  int bytes = 0;
  console::log(response->bodyUsed(), response->body() == response->body(), response->body()->locked());
  auto chunks = response->body()->values();
  for (;;) {
    auto chunk = co_await chunks.next();
    if (chunk.done) break;
    bytes += stream::Chunk(chunk.value).length();
  }
  auto used = response->bodyUsed(), copyUsed = copy->bodyUsed();
  auto copied = co_await copy->text();
  console::log(bytes, used, copyUsed, copied == text);
  try {
    co_await response->text();
  } catch (const Error& error) {
    console::log(error->message);
  }
  auto short_ = co_await fetch(base + "/echo", {.method = "POST", .body = "short"});
  auto reader = short_->body()->getReader();
  auto first = co_await reader->read();
  auto second = co_await reader->read();
  console::log(stream::Chunk(first.value).toBuffer().toString(), first.done, second.done);
  auto left = co_await fetch(base + "/plain");
  co_await left->body()->cancel();
  console::log(left->bodyUsed());
  auto head = co_await fetch(base + "/plain", {.method = "HEAD"});
  console::log(head->body() ? "a body" : "null");

  auto source = make<ReadableStream>({
    .start = [](auto controller) {
      controller->enqueue(Buffer::from("first "));
      controller->enqueue(Buffer::from("second"));
      controller->close();
    },
  });
  auto sent = co_await fetch(base + "/echo", {.method = "POST", .body = source, .duplex = "half"});
  console::log(sent->headers()->get("x-sent"), co_await sent->text());
  auto origin = co_await fetch(base + "/plain");
  auto piped = co_await fetch(base + "/echo", {.method = "POST", .body = origin->body(), .duplex = "half"});
  auto back = co_await piped->text();
  console::log(piped->headers()->get("x-sent"), back == text);
  try {
    co_await fetch(base + "/echo", {.method = "POST", .body = make<ReadableStream>()});
  } catch (const Error& error) {
    console::log(error->message);
  }
  auto blob = co_await fetch(base + "/echo", {.method = "POST", .body = make<Blob>({"a", "blob"}, {.type = "text/x"})});
  console::log(blob->headers()->get("x-sent"), co_await blob->text());
  auto form = make<FormData>();
  form->append("name", "Ann \"A\"");
  form->append("file", make<Blob>({"content"}, {.type = "text/plain"}), "a.txt");
  auto posted = co_await fetch(base + "/echo", {.method = "POST", .body = form});
  String head_ = posted->headers()->get("x-sent").toString().replace(RegExp("\\d+\\|"), "L|");
  console::log(head_, JSON::stringify(co_await posted->text()));
  auto again = co_await make<Response>(form)->formData();
  auto file = again->get("file");
  console::log(again->get("name"), file->name(), file->type(), co_await file->text());
  auto answered = co_await fetch(base + "/form");
  auto plain = co_await answered->formData();
  Array<FormDataEntry> entries;
  for (auto& entry : plain) entries.push(entry);
  console::log(entries);
  try {
    co_await make<Response>("x")->formData();
  } catch (const Error& error) {
    console::log(error->message);
  }
}

int main(int argc, char** argv) { return nodecpp::run(argc, argv, [] {
  String text = str("a line of text\n").repeat(20000);
  auto server = http::createServer([=](auto request, auto response) {
    let<String> body = "";
    request->setEncoding("latin1");
    request->on(event::data, [=](String data) { body += data; });
    request->on(event::end, [=] {
      String path = request->url;
      if (path == "/echo") {
        Lookup type = request->headers["content-type"], length = request->headers["content-length"], coding = request->headers["transfer-encoding"];
        response->setHeader("X-Sent", Array<String>{(type || "").toString().replace(RegExp("\\d+$"), "N"), (length || "").toString(), (coding || "").toString()}.join("|"));
        response->end(body->replace(RegExp("0\\d{11}", "g"), "N"));
      } else if (path == "/gzip") {
        response->setHeader("Content-Encoding", "gzip");
        response->end(zlib::gzipSync(text));
      } else if (path == "/deflate") {
        response->setHeader("Content-Encoding", "deflate");
        response->end(zlib::deflateSync(text));
      } else if (path == "/raw") {
        response->setHeader("Content-Encoding", "Deflate");
        response->end(zlib::deflateRawSync(text));
      } else if (path == "/br") {
        response->setHeader("Content-Encoding", "br");
        response->end(zlib::brotliCompressSync(text));
      } else if (path == "/zstd") {
        response->setHeader("Content-Encoding", "zstd");
        response->end(zlib::zstdCompressSync(text));
      } else if (path == "/twice") {
        response->setHeader("Content-Encoding", "gzip, br");
        response->end(zlib::brotliCompressSync(zlib::gzipSync(text)));
      } else if (path == "/form") {
        response->setHeader("Content-Type", "application/x-www-form-urlencoded");
        response->end("a=1&b=2+3&a=%C3%BC");
      } else {
        response->end(text);
      }
    });
  });
  server->listen(0, "127.0.0.1", [=] { ask(str("http://127.0.0.1:") + server->address().port, text).then([] { process::exit(); }); });
}); }
