#include <doctest/doctest.h>
#include <nodecpp/error.h>
#include <nodecpp/regexp.h>

#include <string_view>

#include "support/thrown.h"

using namespace nodecpp;
using tests::thrown;

namespace {

// Returns a match as JavaScript's JSON.stringify writes it, with its index in front.
String shown(const RegExpMatch& match) {
  if (!match) return "null";
  String out = str(match.index);
  for (const auto& each : match) out += each == undefined ? str("|-") : "|" + each;
  return out;
}

TEST_CASE("a match has its groups, its index and its text") {
  const auto m = re("(?<year>\\d+)-(?<month>\\d+)(x)?").exec("on 2024-05");
  CHECK(shown(m) == "3|2024-05|2024|05|-");
  CHECK(m.input == "on 2024-05");
  CHECK(m.groups["year"] == "2024");
  CHECK(m.groups["month"] == "05");
  CHECK(m.groups["day"] == undefined);
  CHECK(m[3] == undefined);
  CHECK(!re("z").exec("a"));
  CHECK(re("z").exec("a") == nullptr);
}

TEST_CASE("captures of a loop are reset, and empty rounds end it") {
  CHECK(shown(re("(?:(a)|b)*").exec("ab")) == "0|ab|-");
  CHECK(shown(re("(z)((a+)?(b+)?(c))*").exec("zaacbbbcac")) == "0|zaacbbbcac|z|ac|a|-|c");
  CHECK(shown(re("(a*)*").exec("b")) == "0||-");
  CHECK(shown(re("(?=(a+))a*b\\1").exec("baaabac")) == "3|aba|a");
  CHECK(shown(re("(.*?)a(?!(a+)b\\2c)\\2(.*)").exec("baaabaac")) == "0|baaabaac|ba|-|abaac");
  CHECK(shown(re("(?:a?)*?$").exec("a")) == "0|a");
  CHECK(shown(re("(\\2a)(\\1)").exec("aaa")) == "0|aa|a|a");
}

TEST_CASE("lookbehind assertions match backwards") {
  CHECK(shown(re("(?<=(\\d+)(\\d+))$").exec("1053")) == "4||1|053");
  CHECK(shown(re("(?<=\\1(a))b").exec("aab")) == "2|b|a");
  CHECK(shown(re("(?<!abc)\\w\\w\\w").exec("abcdef")) == "0|abc");
  CHECK(shown(re("(?<=^|,)x").exec("a,x")) == "2|x");
}

TEST_CASE("patterns match units, or code points with flag u") {
  CHECK(shown(re("^.$").exec("\U0001f600")) == "null");
  CHECK(shown(re("^.$", "u").exec("\U0001f600")) == "0|\U0001f600");
  CHECK(shown(re("^..$").exec("\U0001f600")) == "0|\U0001f600");
  const auto m = re("(.)(.)").exec("é\U0001f600");
  CHECK(m[2].length() == 1);
  CHECK(m[2].charCodeAt(0) == 0xd83d);
  CHECK(re("\\ud83d").exec("\U0001f600").index == 0);
  CHECK(!re("\\ud83d", "u").exec("\U0001f600"));
  CHECK(re("\\ude00").exec("a\U0001f600").index == 2);
  CHECK(re("[^x]", "g").exec("\U0001f600").index == 0);
  CHECK(str("\U0001f600").match(re("[^x]", "g")).length() == 2);
  CHECK(str("\U0001f600").match(re("[^x]", "gu")).length() == 1);
  CHECK(shown(re("\U0001f600+").exec("\U0001f600\U0001f600")) == "0|\U0001f600");
  CHECK(shown(re("\U0001f600+", "u").exec("\U0001f600\U0001f600")) == "0|\U0001f600\U0001f600");
  CHECK(shown(re("ß", "i").exec("ẞ")) == "null");
  CHECK(shown(re("ß", "iu").exec("ẞ")) == "0|ẞ");
  CHECK(shown(re("\\w", "iu").exec("ſ")) == "0|ſ");
  CHECK(shown(re("é", "i").exec("É")) == "0|É");
}

TEST_CASE("lastIndex moves as in JavaScript") {
  auto r = re("a", "g");
  CHECK(r.test("aba"));
  CHECK(r.lastIndex() == 1);
  CHECK(r.exec("aba").index == 2);
  CHECK(!r.test("aba"));
  CHECK(r.lastIndex() == 0);
  r.setLastIndex(7);
  CHECK(!r.test("aba"));
  auto y = re("b", "y");
  CHECK(!y.test("ab"));
  y.setLastIndex(1);
  CHECK(y.test("ab"));
  CHECK(y.lastIndex() == 2);
}

TEST_CASE("String's functions take a RegExp") {
  CHECK(str("a1b22").replace(re("\\d+", "g"), "[$&]") == "a[1]b[22]");
  CHECK(str("John Smith").replace(re("(\\w+)\\s(\\w+)"), "$2, $1") == "Smith, John");
  CHECK(str("2024-05").replace(re("(?<y>\\d+)-(?<m>\\d+)"), "$<m>/$<y>$<z>") == "05/2024");
  CHECK(str("aXbX").replace(re("X", "g"), [](String match, int offset) { return str(offset); }) == "a1b3");
  CHECK(str("ab").replace(re("(a)(b)"), [](auto match, auto a, auto b, int at, String whole) {
    return b + a + str(at) + whole;
  }) == "ba0ab");
  CHECK(str("ab").replace(re("(?<x>a)"), [](auto, String a, int, String, RegExpGroups<String> groups) {
    return groups["x"] + a;
  }) == "aab");
  CHECK(str("a, b;c").split(re("[,;]\\s*")).join("|") == "a|b|c");
  CHECK(str("a1b2c").split(re("(\\d)")).join("|") == "a|1|b|2|c");
  CHECK(str("abc").split(re("")).join("|") == "a|b|c");
  CHECK(str("abc").split(re("(?:)", "u"), 2).join("|") == "a|b");
  CHECK(str("").split(re("x")).length() == 1);
  CHECK(str("").split(re("")).length() == 0);
  CHECK(str("xay").search(re("a")) == 1);
  CHECK(str("xay").search("a") == 1);
  CHECK(str("aba").match(re("a", "g")).join() == "a,a");
  CHECK(str("aba").match("b").index == 1);
  CHECK(!str("aba").match(re("z", "g")));
  int count = 0;
  for (auto m : str("abab").matchAll(re("a(b)", "g"))) count += int(m.index) + int(m.length());
  CHECK(count == 6);
  CHECK(str("abab").matchAll(re("a", "g")).map([](auto m) { return m.index; }).toArray().join() == "0,2");
  CHECK(thrown([] { str("a").matchAll(re("a")); }) ==
        "TypeError: String.prototype.matchAll called with a non-global RegExp argument");
  CHECK(thrown([] { str("a").replaceAll(re("a"), "b"); }) ==
        "TypeError: String.prototype.replaceAll called with a non-global RegExp argument");
}

TEST_CASE("properties of strings, the longest first") {
  const String family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466";
  const String kiss = "\U0001f9d1\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f9d1\U0001f3fc";
  const String scotland = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f";
  const String all = family + kiss + scotland + "1\ufe0f\u20e3\U0001f1e9\U0001f1ea\u263a\ufe0f\U0001f44d\U0001f3fd\U0001f600x1";
  const auto found = all.match(re("\\p{RGI_Emoji}", "gv"));
  CHECK(found.join("|") == family + "|" + kiss + "|" + scotland +
                               "|1\ufe0f\u20e3|\U0001f1e9\U0001f1ea|\u263a\ufe0f|\U0001f44d\U0001f3fd|\U0001f600");
  CHECK(all.match(re("\\p{RGI_Emoji_Flag_Sequence}", "gv")).join("|") == "\U0001f1e9\U0001f1ea");
  CHECK(all.match(re("[\\p{RGI_Emoji}--\\p{RGI_Emoji_ZWJ_Sequence}]", "v"))[0] == "\U0001f468");
  CHECK(all.match(re("[\\p{RGI_Emoji}&&\\p{RGI_Emoji_Tag_Sequence}]", "v"))[0] == scotland);
  CHECK(!re("^\\p{RGI_Emoji}$", "v").test("\U0001f1e9\U0001f1e9"));
  CHECK(!re("\\p{RGI_Emoji}", "v").test("1 \u263a a"));
  CHECK(re("^\\p{Emoji_Keycap_Sequence}{2}$", "v").test("#\ufe0f\u20e3*\ufe0f\u20e3"));
  CHECK(all.replace(re("(?<=(\\p{RGI_Emoji}))x", "v"), "<$1>").endsWith("\U0001f600<\U0001f600>1"));
  // ECMAScript tries the longest first in a look-behind, too; V8 captures "bc" here.
  CHECK(shown(re("(?<=([\\q{cbc|bc|c}]))d", "v").exec("acbcd")) == "4|d|cbc");
  CHECK(shown(re("[\\q{a|ab|abd|}]c?", "v").exec("abc")) == "0|abc");
  CHECK(shown(re("[\\q{ab|ABC}]", "iv").exec("xaBc")) == "1|aBc");
  CHECK(thrown([] { re("\\P{RGI_Emoji}", "v"); }) == "SyntaxError: Invalid regular expression: /\\P{RGI_Emoji}/v: Invalid property name");
  CHECK(thrown([] { re("\\p{RGI_Emoji}", "u"); }) == "SyntaxError: Invalid regular expression: /\\p{RGI_Emoji}/u: Invalid property name");
  CHECK(thrown([] { re("[^\\p{RGI_Emoji}]", "v"); }) ==
        "SyntaxError: Invalid regular expression: /[^\\p{RGI_Emoji}]/v: Negated character class may contain strings");
  CHECK(thrown([] { re(str("\\p{RGI_Emoji}").repeat(1000), "v"); }).endsWith("Regular expression too large"));
}

TEST_CASE("what takes too long is an error") {
  CHECK(thrown([] { re("(a+)+$").test(str("a").repeat(40) + "b"); }) == "RangeError: Regular expression too expensive: /(a+)+$/");
  CHECK(thrown([] { re("(?:a|a)*b").test(str("\U0001f600") + str("a").repeat(100)); }) ==
        "RangeError: Regular expression too expensive: /(?:a|a)*b/");
  CHECK(!re("(?:a|b)*c").test(str("ab").repeat(2000)));
}

TEST_CASE("malformed bytes lead on, too") {
  for (const std::string_view bytes : {"\xf0\x9f\x98", "\xf0\x9f\x80j", "\x80\xf0", "a\xc3", "\xf0\xf0\x9f\x98\x80\x80x", "\xe2\xf0\x9f\x98\x80"}) {
    const String text(bytes);
    for (const char* flags : {"g", "gu", "gy"}) {
      for (const char* pattern : {"[^]", "(?<=[^])[^]", "", ".", "(?=[^])", "[^a]+?"}) {
        int rounds = 0;
        for (auto m : text.matchAll(re(pattern, flags))) {
          REQUIRE(++rounds < 20);
          REQUIRE(m.index <= std::ptrdiff_t(text.length()));
        }
        const RegExp r(pattern, flags);
        while (r.test(text) && r.lastIndex() > 0) REQUIRE(++rounds < 40);
        CHECK(text.replace(r, "").size() <= text.size() * 3);
        CHECK(text.split(r).length() < 20);
      }
    }
  }
}

TEST_CASE("a RegExp's properties are JavaScript's") {
  const auto r = re("a/b[/]\n\n", "ymgsid");
  CHECK(r.flags() == "dgimsy");
  CHECK(r.source() == "a\\/b[/]\\n\\n");
  CHECK(str(re("")) == "/(?:)/");
  CHECK(r.hasIndices());
  CHECK(r.sticky());
  CHECK(!r.unicode());
  CHECK(RegExp(r, "u").unicode());
  CHECK(RegExp(r, "u").source() == r.source());
  CHECK(re("a") != re("a"));
  CHECK(!RegExp());
  CHECK(str(RegExp()) == "undefined");
  CHECK(thrown([] { RegExp().test("a"); }).startsWith("TypeError"));
  CHECK(thrown([] { re("a", "gg"); }) == "SyntaxError: Invalid flags supplied to RegExp constructor 'gg'");
  CHECK(thrown([] { re("a", "uv"); }) == "SyntaxError: Invalid flags supplied to RegExp constructor 'uv'");
  CHECK(thrown([] { re("(?<n>a)(?<n>b)"); }) == "SyntaxError: Invalid regular expression: /(?<n>a)(?<n>b)/: Duplicate capture group name");
  CHECK(thrown([] { re(str("(").repeat(5000)); }).endsWith("Regular expression too large"));
  CHECK(RegExp::escape("1+a.\u2028-é") == "\\x31\\+a\\.\\u2028\\x2dé");
}

TEST_CASE("copies are one, and the same pattern again is another") {
  const auto r = re("a", "g"), same = r;
  CHECK(r == same);
  CHECK(r.test("aa"));
  CHECK(same.lastIndex() == 1);
  CHECK(re("a", "g").lastIndex() == 0);
}

TEST_CASE("matches have the indices of groups, also of groups with one name") {
  const auto m = re("(?:(?<d>\\d+)|(?<d>x))(y)?", "d").exec("éx");
  CHECK(m.groups["d"] == "x");
  CHECK(m.groups.keys().join() == "d");
  CHECK(m.indices[0].join() == "1,2");
  CHECK(m.indices[1].isUndefined());
  CHECK(m.indices.groups["d"].join() == "1,2");
  CHECK(thrown([] { (void)re("a").exec("a").groups["x"]; }).startsWith("TypeError"));
}

TEST_CASE("alternatives are tried again where another one lets the pattern go on") {
  CHECK(shown(re("^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.$").exec("25.")) == "0|25.");
  CHECK(shown(re("^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){2}$").exec("256.1")) == "null");
  CHECK(shown(re("(?:a|ab)1").exec("ab1")) == "0|ab1");        // the later alternative is longer
  CHECK(shown(re("(?:ab|a)b").exec("ab")) == "0|ab");          // what follows can take the character, too
  CHECK(shown(re("(?:ab|a)(?:c?b|$)").exec("ab")) == "0|ab");
  CHECK(shown(re("^(?:ab?a|a){2}$").exec("aa")) == "0|aa");    // so can another round
  CHECK(shown(re("(?:ab|a)(?=b|$)").exec("ab")) == "0|ab");
  CHECK(shown(re("(?=(?:ab|a)).b").exec("ab")) == "0|ab");
}

TEST_CASE("a loop behind alternatives of different lengths") {
  CHECK(shown(re("(?:aa|a)[abc]*ab").exec("aabc")) == "0|aab");
  CHECK(shown(re("(1|)b*1").exec("1")) == "0|1|");
  CHECK(shown(re("(.|).*^", "s").exec("ba")) == "0||");
  CHECK(shown(re("(?:(?:aa|a)|x)[abc]*ab").exec("aabc")) == "0|aab");
  CHECK(shown(re("(?:x*y|(?:aa|a)[abc]*ab)").exec("aabc")) == "0|aab");
  CHECK(shown(re("a{1}(?:aa|a)[abc]*ab").exec("aaabc")) == "0|aaab");
  CHECK(shown(re("(?:aa|a){2}[abc]*ab").exec("aaaabc")) == "0|aaaab");
  CHECK(shown(re("(?:a{2}|a)[abc]*ab").exec("aabc")) == "0|aab");
  CHECK(shown(re("((a)a|a)[abc]*ab").exec("aabc")) == "0|aab|a|-");
  CHECK(shown(re("(?<=a|b)(?:aa|a)[abc]*ab").exec("aaabc")) == "1|aab");
}

TEST_CASE("a look-ahead at the beginning") {
  CHECK(shown(re("(?=a)c*a").exec("ea")) == "1|a");
  CHECK(shown(re("(?=a)(?:(?:[abc]{0,2}ca?|cb)$)*?a", "i").exec("bA")) == "1|A");
  CHECK(shown(re("(?=ab|c)[abc]").exec("bac")) == "2|c");
  CHECK(shown(re("(?!a)[ab]").exec("ab")) == "1|b");
}

TEST_CASE("a loop over alternatives, of which one is a single character") {
  const RegExp quoted = re("\"(?:[^\"\\\\]|\\\\.)*\"");
  CHECK(shown(quoted.exec("a \"b \\\"c\" d\"")) == "2|\"b \\\"c\"");
  CHECK(shown(quoted.exec("\"b \\\"c")) == "null");
  CHECK(shown(re("\"(?:[^\"]|\"\")*\"").exec("\"a\"\"b")) == "0|\"a\"");
  CHECK(shown(re("(?:[ab]|ac)*a").exec("aba")) == "0|aba");     // what follows takes the character, too
  CHECK(shown(re("(?:a|aab)*c").exec("aaabc")) == "0|aaabc");   // another alternative begins with it
  CHECK(shown(re("(?:a|bc)+c").exec("aac")) == "0|aac");
  CHECK(shown(re("(?:a|bc){2,}c").exec("ac")) == "null");
  CHECK(shown(re("(?:a|bc){2,3}b").exec("aaaab")) == "1|aaab");
}

TEST_CASE("a border of a word depends on both sides") {
  CHECK(shown(re("\\w*\\b-").exec("a-")) == "0|a-");
  CHECK(shown(re("\\w*\\b-").exec("--")) == "null");  // nothing is in front of the border
  CHECK(shown(re("[a-]\\b.").exec("-ab-")) == "0|-a");
  CHECK(shown(re("(a|b-)\\b.").exec("b-a")) == "0|b-a|b-");
  CHECK(shown(re("a\\B.").exec("a-ab")) == "2|ab");
  CHECK(shown(re("a\\b").exec("aba")) == "2|a");
}

TEST_CASE("lastIndex is a whole number") {
  const RegExp sticky = re("a", "y");
  sticky.setLastIndex(1.9);
  CHECK(sticky.lastIndex() == 1);
  CHECK(sticky.test("ba"));
  CHECK(sticky.lastIndex() == 2);
  sticky.setLastIndex(-3);
  CHECK(sticky.test("ab"));
  sticky.setLastIndex(__builtin_inf());
  CHECK(!sticky.test("a"));
  CHECK(sticky.lastIndex() == 0);
  sticky.setLastIndex(__builtin_nan(""));
  CHECK(sticky.test("a"));
  // An anchored pattern has no match behind the beginning.
  const RegExp anchored = re("^a", "g");
  anchored.setLastIndex(1);
  CHECK(!anchored.test("aa"));
  CHECK(anchored.lastIndex() == 0);
  CHECK(anchored.test("aa"));
}

TEST_CASE("parts of texts of all sizes, at all places") {
  const String text = "0123456789abcdefghijklmnopqrstuvwxyz0123456789";
  for (int from = 0; from < 40; from++)
    for (int size = 0; size < 30 && from + size <= int(text.length()); size++) {
      const auto m = re("^.{" + str(from) + "}(.{" + str(size) + "})").exec(text);
      CHECK(m[1] == text.slice(from, from + size));
      CHECK(m[1].length() == size);
    }
}

TEST_CASE("replacing in ASCII texts") {
  CHECK(String("a1b22c333d").replace(re("\\d+", "g"), "") == "abcd");
  CHECK(String("a1b22c333d").replace(re("\\d+", "g"), "-") == "a-b-c-d");
  const String more = str("xyz").repeat(100);
  CHECK(str("a1").repeat(50).replace(re("1", "g"), more) == ("a" + more).repeat(50));
  CHECK(str("a1").repeat(5000).replace(re("[^a]", "g"), "") == str("a").repeat(5000));
  CHECK(str("ab").repeat(20).replace(re("a.{38}", "g"), "x") == "xb");
}

}  // namespace

TEST_CASE("a match is a list to Array::isArray, and no match is none") {
  CHECK(Array<>::isArray(re("a").exec("a")));
  CHECK_FALSE(Array<>::isArray(re("a").exec("b")));
  CHECK(Array<>::isArray(Array<int>{1}));
  CHECK_FALSE(Array<>::isArray(Array<int>::undefined()));
  CHECK_FALSE(Array<>::isArray("text"));
  CHECK_FALSE(Array<>::isArray(Array<int>{1}.values()));
}
