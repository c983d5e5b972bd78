#include "server_scenes.h"

#include <cmath>
#include <vector>

namespace {
void respond(String name, Function<void(http::ServerResponse)> f) {
  scene(name, [=] { return http::createServer([=](auto, auto response) { f(response); response->end(); }); }, {get});
}
void tell(http::ServerResponse response) { say(response->getHeaders(), response->getHeaderNames(), response->getRawHeaderNames()); }
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  respond("none", [](auto response) {
    tell(response);
    say(response->getHeader("x"), response->hasHeader("x"), response->headersSent());
    response->removeHeader("x");
  });
  respond("set", [](auto response) {
    say(response->setHeader("X-Text", "a") == response);
    response->setHeader("x-number", 5);
    response->setHeader("X-LIST", {"a", "b"});
    response->setHeader("X-Half", 0.5);
    response->setHeader("X-Empty", "");
    response->setHeader("X-None", Array<String>{});
    tell(response);
    say(response->getHeader("x-TEXT"), response->getHeader("X-Number"), response->getHeader("x-list"), response->hasHeader("X-EMPTY"), response->hasHeader("x-none"));
  });
  respond("names of all lengths", [](auto response) {
    for (auto size : Array<int>{1, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 49}) response->setHeader(str("X").repeat(size), size);
    response->setHeader("X!#$%&'*+.^_`|~9", "odd");
    response->setHeader("_X-Y_", "underscores");
    tell(response);
    say(response->getHeader(str("x").repeat(17)), response->getHeader(str("X").repeat(33)), response->getHeader("x!#$%&'*+.^_`|~9"), response->getHeader("[X-Y]"));
    response->removeHeader(str("x").repeat(32));
    response->removeHeader(str("X").repeat(48));
    response->removeHeader("_x-y_");
    say(response->getHeaderNames().length());
    for (auto size : Array<int>{1, 8, 16, 17, 32, 33}) {
      attempt(format("a space behind {}", size), [=] { response->setHeader(str("X").repeat(size) + " ", "a"); });
      attempt(format("a bracket before {}", size), [=] { response->setHeader("[" + str("X").repeat(size), "a"); });
    }
  });
  respond("values of all lengths", [](auto response) {
    for (auto size : Array<int>{0, 1, 7, 8, 9, 15, 16, 17, 24}) {
      auto text = str("v").repeat(size);
      response->setHeader(format("X-{}", size), text);
      response->setHeader(format("X-Tab-{}", size), text + "\t.");
      response->setHeader(format("X-Latin-{}", size), text + "\u00e9");
      attempt(format("a control character behind {}", size), [=] { response->setHeader("X-A", text + "\x01"); });
      attempt(format("a control character before {}", size), [=] { response->setHeader("X-B", "\x1f" + text); });
      attempt(format("deleted behind {}", size), [=] { response->setHeader("X-C", text + "\x7f"); });
      attempt(format("beyond latin1 behind {}", size), [=] { response->setHeader("X-D", text + "\u0100"); });
    }
    int at = 0;
    for (auto number : Array<double>{0, -0.0, -1, 1.5, 1e-7, 1e21, 123456789012, 9007199254740991, 9007199254740992, NAN, INFINITY}) response->setHeader(format("X-Number-{}", ++at), number);
    tell(response);
  });
  respond("set again", [](auto response) {
    response->setHeader("X-A", "1");
    response->setHeader("X-B", "2");
    response->setHeader("x-a", "3");
    tell(response);
    response->removeHeader("X-a");
    tell(response);
    response->setHeader("X-A", "4");
    tell(response);
  });
  respond("append", [](auto response) {
    say(response->appendHeader("X-A", "1") == response);
    tell(response);
    response->appendHeader("x-a", "2");
    response->appendHeader("X-A", {"3", "4"});
    response->appendHeader("X-B", Array<String>{"5"});
    response->appendHeader("X-B", "6");
    response->setHeader("X-C", "7");
    response->appendHeader("X-C", "8");
    response->appendHeader("Set-Cookie", "a=1");
    response->appendHeader("Set-Cookie", "b=2");
    tell(response);
  });
  respond("setHeaders", [](auto response) {
    say(response->setHeaders({{"X-A", "1"}, {"X-B", {"2", "3"}}, {"set-cookie", "a=1"}, {"X-N", 5}}) == response);
    tell(response);
    response->setHeaders({{"set-cookie", {"b=2", "c=3"}}, {"x-a", "4"}, {"set-cookie2", "d=4"}});
    tell(response);
    response->setHeaders({});
    tell(response);
  });
  respond("setHeaders, wrong", [](auto response) {
    attempt("name", [=] { response->setHeaders({{"X-A", "1"}, {"b c", "2"}, {"X-D", "3"}}); });
    attempt("value", [=] { response->setHeaders({{"X-E", "\n"}}); });
    tell(response);
    response->flushHeaders();
    attempt("late", [=] { response->setHeaders({{"X-F", "1"}}); });
    attempt("late and empty", [=] { response->setHeaders({}); });
  });
  respond("wrong", [](auto response) {
    struct Pair { String shown; String text; };
    for (auto& [shown, name] : {Pair{"\"\"", ""}, Pair{"\"a b\"", "a b"}, Pair{"\"a\\r\\nb\"", "a\r\nb"}, Pair{"\"é\"", "é"}, Pair{"\"a:\"", "a:"}, Pair{"\"a\\u0000\"", "a\0"}}) {
      String n = name;
      attempt("set " + shown, [=] { response->setHeader(n, "x"); });
      attempt("append " + shown, [=] { response->appendHeader(n, "x"); });
      attempt("head " + shown, [=] { response->writeHead(200, {{n, "x"}}); });
      attempt("trailer " + shown, [=] { response->addTrailers({{n, "x"}}); });
    }
    for (auto& [shown, text] : {Pair{"\"a\\r\\nb\"", "a\r\nb"}, Pair{"\"a\\nb\"", "a\nb"}, Pair{"\"\\u0000\"", "\0"}, Pair{"\"\x7f\"", "\x7f"}, Pair{"\"Ā\"", "Ā"}, Pair{"\"☃\"", "☃"}}) {
      String value = text;
      attempt("set " + shown, [=] { response->setHeader("x", value); });
      attempt("append " + shown, [=] { response->appendHeader("x", value); });
      attempt("list " + shown, [=] { response->setHeader("x", {String("a"), value}); });
      attempt("head " + shown, [=] { response->writeHead(200, {{"x", value}}); });
      attempt("head list " + shown, [=] { response->writeHead(200, {{"x", {String("a"), value}}}); });
      attempt("trailer " + shown, [=] { response->addTrailers({{"x", value}}); });
      attempt("message " + shown, [=] { response->writeHead(200, value); });
      response->statusMessage = "";
    }
    say(response->headersSent());
    tell(response);
  });
  respond("codes", [](auto response) {
    for (double code : {0., 99., 1000., -200., std::nan(""), double(INFINITY), 99.9, 1e10}) attempt("code " + str(code), [=] { response->writeHead(code); });
    say(response->statusCode, response->statusMessage.empty() ? Lookup() : Lookup(response->statusMessage));
    response->statusCode = 1000;
    attempt("end", [=] { response->end(); });
    response->statusCode = 200;
    response->writeHead(999);
    say(response->statusCode, response->statusMessage);
    attempt("again", [=] { response->writeHead(200); });
  });
  play();
}); }
