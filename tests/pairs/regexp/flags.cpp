#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (String flags : {"", "g", "i", "m", "s", "u", "v", "y", "d", "yusmigd"}) {
    auto r = RegExp("a.b", flags);
    console::log(r.toString(), JSON::stringify(r.flags()), r.global(), r.ignoreCase(), r.multiline(), r.dotAll(), r.unicode(), r.unicodeSets(), r.sticky(), r.hasIndices());
  }
  console::log(re("^b$").test("a\nB\nc"), re("^b$", "i").test("a\nB\nc"), re("^b$", "im").test("a\nB\nc"), re("a.b").test("a\nb"), re("a.b", "s").test("a\nb"));
  console::log(re(R"([\p{L}--[a-z]])", "v").test("a"), re(R"([\p{L}--[a-z]])", "v").test("A"));
  for (String flags : {"gg", "x", "uv"}) {
    try {
      RegExp("a", flags);
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  }
}); }
