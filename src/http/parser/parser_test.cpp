// Each case is parsed whole, cut in two at every offset, and byte by byte, and the parser must report the same each
// time. The expected results were compared with llhttp 9.4.3. fuzz/http_parser compares the two for random input.
#include "http/parser/parser.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/parser_story.h"

namespace {

using namespace parser_story;
using namespace std::string_literals;

TEST_CASE("http parser: requests are parsed") {
  request("GET / HTTP/1.1\r\n\r\n", "GET / 1.1 keep;end;");
  request("GET /a?b=c#d HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*\r\n\r\n",
          "GET /a?b=c#d 1.1 keep;Host=localhost:8080;Accept=*/*;end;");
  request("\r\n\r\n\nGET / HTTP/1.0\r\n\r\n", "GET / 1.0;end;");
  request("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\nGET /2 HTTP/1.0\r\n\r\n",
          "GET / 1.0 keep;Connection=Keep-Alive;end;GET /2 1.0;end;");
  request("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\nA: b\r\n\r\nGET /3 HTTP/1.1\r\n\r\n",
          "GET /1 1.1 keep;end;GET /2 1.1 keep;A=b;end;GET /3 1.1 keep;end;");
  request("GET   /  HTTP/1.1\r\n\r\n", "GET / 1.1 keep;end;");
  request("GET /\r\nA: b\r\n\r\n", "GET / 0.9;A=b;end;");
  request("OPTIONS * HTTP/1.1\r\n\r\n", "OPTIONS * 1.1 keep;end;");
  request("OPTIONS * RTSP/1.0\r\nConnection: keep-alive\r\n\r\n", "OPTIONS * 1.0 keep;Connection=keep-alive;end;");
  request("SOURCE /m ICE/1.0\r\n\r\n", "SOURCE /m 1.0;end;");
  request("GET http://user:pass@host.example:80/p?q HTTP/1.1\r\n\r\n",
          "GET http://user:pass@host.example:80/p?q 1.1 keep;end;");
  request("GET http://[::1]?q HTTP/1.1\r\n\r\n", "GET http://[::1]?q 1.1 keep;end;");
  request("GET_PARAMETER rtsp://h/ RTSP/1.0\r\n\r\n", "GET_PARAMETER rtsp://h/ 1.0;end;");
  request("GET / HTTP/2.0\r\n\r\n", "GET / 2.0;end;");
}

TEST_CASE("http parser: every method is found by its name") {
  for (unsigned i = 0; i <= static_cast<unsigned>(Method::query); ++i) {
    std::string name(methodName(static_cast<Method>(i)));
    if (name == "PRI") continue;
    bool rtsp = i >= static_cast<unsigned>(Method::describe) && i <= static_cast<unsigned>(Method::flush);
    bool connect = name == "CONNECT";
    std::string line = name + (connect ? " h:1 " : " / ") + (rtsp ? "RTSP/1.0" : "HTTP/1.0") + "\r\n\r\n";
    request(line, name + (connect ? " h:1 1.0 upgrade;end;upgrade at " + std::to_string(line.size()) : " / 1.0;end;"));
  }
}

TEST_CASE("http parser: broken request lines are refused") {
  request("GEX / HTTP/1.1\r\n", "HPE_INVALID_METHOD: Invalid method encountered at 2");
  request("get / HTTP/1.1\r\n", "HPE_INVALID_METHOD: Invalid method encountered at 0");
  request("GET_P / HTTP/1.1\r\n", "HPE_INVALID_METHOD: Invalid method encountered at 5");
  request("GETS / HTTP/1.1\r\n", "HPE_INVALID_METHOD: Expected space after method at 3");
  request("GET\t/ HTTP/1.1\r\n", "HPE_INVALID_METHOD: Expected space after method at 3");
  request("\x16\x03\x01", "HPE_INVALID_METHOD: Invalid method encountered at 0");
  request("GET x1/ HTTP/1.1\r\n", "HPE_INVALID_URL: Unexpected char in url schema at 5");
  request("GET ?a HTTP/1.1\r\n", "HPE_INVALID_URL: Unexpected start char in url at 4");
  request("GET x:y HTTP/1.1\r\n", "HPE_INVALID_URL: Unexpected char in url schema at 6");
  request("GET x: HTTP/1.1\r\n", "HPE_INVALID_URL: Invalid characters in url at 7");
  request("GET \r\n", "HPE_INVALID_URL: Invalid characters in url at 5");
  request("GET /\xc3\xa4 HTTP/1.1\r\n", "HPE_INVALID_URL: Invalid char in url path at 5");
  request("GET /?\x7f HTTP/1.1\r\n", "HPE_INVALID_URL: Invalid char in url query at 6");
  request("GET /?#\x01 HTTP/1.1\r\n", "HPE_INVALID_URL: Invalid char in url fragment start at 7");
  request("GET /a\tb HTTP/1.1\r\n", "HPE_INVALID_URL: Invalid characters in url at 7");
  request("GET http://h\"/ HTTP/1.1\r\n", "HPE_INVALID_URL: Unexpected char in url server at 12");
  request("GET http://u@@h/ HTTP/1.1\r\n", "HPE_INVALID_URL: Double @ in url at 14");
  request("GET / http/1.1\r\n", "HPE_INVALID_CONSTANT: Expected HTTP/, RTSP/ or ICE/ at 6");
  request("GET / HTTQ/1.1\r\n", "HPE_INVALID_CONSTANT: Expected HTTP/, RTSP/ or ICE/ at 9");
  request("GET / HTTP1.1\r\n", "HPE_INVALID_CONSTANT: Expected HTTP/, RTSP/ or ICE/ at 10");
  request("GET / ICE/1.0\r\n", "HPE_INVALID_CONSTANT: Expected SOURCE method for ICE/x.x request at 9");
  request("PUT / RTSP/1.0\r\n", "HPE_INVALID_CONSTANT: Invalid method for RTSP/x.x request at 10");
  request("PLAY / HTTP/1.1\r\n", "HPE_INVALID_CONSTANT: Invalid method for HTTP/x.x request at 11");
  request("GET / HTTP/x.1\r\n", "HPE_INVALID_VERSION: Invalid major version at 11");
  request("GET / HTTP/11\r\n", "HPE_INVALID_VERSION: Expected dot at 12");
  request("GET / HTTP/1.x\r\n", "HPE_INVALID_VERSION: Invalid minor version at 13");
  request("GET / HTTP/1.2\r\n", "HPE_INVALID_VERSION: Invalid HTTP version at 14");
  request("GET / HTTP/1.10\r\n", "HPE_INVALID_VERSION: Expected CRLF after version at 14");
  request("GET / HTTP/1.1\nA: b\r\n", "HPE_INVALID_VERSION: Expected CRLF after version at 15");
  request("GET / HTTP/1.1\rA", "HPE_STRICT: Expected CRLF after version at 15");
  request("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HPE_PAUSED_H2_UPGRADE: Pause on PRI/Upgrade at 24");
  request("PRI * HTTP/2.0\r\nA: b\r\n\r\n", "HPE_INVALID_VERSION: Expected HTTP/2 Connection Preface at 16");
}

TEST_CASE("http parser: fields are parsed") {
  const std::string line = "GET / HTTP/1.1\r\n";  // 16 bytes
  const std::string told = "GET / 1.1 keep;";
  request(line + "A:b\r\nB: \t c d \t \r\nC:\r\nD:   \r\n\r\n", told + "A=b;B=c d;C=;D=;end;");
  request(line + "!#$%&'*+-.^_`|~09: x\r\n\r\n", told + "!#$%&'*+-.^_`|~09=x;end;");
  request(line + "A: \x80\xff\tb\r\n\r\n", told + "A=\x80\xff\tb;end;");
  request(line + " A: b\r\n\r\n", "HPE_UNEXPECTED_SPACE: Unexpected space after start line at 17");
  request(line + "A: b\r\n c\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Unexpected whitespace after header value at 22");
  request(line + "A:\r\n c\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header value char at 21");
  request(line + ": b\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header token at 16");
  request(line + "A b: c\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header token at 17");
  request(line + "A : c\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header token at 17");
  request(line + "Upgrade : c\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header field char at 24");
  request(line + "A\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header token at 17");
  request(line + "\xc3: c\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header token at 16");
  request(line + "A: b\nC: d\r\n\r\n", "HPE_CR_EXPECTED: Missing expected CR after header value at 20");
  request(line + "A: b\rC: d\r\n\r\n", "HPE_LF_EXPECTED: Missing expected LF after header value at 21");
  request(line + "A: \nC: d\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header value char at 20");
  request(line + "A: \rC: d\r\n\r\n", "HPE_STRICT: Expected LF after CR at 20");
  request(line + "A: b\0c\r\n\r\n"s, "HPE_INVALID_HEADER_TOKEN: Invalid header value char at 20");
  request(line + "A: b\x7f\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header value char at 20");
  request(line + "\n", "HPE_INVALID_HEADER_TOKEN: Invalid header field char at 17");
  request(line + "A: b\r\n\rx", "HPE_STRICT: Expected LF after headers at 23");
}

TEST_CASE("http parser: runs of every length at every distance from the end") {
  // The vector code reads sixteen bytes at a time, and a run may end at any of them.
  for (std::size_t name = 1; name < 40; ++name) {
    for (std::size_t value : {std::size_t(0), name, std::size_t(17), std::size_t(33)}) {
      std::string n(name, 'n');
      std::string v(value, 'v');
      std::string head = "GET /" + v + " HTTP/1.1\r\n" + n + ": " + v + "\r\n" + n + "_x:" + v + "\r\n\r\n";
      CHECK(tell(Parser::Type::request, {head}) ==
            "GET /" + v + " 1.1 keep;" + n + "=" + v + ";" + n + "_x=" + v + ";end;");
      std::string broken = "GET / HTTP/1.1\r\n" + n + ": " + v + "\x01";
      CHECK(tell(Parser::Type::request, {broken}) ==
            "HPE_INVALID_HEADER_TOKEN: Invalid header value char at " + std::to_string(broken.size() - 1));
    }
  }
}

TEST_CASE("http parser: every byte in every place") {
  auto at = [](std::string_view before, int c, std::string_view after) {
    return std::string(before) + static_cast<char>(c) + std::string(after);
  };
  for (int c = 0; c < 256; ++c) {
    CAPTURE(c);
    bool visible = c > 0x20 && c < 0x7f;
    std::string_view separators = "\"(),/:;<=>?@[\\]{}";
    bool token = visible && !separators.contains(static_cast<char>(c));
    bool value = c == '\t' || (c >= 0x20 && c != 0x7f);
    for (std::string pad : {"", "0123456789abcdef"}) {
      std::string url = tell(Parser::Type::request, {at("GET /", c, pad + " HTTP/1.1\r\n\r\n")});
      if (c != ' ' && c != '\r' && c != '\n') CHECK(url.starts_with("GET") == visible);
      std::string name = tell(Parser::Type::request, {at("GET / HTTP/1.1\r\nx", c, pad + ": v\r\n\r\n")});
      if (c != ':') CHECK(name.starts_with("GET") == token);
      std::string text = tell(Parser::Type::request, {at("GET / HTTP/1.1\r\nx: y", c, pad + "z\r\n\r\n")});
      CHECK(text.starts_with("GET") == value);
    }
  }
}

TEST_CASE("http parser: Connection and Upgrade are understood") {
  auto connection = [](std::string value, std::string_view flags) {
    request("GET / HTTP/1.1\r\nConnection: " + value + "\r\n\r\n",
            "GET / 1.1" + std::string(flags) + ";Connection=" + value + ";end;");
  };
  connection("close", "");
  connection("CLOSE", "");
  connection("keep-alive", " keep");
  connection("foo , close,bar", "");
  connection("closed", " keep");
  connection("close d", " keep");
  connection("d close", " keep");
  connection(",,close", "");
  connection("keep-alive, close", "");
  request("GET / HTTP/1.1\r\nProxy-Connection: close\r\n\r\n", "GET / 1.1;Proxy-Connection=close;end;");
  request("GET / HTTP/1.1\r\nConnection: close\r\n\r\n\r\n\n", "GET / 1.1;Connection=close;end;");
  request("GET / HTTP/1.1\r\nConnection: close\r\n\r\n\r\nGET",
          "GET / 1.1;Connection=close;end;HPE_CLOSED_CONNECTION: Data after `Connection: close` at 40");
  const std::string upgrade = "GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: x\r\n";
  request(upgrade + "\r\nrest", "GET / 1.1 keep upgrade;Connection=Upgrade;Upgrade=x;end;upgrade at 51");
  request(upgrade + "Content-Length: 3\r\n\r\nabcrest",
          "GET / 1.1 keep upgrade length 3;Connection=Upgrade;Upgrade=x;Content-Length=3;body abc;end;upgrade at 73");
  request(upgrade + "Content-Length: 3\r\n\r\nabcrest",
          "GET / 1.1 keep upgrade length 3;Connection=Upgrade;Upgrade=x;Content-Length=3;end;upgrade at 70",
          Answer::acceptUpgrade);
  request("GET / HTTP/1.1\r\nUpgrade: x\r\n\r\n", "GET / 1.1 keep;Upgrade=x;end;");
  request("GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade:\r\n\r\n",
          "GET / 1.1 keep;Connection=upgrade;Upgrade=;end;");
  request("CONNECT host:443 HTTP/1.1\r\n\r\n\x16\x03", "CONNECT host:443 1.1 keep upgrade;end;upgrade at 29");
}

TEST_CASE("http parser: bodies end by their length") {
  const std::string post = "POST / HTTP/1.1\r\n";  // 17 bytes
  request(post + "Content-Length: 5\r\n\r\nhelloGET /2 HTTP/1.1\r\n\r\n",
          "POST / 1.1 keep length 5;Content-Length=5;body hello;end;GET /2 1.1 keep;end;");
  request(post + "Content-Length: 0\r\n\r\n", "POST / 1.1 keep length 0;Content-Length=0;end;");
  request(post + "content-length:  05 \t\r\n\r\nhello", "POST / 1.1 keep length 5;content-length=05;body hello;end;");
  request(post + "Content-Length: 18446744073709551615\r\n\r\n",
          "POST / 1.1 keep length 18446744073709551615;Content-Length=18446744073709551615;");
  request(post + "Content-Length: 18446744073709551616\r\n\r\n",
          "HPE_INVALID_CONTENT_LENGTH: Content-Length overflow at 53");
  request(post + "Content-Length: 5 5\r\n\r\n",
          "HPE_INVALID_CONTENT_LENGTH: Invalid character in Content-Length at 35");
  request(post + "Content-Length: +5\r\n\r\n", "HPE_INVALID_CONTENT_LENGTH: Invalid character in Content-Length at 33");
  request(post + "Content-Length: 5,5\r\n\r\n",
          "HPE_INVALID_CONTENT_LENGTH: Invalid character in Content-Length at 34");
  request(post + "Content-Length:\r\n\r\n", "HPE_INVALID_CONTENT_LENGTH: Empty Content-Length at 34");
  request(post + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
          "HPE_UNEXPECTED_CONTENT_LENGTH: Duplicate Content-Length at 52");
  request(post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
          "HPE_INVALID_TRANSFER_ENCODING: Transfer-Encoding can't be present with Content-Length at 54");
  request(post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
          "HPE_INVALID_CONTENT_LENGTH: Content-Length can't be present with Transfer-Encoding at 60");
}

TEST_CASE("http parser: chunked bodies are parsed") {
  const std::string head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";  // 47 bytes
  const std::string told = "POST / 1.1 keep chunked;Transfer-Encoding=chunked;";
  request(head + "5\r\nhello\r\n0\r\n\r\n", told + "body hello;end;");
  request(head + "A\r\n0123456789\r\n00b\r\n0123456789a\r\n000\r\n\r\nGET / HTTP/1.1\r\n\r\n",
          told + "body 01234567890123456789a;end;GET / 1.1 keep;end;");
  request(head + "0\r\nA: b\r\nC:\r\n\r\n", told + "A=b;C=;end;");
  request(head + "1;a\r\nx\r\n1;a=b;c=\"d \\\"e\"\r\ny\r\n0;z\r\n\r\n", told + "body xy;end;");
  request(head + "0\r\nConnection: close\r\n\r\nx",
          told + "Connection=close;end;HPE_CLOSED_CONNECTION: Data after `Connection: close` at 72");
  auto broken = [&](std::string_view chunk, std::string_view error) {
    request(head + std::string(chunk), told + std::string(error));
  };
  broken("g", "HPE_INVALID_CHUNK_SIZE: Invalid character in chunk size at 47");
  broken("\r\n", "HPE_INVALID_CHUNK_SIZE: Invalid character in chunk size at 47");
  broken("5g", "HPE_INVALID_CHUNK_SIZE: Invalid character in chunk size at 48");
  broken("5 \r\n", "HPE_INVALID_CHUNK_SIZE: Invalid character in chunk size at 49");
  broken("5\n", "HPE_CR_EXPECTED: Missing expected CR after chunk size at 49");
  broken("5\rx", "HPE_STRICT: Expected LF after chunk size at 49");
  broken("10000000000000000\r\n", "HPE_INVALID_CHUNK_SIZE: Chunk size overflow at 64");
  broken("1\r\nab", "body a;HPE_STRICT: Expected LF after chunk data at 51");
  broken("1\r\na\n", "body a;HPE_CR_EXPECTED: Missing expected CR after chunk data at 52");
  broken("1\r\na\rb", "body a;HPE_STRICT: Expected LF after chunk data at 52");
  broken("1; a\r\n", "HPE_STRICT: Invalid character in chunk extensions at 50");
  broken("1;\r\n", "HPE_STRICT: Invalid character in chunk extensions at 50");
  broken("1;a b\r\n", "HPE_STRICT: Invalid character in chunk extensions name at 51");
  broken("1;a=b c\r\n", "HPE_STRICT: Invalid character in chunk extensions value at 53");
  broken("1;a\n", "HPE_CR_EXPECTED: Missing expected CR after chunk extension name at 50");
  broken("1;a=b\n", "HPE_CR_EXPECTED: Missing expected CR after chunk extension value at 52");
  broken("1;a=\"b\"\n", "HPE_CR_EXPECTED: Missing expected CR after chunk extension value at 54");
  broken("1;a=\"b\"c\r\n", "HPE_STRICT: Invalid character in chunk extensions quote value at 54");
  broken("1;a=\"\x01\"\r\n", "HPE_STRICT: Invalid character in chunk extensions quoted value at 53");
  broken("1;a=\"\\\x01\"\r\n", "HPE_STRICT: Invalid quoted-pair in chunk extensions quoted value at 54");
  broken("0\r\nContent-Length: 1\r\n\r\n",
         "HPE_INVALID_CONTENT_LENGTH: Content-Length can't be present with Transfer-Encoding at 65");
  broken("0\r\nTransfer-Encoding: chunked\r\n\r\n",
         "HPE_INVALID_TRANSFER_ENCODING: Invalid `Transfer-Encoding` header value at 70");
  broken("0\r\nA b\r\n\r\n", "HPE_INVALID_HEADER_TOKEN: Invalid header token at 51");
}

TEST_CASE("http parser: transfer codings are understood") {
  auto coding = [](std::string value, std::string_view expected) {
    request("POST / HTTP/1.1\r\nTransfer-Encoding: " + value + "\r\n\r\n",
            "POST / 1.1 keep" + (expected == "chunked" ? " chunked;Transfer-Encoding=" + value + ";"
                                                       : ";Transfer-Encoding=" + value + ";" + std::string(expected)));
  };
  coding("Chunked", "chunked");
  coding("gzip, chunked", "chunked");
  coding("gzip,\t chunked", "chunked");
  coding(",chunked", "chunked");
  coding("chunke,chunked", "chunked");
  coding("gzip", "HPE_INVALID_TRANSFER_ENCODING: Request has invalid `Transfer-Encoding` at 44");
  coding("chunkedx", "HPE_INVALID_TRANSFER_ENCODING: Request has invalid `Transfer-Encoding` at 48");
  request("POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
          "HPE_INVALID_TRANSFER_ENCODING: Invalid `Transfer-Encoding` header value at 44");
  request("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
          "HPE_INVALID_TRANSFER_ENCODING: Invalid `Transfer-Encoding` header value at 65");
  request("POST / HTTP/1.1\r\nTransfer-Encoding:\r\n\r\n",
          "HPE_INVALID_TRANSFER_ENCODING: Empty Transfer-Encoding at 37");
  response("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked,chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
           "200 OK 1.1 keep chunked;Transfer-Encoding=chunked,chunked;body x;end;");
}

TEST_CASE("http parser: responses are parsed") {
  response("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabHTTP/1.1 204 No Content\r\n\r\n",
           "200 OK 1.1 keep length 2;Content-Length=2;body ab;end;204 No Content 1.1 keep;end;");
  response("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "200  1.1 keep length 0;Content-Length=0;end;");
  response("HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", "200  1.1 keep length 0;Content-Length=0;end;");
  response("HTTP/1.1 404 Nicht d\xe4\r\nContent-Length: 0\r\n\r\n",
           "404 Nicht d\xe4 1.1 keep length 0;Content-Length=0;end;");
  response("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
           "100 Continue 1.1 keep;end;304 Not Modified 1.1 keep length 9;Content-Length=9;end;");
  response("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
           "200 OK 1.1 keep length 9;Content-Length=9;end;200 OK 1.1 keep length 9;Content-Length=9;end;",
           Answer::skipBody);
  response("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nrest",
           "101 Switching Protocols 1.1 keep upgrade;Connection=upgrade;Upgrade=x;end;upgrade at 69");
  responseFin("HTTP/1.1 200 OK\r\n\r\nuntil the end", "200 OK 1.1;body until the end;fin end;");
  responseFin("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nxy",
              "200 OK 1.1;Transfer-Encoding=gzip;body xy;fin end;");
  response("HTTP/1.1 20 OK\r\n", "HPE_INVALID_STATUS: Invalid status code at 11");
  response("HTTP/1.1 2000 OK\r\n", "HPE_INVALID_STATUS: Invalid response status at 12");
  response("HTTP/1.1 200\n", "HPE_INVALID_STATUS: Invalid response status at 13");
  response("HTTP/1.1 200 OK\n", "HPE_CR_EXPECTED: Missing expected CR after response line at 16");
  response("HTTP/1.1 200 OK\rx", "HPE_STRICT: Expected LF after CR at 16");
  response("HTTP/1.1\r\n", "HPE_INVALID_VERSION: Expected space after version at 8");
  response("HTTP/3.0 200 OK\r\n", "HPE_INVALID_VERSION: Invalid HTTP version at 8");
  response("HTP/1.1 200 OK\r\n", "HPE_INVALID_CONSTANT: Expected HTTP/, RTSP/ or ICE/ at 2");
}

TEST_CASE("http parser: the end of input") {
  requestFin("\r\n", "");
  requestFin("GET / HTTP/1.1\r\n\r\n", "GET / 1.1 keep;end;");
  requestFin("G", "fin HPE_INVALID_EOF_STATE");
  requestFin("GET / HTTP/1.1\r\nA: b\r\n", "fin HPE_INVALID_EOF_STATE");
  requestFin("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\na",
             "POST / 1.1 keep length 2;Content-Length=2;body a;fin HPE_INVALID_EOF_STATE");
  responseFin("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na",
              "200 OK 1.1 keep length 2;Content-Length=2;body a;fin HPE_INVALID_EOF_STATE");
}

TEST_CASE("http parser: the limits are Node's") {
  const std::string overflow = "HPE_HEADER_OVERFLOW: Header overflow at ";
  auto told = [](std::string bytes, std::uint64_t limit) { return tell(Parser::Type::request, {bytes}, limit); };
  // The url, the names and the values together must stay below the limit.
  CHECK(told("GET /2345678901234567890 HTTP/1.1\r\n\r\n", 20) == overflow + "24");
  CHECK(told("GET /234567890123456789 HTTP/1.1\r\n\r\n", 20) == "GET /234567890123456789 1.1 keep;end;");
  CHECK(told("GET /345 HTTP/1.1\r\nabc:   def\r\nxyz", 10) == overflow + "30");
  CHECK(told("GET /345 HTTP/1.1\r\nabcdef: ", 10) == overflow + "26");
  // An unfinished piece counts with the bytes received so far.
  CHECK(told("GET /2345678901234567890", 20) == overflow + "24");
  CHECK(told("GET /234567890123456789", 20) == "");
  // Counting begins again with each message and with the trailers.
  CHECK(told("GET /3456 HTTP/1.1\r\n\r\nGET /3456 HTTP/1.1\r\n\r\n", 10) ==
        "GET /3456 1.1 keep;end;GET /3456 1.1 keep;end;");
  // The default is 16 KiB.
  CHECK(told("GET / HTTP/1.1\r\nA: " + std::string(16381, 'x') + "\r\n\r\n", 0).ends_with("end;"));
  CHECK(told("GET / HTTP/1.1\r\nA: " + std::string(16382, 'x') + "\r\n\r\n", 0) == overflow + std::to_string(16402));
  // A limit that llhttp does not have: bytes that do not count for the limit are limited, too, since they are stored.
  // The result does not depend on how the bytes are cut.
  std::string spaces = "GET / HTTP/1.1\r\nA:" + std::string(140000, ' ') + "b\r\n\r\n";
  CHECK(told(spaces, 0) == overflow + std::to_string(4 * 16384 + 65536));
  CHECK(tell(Parser::Type::request,
             {std::string_view(spaces).substr(0, 100000), std::string_view(spaces).substr(100000)}) ==
        overflow + std::to_string(4 * 16384 + 65536));
  CHECK(told("GET / HTTP/1.1\r\nA:" + std::string(60000, ' ') + "b\r\n\r\n", 0) == "GET / 1.1 keep;A=b;end;");

  const std::string head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;";
  CHECK(told(head + std::string(16384, 'x') + "\r\na\r\n0\r\n\r\n", 0).ends_with("body a;end;"));
  CHECK(told(head + std::string(16385, 'x') + "\r\na\r\n0\r\n\r\n", 0)
            .ends_with("HPE_CHUNK_EXTENSIONS_OVERFLOW: Chunk extensions overflow at " +
                       std::to_string(head.size() + 16386)));
}

TEST_CASE("http parser: a cut head is not consumed and not scanned again from its start") {
  Parser parser(Parser::Type::request);
  std::string bytes = "\r\nGET /path HTTP/1.1\r\nHost: x";
  const char* p = bytes.data();
  CHECK_FALSE(parser.inMessage());
  CHECK(parser.next(p, bytes.data() + bytes.size()) == Event::needMore);
  CHECK(p == bytes.data() + 2);  // leading line ends are consumed, the head is not
  CHECK(parser.inMessage());
  CHECK(parser.inHead());
  std::string moved = bytes.substr(2) + "yz\r\n\r\nnext";
  p = moved.data();
  CHECK(parser.next(p, moved.data() + moved.size()) == Event::head);
  CHECK(std::string_view(p) == "next");
  CHECK_FALSE(parser.inHead());
  CHECK(parser.head().text(parser.fields()[0].value) == "xyz");
  CHECK(parser.fields()[0].known == KnownField::host);
  std::vector<Field> mine;
  parser.swapFields(mine);
  CHECK(mine.size() == 1);
  CHECK(parser.next(p, moved.data() + moved.size()) == Event::complete);
  CHECK_FALSE(parser.inMessage());
}

TEST_CASE("http parser: fewer bytes than it was left with are an error, not a read beyond") {
  Parser parser(Parser::Type::request);
  std::string bytes = "GET / HTTP/1.1\r\nHost: x";
  const char* p = bytes.data();
  CHECK(parser.next(p, p + bytes.size()) == Event::needMore);
  CHECK(parser.next(p, p + 3) == Event::error);
}

TEST_CASE("http parser: an error stays, reset makes it new") {
  Parser parser(Parser::Type::request);
  std::string_view bytes = "x";
  const char* p = bytes.data();
  CHECK(parser.next(p, p + 1) == Event::error);
  CHECK(parser.next(p, p + 1) == Event::error);
  CHECK(parser.finish() == Event::needMore);
  parser.reset(Parser::Type::response);
  std::string_view answer = "HTTP/1.1 204 No Content\r\n\r\n";
  p = answer.data();
  CHECK(parser.next(p, p + answer.size()) == Event::head);
  CHECK(parser.head().statusCode == 204);
}

}  // namespace
