#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>

#include <cmath>
using namespace nodecpp;

namespace {
void attempt(String name, Function<String()> f) {
  try {
    String result = f();
    console::log(name, "fine", result);
  } catch (Error& error) {
    console::log(name, error->name, error->code, error->message);
  }
}
}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (const auto& [code, text] : http::STATUS_CODES.entries()) console::log(str(code), text);
  String methods;
  for (const String& method : http::METHODS.values()) methods += methods.empty() ? method : " " + method;
  console::log(http::STATUS_CODES[404], http::STATUS_CODES[299], methods, http::METHODS.includes("QUERY"), http::maxHeaderSize);
  for (const char* name : {"X", "x-y", "", " ", "a b", "a:", "a\n", "é", "!#$%&'*+-.^_`|~", "a(b)", "a\""})
    attempt(JSON::stringify(name), [=] { http::validateHeaderName(name); return "undefined"; });
  attempt("label", [] { http::validateHeaderName("a b", "Field"); return "undefined"; });
  for (String value : {String(""), String("x"), String("a\tb"), String("a\nb"), String("a\rb"), String("a\0b"), String("\x7f"), String("\x1f"), String("é"), String("ÿ"), String("Ā"), String("☃"), String("💩")})
    attempt(JSON::stringify(value), [=] { http::validateHeaderValue("x", value); return "undefined"; });
  attempt("undefined", [] { http::validateHeaderValue("x", Lookup()); return "undefined"; });
  attempt("number", [] { http::validateHeaderValue("x", 5); return "undefined"; });
  for (double max : {1., 1000., 0., -1., 1.5, double(INFINITY)}) attempt("idle parsers " + str(max), [=] { http::setMaxIdleHTTPParsers(max); return "undefined"; });
  auto refuse = [](const char* name, Function<void()> make) { attempt(name, [=] { make(); return "object"; }); };
  refuse("none", [] { http::createServer(); });
  refuse("maxHeaderSize", [] { http::createServer({.maxHeaderSize = -1}); });
  refuse("maxHeaderSize 1.5", [] { http::createServer({.maxHeaderSize = 1.5}); });
  refuse("requestTimeout", [] { http::createServer({.requestTimeout = -1}); });
  refuse("headersTimeout", [] { http::createServer({.headersTimeout = -1}); });
  refuse("headersTimeout above", [] { http::createServer({.headersTimeout = 2000, .requestTimeout = 1000}); });
  refuse("no requestTimeout", [] { http::createServer({.headersTimeout = 2000, .requestTimeout = 0}); });
  refuse("keepAliveTimeout", [] { http::createServer({.keepAliveTimeout = -5}); });
  refuse("keepAliveTimeoutBuffer", [] { http::createServer({.keepAliveTimeoutBuffer = -5}); });
  refuse("connectionsCheckingInterval", [] { http::createServer({.connectionsCheckingInterval = -5}); });
  refuse("highWaterMark", [] { http::createServer({.highWaterMark = -1}); });
  refuse("httpValidation", [] { http::createServer({.httpValidation = "x"}); });
  refuse("strict", [] { http::createServer({.httpValidation = "strict"}); });
  auto server = http::createServer({.headersTimeout = 1, .keepAliveTimeout = 3, .keepAliveTimeoutBuffer = 4, .maxHeaderSize = 5, .requestTimeout = 2});
  console::log(server->headersTimeout, server->requestTimeout, server->keepAliveTimeout, server->keepAliveTimeoutBuffer, server->maxHeaderSize);
  auto plain = http::createServer();
  console::log(plain->headersTimeout, plain->requestTimeout, plain->keepAliveTimeout, plain->keepAliveTimeoutBuffer, plain->timeout,
    plain->maxRequestsPerSocket, plain->listening(), plain->requireHostHeader);
  console::log(http::createServer({.requestTimeout = 1000})->headersTimeout, plain->setTimeout(7) == plain, plain->timeout);
  plain->closeIdleConnections();
  plain->closeAllConnections();
  plain->close([](Error error) { console::log(error->code, error->message); });
}); }
