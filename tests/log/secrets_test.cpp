// The values of header fields that carry credentials must be hidden, however the bytes are divided into records.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "os/trace/record_description.h"
#include "recording.h"
#include "secrets.h"
#include "support/memory_log.h"

using namespace nodecpp;
using namespace nodecpp::logtool;
using namespace nodecpp::os::record;

namespace {

const std::string sent =
    "GET /?cookie: HTTP/1.1\r\nHost: a\r\nCookie: id=s3cret; other=s3cret\r\nAUTHORIZATION:Basic s3cret\r\n"
    "X-Token: t0ken\r\nProxy-Authorization :  s3cret\r\n more of the s3cret\r\nAccept: text/cookie\r\n"
    "Set-Cookie: s3cret\nLast: cookie: shown\r\n\r\nauthorization: s3cret";
const std::string shown =
    "GET /?cookie: HTTP/1.1\r\nHost: a\r\nCookie: ***********************\r\nAUTHORIZATION:************\r\n"
    "X-Token: *****\r\nProxy-Authorization :  ******\r\n ******************\r\nAccept: text/cookie\r\n"
    "Set-Cookie: ******\nLast: cookie: shown\r\n\r\nauthorization: ******";

std::string logOf(std::size_t piece) {
  tests::MemoryLog log;
  log.append(Kind::segment, std::string("main"), 0u, 0u, Texts{{"/bin/program", "0123abcd"}});
  log.append(Kind::start, std::uint64_t(1), std::int64_t(1700000000000), std::string(32, 's'),
             std::vector<std::string>{"program"}, std::vector<std::string>{}, Texts{}, Texts{},
             std::vector<std::string>{"X-TOKEN"}, std::string());
  log.append(Kind::listen, os::Address{os::Address::Family::ipv4, "127.0.0.1", 2000}, 511, 16u, std::string_view("http"), -1, 0u, 0, 1u);
  log.append(Kind::turn, std::int64_t(1));
  log.append(Kind::connection, 1u, 2u);
  log.append(Kind::connection, 1u, 3u);
  // The records of two connections alternate. A part of a field of one connection must not be continued with bytes of
  // the other.
  for (std::size_t at = 0; at < sent.size(); at += piece)
    for (unsigned connection : {2u, 3u}) log.append(Kind::received, connection, std::string_view(sent).substr(at, piece));
  return log.text();
}

}  // namespace

TEST_CASE("what shows a record shows no credentials") {
  for (std::size_t piece = 1; piece <= sent.size(); ++piece) {
    std::string log = logOf(piece), two, three, copy;
    LogReader reader;
    REQUIRE(reader.open({std::string_view(log)}) == "");
    Secrets secrets;
    for (Entry entry; reader.next(entry);) {
      Entry as = entry;
      as.fields = secrets.shown(entry, copy);
      if (entry.kind != Kind::received) continue;
      Fields in = as.in();
      std::string& to = in.get<std::uint64_t>() == 2 ? two : three;
      to += in.bytes();
    }
    CHECK(two == shown);
    CHECK(three == shown);
  }
}

TEST_CASE("the page shows no credentials either, unless it is told to") {
  for (std::size_t piece : {1, 7, 40, 1000}) {
    std::string log = logOf(piece);
    Recording recording;
    REQUIRE(recording.open({std::string_view(log)}) == "");
    for (std::uint64_t offset : {0, 1, 60, 61, 70}) {
      std::string wanted = shown.substr(std::size_t(offset), recording.requests().all()[0].bytesIn - offset);
      CHECK(recording.details(0, offset).find(base64(wanted)) != std::string::npos);
    }
    Secrets::Stream stream;
    std::string first = "HTTP/1.1 200 OK\r\nSet-Cook", second = "ie: id=1\r\n\r\n";
    recording.hideIn(stream, first);
    recording.hideIn(stream, second);
    CHECK(first + second == "HTTP/1.1 200 OK\r\nSet-Cookie: ****\r\n\r\n");
  }
}
