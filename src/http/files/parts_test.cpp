// Tests the parts of http::files that need no server: ranges, conditions, paths, encodings, media types.
// tests/pairs/http_files compares whole answers with those of npm's packages.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "http/files/conditions.h"
#include "http/files/encodings.h"
#include "http/files/media_types.h"
#include "http/files/ranges.h"
#include "http/files/texts.h"

using namespace nodecpp;
using namespace nodecpp::http::detail;

namespace {

// Returns the ranges as the text "first-last first-last", "none" or "malformed".
std::string rangesOf(std::string_view field, double size = 1000) {
  std::vector<ByteRange> ranges;
  switch (parseRanges(field, size, ranges)) {
    case RangeResult::malformed: return "malformed";
    case RangeResult::unsatisfiable: return "none";
    default: break;
  }
  std::string text;
  for (const ByteRange& range : ranges)
    text += (text.empty() ? "" : " ") + std::to_string(long(range.first)) + "-" + std::to_string(long(range.last));
  return text;
}

std::string accepted(std::string_view field, const std::vector<std::string_view>& offered = {"br", "gzip"}) {
  std::string text;
  for (std::size_t place : acceptedEncodings(field, offered))
    text += (text.empty() ? "" : " ") + std::string(offered[place]);
  return text;
}

std::string decoded(std::string_view path, bool rooted = true) {
  DecodedPath result = decodePath(path, rooted);
  return result.status ? std::to_string(result.status) : result.path + (result.hasDotPart ? " (hidden)" : "");
}

}  // namespace

TEST_CASE("ranges that overlap or touch become one, in the order of the field") {
  CHECK(rangesOf("bytes=0-5,3-9") == "0-9");
  CHECK(rangesOf("bytes=5-9,0-4") == "0-9");
  CHECK(rangesOf("bytes=20-30,0-4,3-6") == "20-30 0-6");
  CHECK(rangesOf("bytes=0-0,2-2,1-1") == "0-2");
  CHECK(rangesOf("bytes=0-999,5-6,-1") == "0-999");
  CHECK(rangesOf("bytes=990-5000") == "990-999");
  CHECK(rangesOf("bytes=1000-,0-0") == "0-0");
  CHECK(rangesOf("bytes=1000-") == "none");
  CHECK(rangesOf("bytes=0-0", 0) == "none");
  CHECK(rangesOf("bytes=0-0,x-1") == "malformed");
}

TEST_CASE("thousands of ranges cost no more than their sorting") {
  std::string field = "bytes=";
  for (int i = 0; i < 100000; ++i) field += (i ? ",9-" : "9-") + std::to_string(i % 1000);
  CHECK(rangesOf(field) == "9-999");
  field = "bytes=";
  for (int i = 99999; i >= 0; --i) field += std::to_string(i * 2) + "-" + std::to_string(i * 2) + (i ? "," : "");
  std::vector<ByteRange> ranges;
  CHECK(parseRanges(field, 200000, ranges) == RangeResult::satisfiable);
  CHECK(ranges.size() == 100000);
  CHECK(ranges[0] == ByteRange{199998, 199998});
}

TEST_CASE("a list of entity tags is walked once, however long it is") {
  std::string list;
  for (int i = 0; i < 200000; ++i) list += "\"a\" , ";
  CHECK_FALSE(isFresh({.ifNoneMatch = list}, {.etag = "\"b\""}));
  CHECK(isFresh({.ifNoneMatch = list}, {.etag = "W/\"a\""}));
  CHECK(preconditionFails({.ifMatch = list}, {.etag = "\"b\""}));
  CHECK_FALSE(isFresh({.ifNoneMatch = std::string(300000, ' ')}, {.etag = "\"b\""}));
}

TEST_CASE("entity tags have the size and the time, the strong one to the nanosecond") {
  os::FileStat stat;
  stat.size = 255;
  stat.mtime = {1700000000, 123456789};
  CHECK(entityTag(stat, false) == "W/\"ff-18bcfe5687b\"");
  CHECK(entityTag(stat, true) == "\"ff-17979cfe3d85cd15\"");
  stat.mtime = {1700000000, 123999999};
  CHECK(entityTag(stat, false) == "W/\"ff-18bcfe5687c\"");
}

TEST_CASE("the type of a path is that of what follows its last dot, in capital letters too") {
  CHECK(mediaTypeOfPath("/tmp/a.html") == "text/html; charset=utf-8");
  CHECK(mediaTypeOfPath("/tmp.css/a.tar.gz") == mediaTypeOf("gz"));
  CHECK(mediaTypeOfPath("/tmp/A.JPEG") == "image/jpeg");
  CHECK(mediaTypeOfPath("a.js") == "text/javascript; charset=utf-8");
  CHECK(mediaTypeOfPath("a.webmanifest") == mediaTypeOf("webmanifest"));
  CHECK(mediaTypeOf("webmanifest") != "");
  for (const char* path :
       {"", "/", "/html", "/a.html/b", "/.html", ".html", "/a.", "/a.htm\xc3\xa9", "/a.webmanifests"}) {
    CAPTURE(path);
    CHECK(mediaTypeOfPath(path) == "");
  }
  // In lower case, the sign of the Kelvin is the letter k.
  CHECK(mediaTypeOfPath("/a.m\xe2\x84\xaa"
                        "v") == mediaTypeOf("mkv"));
  CHECK(mediaTypeOfPath("/a." + std::string(40, 'x')) == "");
  for (const char* path : {"/a.b", "/a.", "a.", "..a", "/x/..a", "/x/.a.b"}) CHECK(hasExtension(path));
  for (const char* path : {"", "/", "a", "/a", "/a.b/c", ".a", "/a/.b"}) CHECK_FALSE(hasExtension(path));
}

TEST_CASE("no path leads out of the root") {
  CHECK(decoded("/a/b") == "a/b");
  CHECK(decoded("/a/../b/") == "b/");
  CHECK(decoded("/../a") == "403");
  CHECK(decoded("/a/../../b") == "403");
  CHECK(decoded("/%2e%2e/a") == "403");
  CHECK(decoded("/%2E%2E%2Fa") == "403");
  CHECK(decoded("/..%5ca") == "403");
  CHECK(decoded("/a%5c..%5c..") == "403");
  CHECK(decoded("/%252e%252e/a") == "%2e%2e/a");
  CHECK(decoded("//etc/passwd") == "etc/passwd");
  CHECK(decoded("/a%00") == "400");
  CHECK(decoded("/%") == "400");
  CHECK(decoded("/%c0%ae%c0%ae/a") == "400");
  CHECK(decoded("/.a/b") == ".a/b (hidden)");
  CHECK(decoded("/a/..b") == "a/..b (hidden)");
  CHECK(decoded("a/../b", false) == "403");
  CHECK(decoded("") == "");
}

TEST_CASE("a plain path is what decoding makes of it") {
  for (const char* path : {"/a", "/a/b.txt", "/a/b/", "/a..b/c.d", "/\xc3\xbc"}) {
    CAPTURE(path);
    CHECK(isPlainPath(path));
    CHECK("/" + decoded(path) == path);
  }
  for (const char* path : {"", "a", "//a", "/a//b", "/./a", "/../a", "/.a", "/a/.b", "/a%20b", "/a\\..", "/a/.."}) {
    CAPTURE(path);
    CHECK_FALSE(isPlainPath(path));
  }
}

TEST_CASE("Location begins with one slash and contains only characters of URLs") {
  CHECK(locationOfFolder("/a?b=c") == "/a/?b=c");
  CHECK(locationOfFolder("//example.com/a") == "/example.com/a/");
  CHECK(locationOfPath("///a b") == "/a%20b/");
  CHECK(encodeUrl("%41%zz%%41\"<>`{}\x7f|^[]\\") == "%41%25zz%25%41%22%3C%3E%60%7B%7D%7F|^[]\\");
  CHECK(encodeUrl("\xc3\xbc\xed\xa0\x80x\xf0\x9f\x98\x80") == "%C3%BC%EF%BF%BDx%F0%9F%98%80");
}

TEST_CASE("the encoding that the request prefers comes first") {
  CHECK(accepted("gzip, deflate, br") == "br gzip");
  CHECK(accepted("gzip;q=1.0, br;q=0.5") == "gzip br");
  CHECK(accepted("GZIP") == "gzip");
  CHECK(accepted("x-gzip") == "gzip");
  CHECK(accepted("br;q=0, *") == "gzip");
  CHECK(accepted("*;q=0") == "");
  CHECK(accepted("") == "");
  CHECK(accepted("identity") == "");
  CHECK(accepted("identity;q=0.5, gzip;q=0.4, br;q=0.6") == "br");
  CHECK(accepted("identity;q=0, gzip;q=0.001") == "gzip");
  CHECK(accepted("gzip;q=2, br;q=x, , ;") == "");
  CHECK(accepted("br ; Q=0.25 , gzip ; level=3 ; q=0.75") == "gzip br");
}

TEST_CASE("media types are found by the extension in lower case") {
  CHECK(mediaTypeOf("html") == "text/html; charset=utf-8");
  CHECK(mediaTypeOf("js") == "text/javascript; charset=utf-8");
  CHECK(mediaTypeOf("png") == "image/png");
  CHECK(mediaTypeOf("HTML") == "");
  CHECK(mediaTypeOf("") == "");
  CHECK(mediaTypeOf("zzzzzz") == "");
  struct Walk {
    std::string_view before;
    int count = 0;
    bool inOrder = true;
  } walk;
  eachMediaType(
      [](std::string_view extension, std::string_view type, void* data) {
        Walk& each = *static_cast<Walk*>(data);
        each.inOrder = each.inOrder && each.before < extension && mediaTypeOf(extension) == type;
        each.before = extension;
        ++each.count;
      },
      &walk);
  CHECK(walk.inOrder);
  CHECK(walk.count > 1000);
}
