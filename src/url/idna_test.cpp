// Tests international host names, one of each kind that the rules distinguish, with the answers of Node 24.
// tests/url/hosts.js compares every code point and many more names with Node.
#include <doctest/doctest.h>
#include <nodecpp/url.h>

#include <string>
#include <string_view>

#include "url/punycode.h"

using namespace nodecpp;

namespace {

std::string ascii(std::string_view domain) {
  const String out = url::domainToASCII(domain);
  return std::string(out.data(), out.size());
}
std::string unicode(std::string_view domain) {
  const String out = url::domainToUnicode(domain);
  return std::string(out.data(), out.size());
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (; times > 0; --times) out += text;
  return out;
}

}  // namespace

TEST_CASE("names are mapped and normalized") {
  CHECK(ascii("\uff21\u3002\uff22") == "a.b");
  CHECK(ascii("\u2f00") == "xn--4gq");
  CHECK(ascii("\u1e9e\u00df") == "xn--zcaa");
  CHECK(ascii("\u0391\u03a3") == "xn--mxa0b");
  CHECK(ascii("\u00ad") == "");
  CHECK(ascii("a\u0301.b") == "xn--1ca.b");
  CHECK(ascii("a\u0316\u0301") == "xn--1ca44i");
  CHECK(ascii("a\u0301\u0316") == "xn--1ca44i");
  CHECK(ascii("\u2260") == "xn--1ch");
  CHECK(ascii("\U0001e4ec") == "xn--hi5h");  // a mark that Unicode 15 assigned
  CHECK(ascii("\u1100\u1161\u11a8") == "xn--p39a");
}

TEST_CASE("a Hangul syllable takes a consonant only where something else is to be normalized, as in Node") {
  CHECK(ascii("\uac00\u11a8") == "xn--rud7310f");
  CHECK(ascii("\uac00\u11a8e\u0301") == "xn--9ca3178f");
  CHECK(ascii("\uac01\u11a8") == "xn--rud9310f");
}

TEST_CASE("labels are valid or not") {
  CHECK(ascii("\u0301a") == "");
  CHECK(ascii("\u0915\u094d\u200d") == "xn--11b6iy14e");
  CHECK(ascii("a\u200d") == "");
  CHECK(ascii("\u0628\u200c\u0628") == "xn--ngba799q");
  CHECK(ascii("\u0628a\u200c\u0628") == "xn--a-0mcb526x");  // Node does not check the neighbours of the joiner
  CHECK(ascii("a\u200cb") == "");
  CHECK(ascii("\u05d0\u05d1") == "xn--4dbc");
  CHECK(ascii("\u05d0\u05b0") == "xn--7cb7d");
  for (const char* wrong : {"\u05d0a", "a\u05d0", "1\u05d0", "\u05d0-", "\u05d01\u0661"}) CHECK(ascii(wrong) == "");
}

TEST_CASE("Punycode that is given is looked at where the domain is not ASCII") {
  CHECK(ascii("xn--a") == "xn--a");
  CHECK(ascii("xn--a.\u00e9") == "");
  CHECK(ascii("xn--9ca.\u00e9") == "xn--9ca.xn--9ca");
  CHECK(ascii("xn--e-xbb.\u00e9") == "");  // the decoded label is not normalized, so the name is not valid
  CHECK(ascii("xn--xn---epa.\u00e9") == "");
  CHECK(ascii("xn--\u00e9") == "");
  CHECK(unicode("XN--9CA.") == "\u00e9.");
  CHECK(unicode("xn--9ca.xn--") == "\u00e9.xn--");
  for (const char* kept : {"xn--a", "xn--e-xbb", "xn--xn---epa", "xn---"}) CHECK(unicode(kept) == kept);
}

TEST_CASE("what is long") {
  CHECK(ascii(repeated("\u00e9", 8192)).size() == 8198);
  CHECK(ascii(repeated("\u00e9", 8193)) == "");
  CHECK(ascii(repeated("a", 20000)).size() == 20000);
  CHECK(!URL::canParse("http://" + repeated("A", 16385)));
  CHECK(URL::canParse("http://" + repeated("A", 16384)));
}

TEST_CASE("Punycode's numbers have an end") {
  std::string out;
  CHECK(!url::punycode::encode(out, std::u32string(2000, U'a') + U"\U0010ffff"));
  std::u32string decoded;
  CHECK(!url::punycode::decode(decoded, "99999999"));
  CHECK(!url::punycode::decode(decoded, "a-\u00e9"));
  CHECK(url::punycode::decode(decoded, ""));
  CHECK(decoded.empty());
}
