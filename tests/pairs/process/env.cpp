#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <algorithm>
#include <vector>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(process::env["FROM_OUTSIDE"], process::env["SURELY_NOT_SET"]);
  process::env["NUMBER"] = 42;
  process::env["EMPTY"] = "";
  console::log(process::env["NUMBER"] + "1", process::env["EMPTY"] == "", process::env["EMPTY"] || "fallback");
  console::log(process::env.has("NUMBER"), process::env.has("SURELY_NOT_SET"));
  process::env.remove("NUMBER");
  process::env.remove("SURELY_NOT_SET");
  console::log(process::env["NUMBER"], process::env.has("NUMBER"));
  console::log(process::env.keys().includes("FROM_OUTSIDE"), process::env.keys().includes("EMPTY"));
  for (auto [name, value] : process::env.entries())
    if (name == "FROM_OUTSIDE") console::log(Array<Array<String>>{{name, value}});
  console::log(process::env["FROM_OUTSIDE"], process::env.entries().length() == process::env.keys().length());
  console::log((process::env["PORT_NOT_SET"] || 2000) == 2000);
  console::log(process::argv.length(), process::argv.slice(2), process::argv[2], process::argv[9]);
  String none = process::argv[9], given = process::argv[2];
  console::log(!none, none, !given, given);
  console::log(process::execPath() == process::argv[0]);
}); }
