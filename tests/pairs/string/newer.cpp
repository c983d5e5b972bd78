#include <nodecpp/console.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  const String text = "a-b-c";
  console::log(text.at(0), text.at(-1), text.at(5), text.at(-6), str("é😀").at(-1) == String::fromCharCode(0xde00), str("abc").at(1.7), str("abc").at(NaN));
  console::log(text.replaceAll("-", "+"), text.replaceAll("-", ""), text.replaceAll("", "."), text.replaceAll("x", "y"), str("aaa").replaceAll("aa", "b"));
  console::log(text.replaceAll("-", "$$"), text.replaceAll("-", "$&$&"), text.replaceAll("b", "[$`|$']"), text.replaceAll("-", "$1$"), text.replaceAll("-", "$<a>"));
  console::log(text.replaceAll("-", [](String match, num at) { return match + at; }), text.replaceAll("-", [](auto, num at, String whole) { return whole.length() + at; }), str("é-é").replaceAll("é", [](auto, num at) { return at; }));
  for (String one : {str(""), str("abc"), str("é😀"), "a" + String::fromCharCode(0xd800), String::fromCharCode(0xdc00) + "b", String::fromCharCode(0xdc00, 0xd800), String::fromCharCode(0xd83d, 0xde00)})
    console::log(one.isWellFormed(), one.toWellFormed(), one.toWellFormed().length(), one.toWellFormed() == one);
  console::log(str("a").padStart(3, "12"), str("a").padEnd(5, "xy") + "|", str("  a ").trimStart() + "|", str("  a ").trimEnd() + "|", str("ab").codePointAt(5) == -1);
}); }
