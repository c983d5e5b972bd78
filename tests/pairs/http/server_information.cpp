#include <vector>

#include "server_scenes.h"

namespace {
using Respond = Function<void(http::ServerResponse, http::IncomingMessage)>;
void respond(String name, Respond f, String input = get) {
  scene(name, [=] { return http::createServer([=](auto request, auto response) { f(response, request); }); }, {input});
}
String expect(String value) {
  return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: keep-alive\r\nExpect: " + value + "\r\n\r\n";
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  respond("continue", [](auto response) {
    response->writeContinue([] { say("written"); });
    say(Lookup());
    response->writeContinue();
    response->end();
  });
  respond("processing", [](auto response) { response->writeProcessing([] { say("written"); }); response->writeProcessing(); response->end(); });
  respond("early hints", [](auto response) {
    response->writeEarlyHints({{"link", "</styles.css>; rel=preload; as=style"}}, [] { say("written"); });
    response->writeEarlyHints({{"link", {"</a.css>; rel=preload; as=style", "</b.js>; rel=\"preload\";as=script"}}});
    response->writeEarlyHints({{"link", "<>"}, {"x-trace-id", "id"}, {"X-Many", {"a", "b"}}, {"X-Number", 5}});
    response->end();
  });
  respond("early hints of nothing", [](auto response) {
    response->writeEarlyHints({});
    response->writeEarlyHints({{"Link", "</a>"}, {"x", "1"}});
    response->writeEarlyHints({{"link", Array<String>{}}});
    response->end();
  });
  respond("early hints, wrong", [](auto response) {
    for (const char* link : {"", "x", "<a", "<a>;", "<a>; ", "<a> x", "<a>; =", "<a>; a=\"b", "<a>; a=\"b c\"", "<a>; a=b\"", "<a>x", "<a\r\n>",
      "<a>;b;c=d;e=\"f\"", "<a> ; b ; c", "<a>; a=b=c", "<a>; =\"b\"", "<é>", "<☃>", "<a>\t;\tb", "<a>;b=\"\";c", "<a>;b ", "<a>;;b"})
      attempt(link, [=] { response->writeEarlyHints({{"link", link}}); });
    attempt("second", [=] { response->writeEarlyHints({{"link", {"<a>", "b"}}}); });
    attempt("name", [=] { response->writeEarlyHints({{"link", "<a>"}, {"bad name", "x"}}); });
    attempt("value", [=] { response->writeEarlyHints({{"link", "<a>"}, {"x", "a\r\nb"}}); });
    response->end();
  });
  respond("information", [](auto response) {
    response->writeInformation(104, {{"Upload-Resumption-Supported", "1"}, {"X-Latin", "é"}}, [] { say("written"); });
    response->writeInformation(103);
    response->writeInformation(199, {"X-A", "1", "X-A", "2"});
    attempt("99", [=] { response->writeInformation(99); });
    attempt("101", [=] { response->writeInformation(101); });
    attempt("200", [=] { response->writeInformation(200); });
    attempt("name", [=] { response->writeInformation(103, {{"a b", "1"}}); });
    attempt("value", [=] { response->writeInformation(103, {{"a", "\n"}}); });
    response->end();
  });
  respond("too late", [](auto response) {
    response->writeHead(200);
    attempt("continue", [=] { response->writeContinue(); });
    attempt("processing", [=] { response->writeProcessing(); });
    attempt("hints", [=] { response->writeEarlyHints({{"link", "<a>"}}); });
    attempt("information", [=] { response->writeInformation(103); });
    response->end();
  });
  respond("1.0", [](auto response) { response->writeContinue(); response->writeProcessing(); response->end("body"); }, "GET / HTTP/1.0\r\n\r\n");
  respond("head of 1xx", [](auto response) { response->writeHead(102); response->end("no"); }, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  respond("expect", [](auto response, auto request) {
    request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
    request->on(event::end, [=] { response->end("got"); });
  }, expect("100-continue") + "body");
  respond("expect with others", [](auto response) { response->end("got"); }, expect("x, 100-Continue") + "body");
  respond("expect something else", [](auto response) { response->end("got"); }, expect("200-ok") + "body");
  respond("expect 1.0", [](auto response) { response->end("got"); }, "POST / HTTP/1.0\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbody");
  scene("checkContinue", [] {
    auto server = http::createServer([] { say("request"); });
    server->on(event::checkContinue, [](auto request, auto response) {
      say("checkContinue", request->method);
      response->writeContinue();
      request->on(event::data, [](auto chunk) { say("data", chunk.toString()); });
      request->on(event::end, [=] { response->end("got"); });
    });
    return server;
  }, {expect("100-continue"), 20, "body"});
  scene("checkContinue refused", [] {
    auto server = http::createServer([] { say("request"); });
    server->on(event::checkContinue, [](auto, auto response) {
      response->writeHead(413, {{"X", "1"}});
      response->end();
    });
    return server;
  }, {expect("100-continue")});
  scene("checkContinue answered at once", [] {
    auto server = http::createServer([] { say("request"); });
    server->on(event::checkContinue, [](auto, auto response) { response->end("no"); });
    return server;
  }, {expect("100-continue") + "body"});
  scene("checkExpectation", [] {
    auto server = http::createServer([] { say("request"); });
    server->on(event::checkExpectation, [](auto request, auto response) {
      say("checkExpectation", request->headers["expect"]);
      response->end("fine");
    });
    return server;
  }, {expect("200-ok") + "body"});
  scene("checkContinue passes on", [] {
    let<http::Server> server;
    server = http::createServer([](auto, auto response) { response->end("passed"); });
    server->on(event::checkContinue, [=](auto request, auto response) {
      response->writeContinue();
      server->emit(event::request, request, response);
      server = nullptr;
    });
    return server.value();
  }, {expect("100-continue") + "body"});
  play();
}); }
