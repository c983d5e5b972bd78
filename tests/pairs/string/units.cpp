#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <algorithm>
#include <vector>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
const std::vector<String> texts = {"", "plain", "żółw", "a😀b", "ΌΔΟΣ", "Straße", "e\u0301", str("x").repeat(30) + "語😀"};
for (const String& text : texts) {
  console::log(text.length(), text.toUpperCase(), text.toLowerCase(), text.slice(1, -1), text.split("").size());
  console::log(text.at(-1), text[0], text.charAt(99) == "", text.codePointAt(1), text.indexOf("b"));
  console::log(text.normalize("NFD").length(), text.padStart(8, "ł😀"), text.isWellFormed(), text.slice(0, 2).isWellFormed());
  console::log(text.replaceAll("", "-").length(), text.replace("a", "<$&$'>"), text.replaceAll("l", [](auto match, auto at) { return match + at; }));
  int hash = 0;
  for (int i = 0; i < text.length(); i++) hash = (hash * 31 + text.charCodeAt(i)) % 65536;
  String points = "";
  for (const auto point : text) points += point + ".";
  console::log(hash, points);
}
std::vector<String> words = {"b", "a", "Z", "z", "é", "e", "f", "ż", "Ä", "10", "9", "_", "ß", "ss", "st", "\U0001f600", "\uffee"};
auto joined = [](const std::vector<String>& list) { String out = ""; for (const String& one : list) out += (out ? " " : "") + one; return out; };
auto first = words; first.resize(words.size() - 2);
std::sort(words.begin(), words.end());
console::log(joined(words));
std::sort(first.begin(), first.end(), [](const String& a, const String& b) { return a.localeCompare(b) < 0; });
console::log(joined(first));
console::log(String::fromCharCode(72, 105, 0xd83d, 0xde00), String::fromCodePoint(0x1f600, 33), String::fromCharCode(0xd83d) + String::fromCharCode(0xde00) == "😀");
String none = undefined;
console::log(none, std::vector<String>{none}, "is " + none, none == nullptr, none == "", none ? 1 : 2);
none = nullptr;
console::log(none, std::vector<String>{none}, format("is {}", none), none == undefined, JSON::stringify(var::array({none})));
}); }
