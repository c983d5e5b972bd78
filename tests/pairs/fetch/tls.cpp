// fetch and EventSource over TLS: certificates that are trusted or not, names, redirects, bodies both ways, no TLS.
#include <nodecpp/event_source.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/https.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/tls.h>

#include "../tls/scenes.h"

static void show(const Error& error) { console::log(error->name, error->message, "|", error->cause[0]->name, error->cause[0]->code, error->cause[0]->message); }
static void answer(http::IncomingMessage request, http::ServerResponse response) {
  if (request->url == "/events") {
    response->writeHead(200, {{"Content-Type", "text/event-stream"}});
    response->end("retry: 100000\n\ndata: one\n\nid: 7\nevent: named\ndata: two\n\n");
  } else if (request->method == "POST") {
    let<int> size = 0;
    request->on(event::data, [=](Buffer chunk) { size += int(chunk.length()); });
    request->on(event::end, [=] { response->end(format("{} bytes", size)); });
  } else {
    response->writeHead(200, {{"X-Encrypted", str(bool(request->socket.as<tls::TLSSocket>()))}});
    response->end(str("x").repeat(request->url == "/large" ? 300000 : 5));
  }
}
static Promise<String> textOf(String url) { co_return co_await (co_await fetch(url))->text(); }
static Promise<> ask(https::Server server, http::Server plain, String pem) {
  auto base = format("https://localhost:{}", server->address().port);
  try {
    co_await fetch(base);
  } catch (const Error& error) {
    show(error);
  }
  auto refused = make<EventSource>(base + "/events");
  co_await Promise<>([=](auto resolve) {
    refused->onerror = [=](auto event) {
      console::log(event->type, refused->readyState());
      refused->close();
      resolve();
    };
  });

  tls::setDefaultCACertificates({pem});
  auto response = co_await fetch(base + "/text");
  console::log(response->status(), response->url() == base + "/text", response->headers()->get("x-encrypted"), co_await response->text());
  console::log((co_await (co_await fetch(base + "/large"))->arrayBuffer()).byteLength());
  console::log(co_await (co_await fetch(base, {.method = "POST", .body = str("y").repeat(100000)}))->text());
  auto body = ReadableStream::from({Buffer::from("some "), Buffer::from("stream")});
  console::log(co_await (co_await fetch(base, {.method = "POST", .body = body, .duplex = "half"}))->text());
  auto all = co_await Promise<>::all(Array<Promise<String>>{textOf(base + "/1"), textOf(base + "/2"), textOf(base + "/3")});
  console::log(all);
  auto redirected = co_await fetch(format("http://localhost:{}/there", plain->address().port));
  console::log(redirected->redirected(), redirected->url() == base + "/there", co_await redirected->text());
  try {
    co_await fetch(format("https://127.0.0.1:{}/", server->address().port));
  } catch (const Error& error) {
    show(error);
  }
  try {
    co_await fetch(format("https://localhost:{}/", plain->address().port));
  } catch (const Error& error) {
    console::log(error->message, error->cause[0]->code);
  }
  auto aborted = make<AbortController>();
  auto waiting = fetch(base + "/large", {.signal = aborted->signal()});
  aborted->abort();
  try {
    co_await waiting;
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }

  auto events = make<EventSource>(base + "/events");
  events->onopen = [=](auto event) { console::log(event->type, events->readyState(), events->url() == base + "/events"); };
  events->onmessage = [=](auto event) { console::log(event->type, event->data, event->origin == base); };
  co_await Promise<>([=](auto resolve) {
    events->addEventListener("named", [=](MessageEvent event) {
      console::log(event->type, event->data, event->lastEventId);
      events->close();
      resolve();
    });
  });
  server->close();
  plain->close();
  server->closeAllConnections();
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto pem = certificate("localhost", "DNS:localhost");
  auto server = https::createServer({.key = pem, .cert = pem}, answer);
  let<http::Server> plain; plain = http::createServer([=](auto request, auto response) {
    response->writeHead(302, {{"Location", format("https://localhost:{}{}", server->address().port, request->url)}});
    response->end();
  });
  server->listen(0, "localhost", [=] { plain->listen(0, "localhost", [=] { (void)ask(server, plain, pem); }); });
}); }
