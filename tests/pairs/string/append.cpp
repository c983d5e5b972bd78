#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>

#include <cmath>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  String text = "a";
  text += 5;
  text += 1.5;
  text += -0.0;
  text += NAN;
  text += true;
  text += 1e21;
  text += 9007199254740992L;
  console::log(text);
  var v = var::object({{"n", 5}, {"list", var::array({1, var::array({2, 3})})}, {"nothing", nullptr}, {"text", "ż"}});
  text = "";
  text += v["n"];
  text += v["list"];
  text += v["nothing"];
  text += v["missing"];
  text += v["text"];
  text += v;
  console::log(text, text.length());
  let<String> out = "n: ";
  for (int i = 0; i < 3; i++) out += i;
  console::log(out);
}); }
