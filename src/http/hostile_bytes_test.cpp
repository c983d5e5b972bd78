// Tests bytes that a proxy and this server could read differently (request smuggling), and strings that could add lines
// to a response (response splitting).
#include <doctest/doctest.h>
#include <nodecpp/http.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "net/socket_handle.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::sim;
using namespace std::literals;
using PeerState = RawConnection::PeerState;

namespace {

struct Seen {
  std::vector<std::string> urls;
  std::string body;
};
Seen seen;

void collect() {
  http::createServer([](auto request, auto response) {
    seen.urls.emplace_back(request->url.data(), request->url.length());
    request->on(event::data, [](Buffer chunk) { seen.body.append(chunk.bytes(), chunk.size()); });
    request->on(event::end, [=] { response->end("done"); });
  })->listen(8080, "127.0.0.1");
}

struct Stage {
  Stage() : server(world.spawn("server", collect)) { world.settle(); }
  ~Stage() {
    world.runFor(400'000);
    CHECK(net::detail::liveSockets() == 0);
  }
  World world;
  Program& server;

  std::string ask(std::string_view bytes, PeerState& fate) {
    seen = {};
    RawConnection client = world.connect(8080);
    client.send(bytes);
    world.settle();
    fate = client.peerState();
    return client.received();
  }
};

const std::string smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";

std::string post(std::string_view fields, std::string_view body = {}) {
  return "POST / HTTP/1.1\r\nHost: x\r\n" + std::string(fields) + "\r\n\r\n" + std::string(body);
}

// Checks that the server refuses `bytes` and whatever follows them.
void refused(Stage& stage, std::string bytes) {
  CAPTURE(bytes);
  PeerState fate;
  std::string answer = stage.ask(bytes + smuggled, fate);
  CHECK(seen.urls.size() <= 1);
  for (const std::string& url : seen.urls) CHECK(url != "/smuggled");
  CHECK(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"));
  CHECK(fate != PeerState::open);
}

// Checks that the server accepts `bytes` in the only way that RFC 9112 allows: with this body, and nothing after it.
void taken(Stage& stage, std::string bytes, std::string_view body) {
  CAPTURE(bytes);
  PeerState fate;
  std::string answer = stage.ask(bytes, fate);
  CHECK(seen.urls == std::vector<std::string>{"/"});
  CHECK(seen.body == body);
  CHECK(answer.starts_with("HTTP/1.1 200 OK\r\n"));
}

}  // namespace

TEST_CASE("smuggling: contradicting lengths are refused") {
  Stage stage;
  const std::string last = "0\r\n\r\n";
  for (const char* length : {"Content-Length: 5", "Content-Length: 40", "Content-Length: 0", "content-length:4"}) {
    for (const char* coding :
         {"Transfer-Encoding: chunked", "transfer-encoding:\tchunked", "TRANSFER-ENCODING: Chunked",
          "Transfer-Encoding: identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding:"}) {
      refused(stage, post(length + "\r\n"s + coding, last));
      refused(stage, post(coding + "\r\n"s + length, last));
    }
  }
  for (const char* lengths : {"Content-Length: 5\r\nContent-Length: 5",
                              "Content-Length: 5\r\nContent-Length: 40",
                              "Content-Length: 5,5",
                              "Content-Length: 5, 40",
                              "Content-Length: +5",
                              "Content-Length: -5",
                              "Content-Length: 5 5",
                              "Content-Length: 0x5",
                              "Content-Length: 5e0",
                              "Content-Length: 5;",
                              "Content-Length: \"5\"",
                              "Content-Length:",
                              "Content-Length: \x0b"
                              "5",
                              "Content-Length: 5\x0b",
                              "Content-Length: 18446744073709551621",
                              "Content-Length: 99999999999999999999999",
                              "Content-Length : 5",
                              "Content-Length\t: 5",
                              "Content-Length\x0b: 5",
                              "Content-Length 5",
                              "Content-Length: 5\r\n 0",
                              "Content-Length:\r\n 5",
                              " Content-Length: 5",
                              "X: y\r\n Content-Length: 5",
                              "X: y\nContent-Length: 5",
                              "X: y\rContent-Length: 5",
                              "X:\nContent-Length: 5",
                              "X\nContent-Length: 5",
                              "Content-Length: 5\r\r"})
    refused(stage, post(lengths, "hello"));
  refused(stage, post("Content-Length: 5\0"sv, "hello"));
  refused(stage, post("Content-Length\0: 5"sv, "hello"));
  refused(stage, post("X: y\0\r\nContent-Length: 5"sv, "hello"));
  taken(stage, post("Content-Length: 005", "hello"), "hello");
  taken(stage, post("Content-Length:\t5 \t", "hello"), "hello");
  taken(stage, post("Content_Length: 3\r\nContent-Length: 35", smuggled), smuggled);
}

TEST_CASE("smuggling: disguised transfer codings are refused") {
  Stage stage;
  for (const char* coding : {"Transfer-Encoding: xchunked",
                             "Transfer-Encoding: chunkedx",
                             "Transfer-Encoding: x chunked",
                             "Transfer-Encoding: chunked x",
                             "Transfer-Encoding: \"chunked\"",
                             "Transfer-Encoding: 'chunked'",
                             "Transfer-Encoding: chunked;q=1",
                             "Transfer-Encoding: chunked, identity",
                             "Transfer-Encoding: chunked, chunked",
                             "Transfer-Encoding: chunked,",
                             "Transfer-Encoding: identity",
                             "Transfer-Encoding: chu nked",
                             "Transfer-Encoding:",
                             "Transfer-Encoding: \x0b"
                             "chunked",
                             "Transfer-Encoding: chunked\x0b",
                             "Transfer-Encoding: \xa0"
                             "chunked",
                             "Transfer-Encoding : chunked",
                             "Transfer-Encoding\t: chunked",
                             "Transfer-Encoding\r\n: chunked",
                             "Transfer-Encoding\n: chunked",
                             "Transfer-Encoding:\n chunked",
                             "Transfer-Encoding:\r\n chunked",
                             " Transfer-Encoding: chunked",
                             "X: y\nTransfer-Encoding: chunked",
                             "X: y\rTransfer-Encoding: chunked",
                             "X: y\r\n Transfer-Encoding: chunked",
                             "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                             "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                             "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
                             "Transfer-Encoding: chunked\n",
                             "Transfer-Encoding: chunked\r\r",
                             "\x0bTransfer-Encoding: chunked"})
    refused(stage, post(coding, "0\r\n\r\n"));
  refused(stage, post("Transfer-Encoding: chunked\0"sv, "0\r\n\r\n"));
  refused(stage, post("Transfer-Encoding: chu\0nked"sv, "0\r\n\r\n"));
  refused(stage, post("Transfer-Encoding\0: chunked"sv, "0\r\n\r\n"));
  taken(stage, post("Transfer-Encoding: gzip, chunked", "1\r\na\r\n0\r\n\r\n"), "a");
  taken(stage, post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "1\r\na\r\n0\r\n\r\n"), "a");
  taken(stage, post("Transfer_Encoding: chunked\r\nContent-Length: 35", smuggled), smuggled);
  taken(stage, post("Content-Encoding: chunked\r\nContent-Length: 35", smuggled), smuggled);
}

TEST_CASE("smuggling: chunks that end where they should not") {
  Stage stage;
  for (const char* body : {"10000000000000005\r\nhello\r\n0\r\n\r\n",
                           "fffffffffffffffff\r\nhello\r\n0\r\n\r\n",
                           "-5\r\nhello\r\n0\r\n\r\n",
                           "+5\r\nhello\r\n0\r\n\r\n",
                           "0x5\r\nhello\r\n0\r\n\r\n",
                           "5 \r\nhello\r\n0\r\n\r\n",
                           " 5\r\nhello\r\n0\r\n\r\n",
                           "5\t\r\nhello\r\n0\r\n\r\n",
                           "5_0\r\nhello\r\n0\r\n\r\n",
                           "5\nhello\r\n0\r\n\r\n",
                           "5\rhello\r\n0\r\n\r\n",
                           "5\r\r\nhello\r\n0\r\n\r\n",
                           "5;\nhello\r\n0\r\n\r\n",
                           "5;a\nhello\r\n0\r\n\r\n",
                           "5;a=b\nhello\r\n0\r\n\r\n",
                           "5;a=\"b\nhello\r\n0\r\n\r\n",
                           "5;a\rhello\r\n0\r\n\r\n",
                           "5;\r\nhello\r\n0\r\n\r\n",
                           "5 ;a\r\nhello\r\n0\r\n\r\n",
                           "5\r\nhelloXX0\r\n\r\n",
                           "5\r\nhello0\r\n\r\n",
                           "5\r\nhello\n0\r\n\r\n",
                           "5\r\nhello\r0\r\n\r\n",
                           "5\r\nhelloo\r\n0\r\n\r\n",
                           "5\r\nhell\r\n0\r\n\r\n",
                           "\r\n5\r\nhello\r\n0\r\n\r\n",
                           "g\r\nhello\r\n0\r\n\r\n",
                           "\r\n",
                           "0\n\r\n",
                           "0\r\n\rX",
                           "0\r\n\n",
                           "0\r\nX: y\n\r\n",
                           "0\r\nX: y\r\r\n",
                           "0\r\nX : y\r\n\r\n",
                           "0\r\n X: y\r\n\r\n",
                           "0\r\nContent-Length: 5\r\n\r\n",
                           "0\r\nTransfer-Encoding: chunked\r\n\r\n",
                           "0\r\nX: y\r\n Z: z\r\n\r\n"})
    refused(stage, post("Transfer-Encoding: chunked", body));
  refused(stage, post("Transfer-Encoding: chunked", "5\0\r\nhello\r\n0\r\n\r\n"sv));
  refused(stage, post("Transfer-Encoding: chunked", "5;a=\0\r\nhello\r\n0\r\n\r\n"sv));
  taken(stage, post("Transfer-Encoding: chunked", "00005;a=\"b;c\"\r\nhello\r\n000\r\nX: y\r\n\r\n"), "hello");
}

TEST_CASE("smuggling: first lines and what stands between requests") {
  Stage stage;
  for (const char* line : {"GET / HTTP/1.1\nHost: x\n\n",           "GET / HTTP/1.1\rHost: x\r\n\r\n",
                           "GET / HTTP/1.1\r\r\nHost: x\r\n\r\n",   "GET / HTTP/1.1 \r\nHost: x\r\n\r\n",
                           "GET / HTTP/1.1\t\r\nHost: x\r\n\r\n",   "GET / HTTP/1.1 HTTP/1.1\r\nHost: x\r\n\r\n",
                           "GET /a /b HTTP/1.1\r\nHost: x\r\n\r\n", "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n",
                           "GET /\tHTTP/1.1\r\nHost: x\r\n\r\n",    "GET / HTTP/1.1\r\n Host: x\r\n\r\n",
                           "GET / HTTP/1.1\r\n\tHost: x\r\n\r\n",   "GET / HTTP/1.1\r\nHost: x\r\n\rX: y\r\n\r\n",
                           "GET / HTTP/1.1\r\nHost: x\n\r\n",       "GET / HTTP/1.1\r\nHost: x\r\n\n",
                           "GET / HTTP/1.1\r\nHost : x\r\n\r\n",    "GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n",
                           "GPOST / HTTP/1.1\r\nHost: x\r\n\r\n",   "GET / HTTP/1.01\r\nHost: x\r\n\r\n",
                           "GET / HTTP/1.1\r\nHost\r\n\r\n",        "GET / HTTP/1.1\r\n: x\r\n\r\n",
                           "GET / http/1.1\r\nHost: x\r\n\r\n",     "\x01GET / HTTP/1.1\r\nHost: x\r\n\r\n",
                           " GET / HTTP/1.1\r\nHost: x\r\n\r\n"})
    refused(stage, line);
  refused(stage, "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n"s);
  refused(stage, "GET / HTTP/1.1\r\nHost: x\0y\r\n\r\n"s);
  // The server reads nothing after the last request of a connection.
  PeerState fate;
  std::string answer = stage.ask("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" + smuggled, fate);
  CHECK(seen.urls == std::vector<std::string>{"/"});
  answer = stage.ask("GET / HTTP/1.0\r\n\r\n" + smuggled, fate);
  CHECK(seen.urls == std::vector<std::string>{"/"});
  // The server reads nothing after an upgrade to which nobody listens.
  answer = stage.ask("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n" + smuggled, fate);
  CHECK(seen.urls == std::vector<std::string>{"/"});
}

namespace {

struct Way {
  const char* name;
  std::function<void(const http::ServerResponse&, const String&)> put;
};

const std::vector<Way> ways = {
    {"setHeader, value", [](auto& response, auto& text) { response->setHeader("X-Safe", text); }},
    {"setHeader, a list", [](auto& response, auto& text) { response->setHeader("X-Safe", {"a", text}); }},
    {"setHeader, name", [](auto& response, auto& text) { response->setHeader(text, "a"); }},
    {"appendHeader, value", [](auto& response, auto& text) { response->appendHeader("X-Safe", text); }},
    {"appendHeader, name", [](auto& response, auto& text) { response->appendHeader(text, "a"); }},
    {"writeHead, value", [](auto& response, auto& text) { response->writeHead(200, {{"X-Safe", text}}); }},
    {"writeHead, name", [](auto& response, auto& text) { response->writeHead(200, {{text, "a"}}); }},
    {"writeHead, message", [](auto& response, auto& text) { response->writeHead(200, text); }},
    {"Location", [](auto& response, auto& text) { response->writeHead(302, {{"Location", "/" + text}}); }},
    {"Set-Cookie", [](auto& response, auto& text) { response->setHeader("Set-Cookie", {"a=b", "c=" + text}); }},
    {"addTrailers, value", [](auto& response, auto& text) { response->addTrailers({{"X-Safe", text}}); }},
    {"addTrailers, name", [](auto& response, auto& text) { response->addTrailers({{text, "a"}}); }},
    {"writeEarlyHints, link",
     [](auto& response, auto& text) { response->writeEarlyHints({{"link", "</a>; rel=preload" + text}}); }},
    {"writeEarlyHints, value",
     [](auto& response, auto& text) { response->writeEarlyHints({{"link", "</a>; rel=preload"}, {"X-Safe", text}}); }},
    {"writeEarlyHints, name",
     [](auto& response, auto& text) { response->writeEarlyHints({{"link", "</a>; rel=preload"}, {text, "a"}}); }},
    {"statusMessage",
     [](auto& response, auto& text) {
       response->statusMessage = text;
       response->flushHeaders();
     }},
};
std::size_t way = 0;
String injected;
std::string code;

void split() {
  http::createServer([](auto, auto response) {
    code = "nothing was thrown";
    try {
      ways[way].put(response, injected);
    } catch (const Error& error) {
      code = std::string(error->code.data(), error->code.length());
    }
    // An invalid statusMessage stays assigned, as in Node.
    response->statusMessage = "OK";
    response->end("safe");
  })->listen(8080, "127.0.0.1");
}

}  // namespace

TEST_CASE("splitting: no string becomes a line of the answer") {
  World world;
  Program& server = world.spawn("server", split);
  world.settle();
  const std::string texts[] = {
      "a\r\nX-Injected: 1", "a\nX-Injected: 1",
      "a\rX-Injected: 1",   "\r\n\r\nHTTP/1.1 200 X-Injected",
      "a\0X-Injected"s,     "a\x01X-Injected",
      "a\x7fX-Injected",    "a\xc4\x8d\xc4\x8aX-Injected: 1"};  // the low bytes of U+010D U+010A are CR and LF
  for (way = 0; way < ways.size(); ++way) {
    for (const std::string& text : texts) {
      injected = String(std::string_view(text));
      RawConnection client = world.connect(8080);
      client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      world.settle();
      const std::string name = ways[way].name;
      CAPTURE(name);
      CAPTURE(text);
      CAPTURE(code);
      CHECK(code.starts_with("ERR_INVALID_"));
      CHECK_FALSE(client.received().contains("X-Injected"));
      CHECK(client.received().contains("safe"));
      CHECK(client.peerState() == PeerState::end);
      REQUIRE(server.standardError() == "");
    }
  }
  CHECK(server.running());
  injected = String();
}
