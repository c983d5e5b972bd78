// The operations of String, StringDecoder and path whose cost run.js measures as the input grows.
#include <nodecpp/path.h>
#include <nodecpp/string_decoder.h>
#include <nodecpp/util.h>

#include "growth.h"

namespace growth {
namespace {

String letters(std::size_t n) { return str("abcdefghij").repeat(n / 10 + 1).slice(0, std::ptrdiff_t(n)); }
String fields(std::size_t n) { return str("word,").repeat(n); }
String wide(std::size_t n) { return str("\xe2\x82\xac").repeat(n); }

const Growth all[] = {
    {"String.replaceAll", 2000, [](std::size_t n) { return [=, text = fields(n)] { keep(text.replaceAll(",", "; ")); }; }},
    {"String.replaceAll, of nothing", 2000, [](std::size_t n) { return [=, text = fields(n)] { keep(text.replaceAll("", "-")); }; }},
    {"String.replace", 20000, [](std::size_t n) { return [=, text = fields(n)] { keep(text.replace("word,", "")); }; }},
    {"String.split", 2000, [](std::size_t n) { return [=, text = fields(n)] { keep(text.split(",")); }; }},
    {"String.split, by characters", 2000, [](std::size_t n) { return [=, text = letters(n)] { keep(text.split("")); }; }},
    {"String.split, by characters beyond ASCII", 2000, [](std::size_t n) { return [=, text = wide(n)] { keep(text.split("")); }; }},
    {"String.indexOf, all places", 2000,
     [](std::size_t n) {
       return [text = fields(n)] {
         for (std::ptrdiff_t at = -1; (at = text.indexOf(",", at + 1)) >= 0;) keep(at);
       };
     }},
    {"String.indexOf, of what nearly is there", 4000,
     [](std::size_t n) {
       return [text = str("a").repeat(2 * n), search = str("a").repeat(n) + "b"] { keep(text.indexOf(search)); };
     }},
    {"String.indexOf, of what nearly is there from its second letter", 4000,
     [](std::size_t n) {
       return [text = str("a").repeat(2 * n), search = "b" + str("a").repeat(n)] { keep(text.indexOf(search)); };
     }},
    {"String.includes, of what nearly is there in its middle", 4000,
     [](std::size_t n) {
       String half = str("a").repeat(n / 2);
       return [text = str("a").repeat(2 * n), search = half + "b" + half] { keep(text.includes(search)); };
     }},
    {"String.split, by what nearly is there", 4000,
     [](std::size_t n) {
       return [text = str("a").repeat(2 * n), search = str("a").repeat(n) + "b"] { keep(text.split(search)); };
     }},
    {"String.lastIndexOf, all places", 2000,
     [](std::size_t n) {
       return [text = fields(n)] {
         for (std::ptrdiff_t at = std::ptrdiff_t(text.length()); at > 0 && (at = text.lastIndexOf(",", at - 1)) >= 0;) keep(at);
       };
     }},
    {"String.lastIndexOf, of what nearly is there", 4000,
     [](std::size_t n) {
       return [text = str("a").repeat(2 * n), search = "b" + str("a").repeat(n)] { keep(text.lastIndexOf(search)); };
     },
     2, "V8 compares at each place"},
    {"String.startsWith and endsWith", 20000,
     [](std::size_t n) {
       return [text = letters(n), other = letters(n)] { keep(text.startsWith(other) + text.endsWith(other)); };
     }},
    {"String.slice, a part at a time", 2000,
     [](std::size_t n) {
       return [n, text = letters(10 * n)] {
         for (std::size_t i = 0; i < n; ++i) keep(text.slice(std::ptrdiff_t(10 * i), std::ptrdiff_t(10 * i + 10)));
       };
     }},
    {"String.slice, the rest", 2000,
     [](std::size_t n) {
       return [text = letters(10 * n)] {
         for (String rest = text; !rest.empty(); rest = rest.slice(10)) keep(rest);
       };
     }},
    {"String.substring and substr", 2000,
     [](std::size_t n) {
       return [n, text = letters(10 * n)] {
         for (std::size_t i = 0; i < n; ++i) keep(text.substring(std::ptrdiff_t(10 * i)).substr(-5));
       };
     }},
    {"String.charAt and charCodeAt, each", 5000,
     [](std::size_t n) {
       return [n, text = letters(n)] {
         for (std::size_t i = 0; i < n; ++i) keep(text.charAt(std::ptrdiff_t(i)).size() + std::size_t(text.charCodeAt(std::ptrdiff_t(i))));
       };
     }},
    {"String.codePointAt, each", 5000,
     [](std::size_t n) {
       return [n, text = letters(n)] {
         for (std::size_t i = 0; i < n; ++i) keep(text.codePointAt(std::ptrdiff_t(i)));
       };
     }},
    {"String.trim", 5000,
     [](std::size_t n) {
       String space = str(" ").repeat(n);
       return [text = space + "x" + space] { keep(text.trim()); };
     }},
    {"String.trim, of space beyond ASCII", 5000,
     [](std::size_t n) {
       String space = str("\xe2\x80\x83").repeat(n);
       return [text = space + "x" + space] { keep(text.trimStart().size() + text.trimEnd().size()); };
     }},
    {"String.toLowerCase and toUpperCase", 5000,
     [](std::size_t n) { return [text = letters(n)] { keep(text.toUpperCase().toLowerCase()); }; }},
    {"String.padStart and padEnd", 20000,
     [](std::size_t n) { return [n] { keep(str("x").padStart(n, "ab").padEnd(2 * n)); }; }},
    {"String.repeat", 5000, [](std::size_t n) { return [n] { keep(str("abc").repeat(n)); }; }},
    {"String.concat", 20000, [](std::size_t n) { return [text = letters(n)] { keep(text.concat(text, text)); }; }},
    {"String +=", 2000,
     [](std::size_t n) {
       return [n] {
         String out;
         for (std::size_t i = 0; i < n; ++i) out += "a chunk of text";
         keep(out);
       };
     }},
    {"String = String + more", 2000,
     [](std::size_t n) {
       return [n] {
         String out;
         for (std::size_t i = 0; i < n; ++i) out = std::move(out) + "a chunk of text";
         keep(out);
       };
     }},
    {"String, a += of one that another refers to", 2000,
     [](std::size_t n) {
       return [n] {
         let<String> out = "";
         for (std::size_t i = 0; i < n; ++i) out += "a chunk of text";
         keep(out);
       };
     }},
    {"String comparison", 20000,
     [](std::size_t n) {
       return [a = letters(n) + "1", b = letters(n) + "2"] { keep((a == b) + (a < b) + a.localeCompare(b)); };
     }},
    {"toNumber", 5000, [](std::size_t n) { return [text = str("7").repeat(n)] { keep(toNumber(text)); }; }},
    {"toNumber, of a fraction", 5000, [](std::size_t n) { return [text = "0." + str("7").repeat(n)] { keep(toNumber(text)); }; }},
    {"format", 5000, [](std::size_t n) { return [text = letters(n)] { keep(format("{}-{}", text, text)); }; }},
    {"util.format", 500, [](std::size_t n) { return [text = str("%s ").repeat(n)] { keep(util::format(text, 1, "two")); }; }},
    {"util.toUSVString", 5000, [](std::size_t n) { return [text = wide(n)] { keep(util::toUSVString(text)); }; }},
    {"util.stripVTControlCharacters", 1000,
     [](std::size_t n) { return [text = str("\x1b[31mred\x1b[39m").repeat(n)] { keep(util::stripVTControlCharacters(text)); }; }},
    {"util.stripVTControlCharacters, of what never ends", 100,
     [](std::size_t n) { return [text = str("\x1b]").repeat(n)] { keep(util::stripVTControlCharacters(text)); }; },
     2, "a regular expression, which looks for the end from each beginning"},
    {"util.stripVTControlCharacters, of numbers", 100,
     [](std::size_t n) { return [text = "\x1b[" + str("1;").repeat(n)] { keep(util::stripVTControlCharacters(text)); }; },
     2, "a regular expression, which goes back step by step"},

    {"StringDecoder, of many pieces", 2000,
     [](std::size_t n) {
       return [n, piece = Buffer::from("\x82\xac\xe2", "latin1")] {
         auto decoder = make<string_decoder::StringDecoder>("utf8");
         for (std::size_t i = 0; i < n; ++i) keep(decoder->write(piece));
         keep(decoder->end());
       };
     }},
    {"StringDecoder, of a large piece", 5000,
     [](std::size_t n) {
       return [piece = Buffer::from(wide(n))] {
         for (const char* name : {"utf8", "utf16le", "base64", "hex"})
           keep(make<string_decoder::StringDecoder>(name)->write(piece));
       };
     }},

    {"path.normalize", 1000, [](std::size_t n) { return [text = str("a/./b//").repeat(n)] { keep(path::normalize(text)); }; }},
    {"path.normalize, up and down", 1000, [](std::size_t n) { return [text = str("a/../").repeat(n)] { keep(path::normalize(text)); }; }},
    {"path.normalize, down, then up", 1000,
     [](std::size_t n) { return [text = str("a/").repeat(n) + str("../").repeat(n)] { keep(path::normalize(text)); }; }},
    {"path.normalize, only up", 1000, [](std::size_t n) { return [text = str("../").repeat(n)] { keep(path::normalize(text)); }; }},
    {"path.join and resolve", 1000,
     [](std::size_t n) {
       return [text = str("a/").repeat(n)] { keep(path::posix::join(text, "..", text).size() + path::posix::resolve("/x", text, text).size()); };
     }},
    {"path.relative", 1000,
     [](std::size_t n) {
       return [a = "/" + str("a/").repeat(n) + "x", b = "/" + str("b/").repeat(n)] { keep(path::posix::relative(a, b)); };
     }},
    {"path.basename, dirname, extname, parse", 5000,
     [](std::size_t n) {
       return [text = str("/a").repeat(n) + "/name.ext" + str("/").repeat(n)] {
         keep(path::basename(text).size() + path::dirname(text).size() + path::extname(text).size());
         keep(path::parse(text));
       };
     }},
    {"path.win32.normalize", 1000,
     [](std::size_t n) { return [text = str("a\\..\\b/").repeat(n)] { keep(path::win32::normalize(text)); }; }},
    {"path.win32.relative", 1000,
     [](std::size_t n) {
       return [a = "C:\\" + str("a\\").repeat(n), b = "C:\\" + str("b\\").repeat(n)] { keep(path::win32::relative(a, b)); };
     }},
    {"path.matchesGlob", 500,
     [](std::size_t n) { return [text = str("a/").repeat(n) + "x"] { keep(path::matchesGlob(text, "**/x")); }; }},
    {"path.matchesGlob, stars within a name", 100,
     [](std::size_t n) { return [text = str("a").repeat(n)] { keep(path::matchesGlob(text, "*a*b*")); }; },
     2, "a regular expression, which goes back for each star"},
};

}  // namespace
}  // namespace growth
