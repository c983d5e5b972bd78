// https.request() and https.get() with all forms of arguments, the certificates that they trust, and their errors.
#include "scenes.h"
static void echo(http::IncomingMessage request, http::ServerResponse response) {
  auto socket = request->socket.as<tls::TLSSocket>();
  say("server", request->method, request->url, request->headers["host"], socket->encrypted, orNone(socket->servername));
  request->setEncoding("utf8")->on(event::data, [=](String text) { response->write(text); });
  request->on(event::end, [=] { response->end("."); });
}
// Makes a scene with one get(), whose options the function `change` may change.
static void got(String name, Function<https::RequestOptions(https::RequestOptions)> change,
                Function<void(http::IncomingMessage)> callback = nullptr, https::ServerOptions options = {}) {
  scene(name, [=] { serve(options, echo, [=](https::RequestOptions to, Function<void()> close) { tell(https::get(change(to), callback), close); }); });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
String other = certificate("other", "DNS:other.example");
got("options", [](auto to) { to.path = "/a?b=c"; return to; });
scene("a text", [] {
  serve({}, echo, [](auto to, auto close) {
    tell(https::get(format("https://127.0.0.1:{}/text", to.port), {.ca = to.ca}), close);
  });
});
scene("a URL", [] { serve({}, echo, [](auto to, auto close) { tell(https::get(make<url::URL>(format("https://127.0.0.1:{}/url", to.port)), {.ca = to.ca}), close); }); });
scene("a body", [] { serve({}, echo, [](https::RequestOptions to, auto close) {
  to.method = "POST"; to.path = "/body";
  auto request = https::request(to, [](auto response) { say("client", response->headers["transfer-encoding"]); });
  tell(request, close);
  request->write("one ");
  request->end("two");
}); });
got("a name in the options", [](auto to) { to.servername = "localhost"; return to; });
got("a name in the Host header", [](auto to) { to.headers = {{"Host", "localhost:1"}}; return to; });
got("an agent of its own", [](auto to) { to.agent = false; return to; });
got("a connection of its own", [](auto to) { to.createConnection = [](const http::RequestOptions& options, http::SocketCallback) -> net::Socket { return tls::connect(https::connectOptions(options)); }; return to; });
got("protocols", [](auto to) { to.ALPNProtocols = {"h2", "http/1.1"}; return to; });
got("the certificate", [](auto to) { return to; }, [](auto response) {
  auto socket = response->socket.template as<tls::TLSSocket>(); var certificate = socket->getPeerCertificate();
  say("client", certificate["subject"]["CN"], certificate["subjectaltname"], socket->getProtocol());
});
got("not trusted", [=](auto to) { to.ca = other; return to; });
got("not trusted, but asked", [=](auto to) { to.ca = other; to.rejectUnauthorized = false; return to; });
got("another name", [](auto to) { to.servername = "other.example"; return to; });
got("another name that is accepted", [](auto to) { to.servername = "other.example"; to.checkServerIdentity = [](String host, var cert) {
  say("client", host, cert["subject"]["CN"]); return Error();
};
      return to;
    });
scene("wrong arguments", [] {
  auto wrong = [](auto f) {
    try {
      f();
    } catch (Error& error) {
      say("client", error->code, error->message);
    }
  };
  wrong([] { https::get("http://localhost"); });
  wrong([] { https::get({.protocol = "http:"}); });
  wrong([] { https::get({.agent = make<http::Agent>()}); });
  wrong([] { http::get({.agent = make<https::Agent>()}); });
  wrong([] { https::get("localhost"); });
  wrong([] { https::get({.path = "/a b"}); });
  wrong([] { https::createServer({.headersTimeout = -1}); });
});
play();
}); }
