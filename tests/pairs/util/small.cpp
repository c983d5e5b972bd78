#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>
#include <nodecpp/util/call_sites.h>
#include <nodecpp/util/diff.h>
#include <nodecpp/util/exit_code.h>
using namespace nodecpp;

[[gnu::noinline]] static util::CallSite caller() {
  return util::getCallSites(2)[0];
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto attempt = [](auto f) {
    try {
      console::log(f());
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  console::log(util::diff("12345678", "!!5678"));
  console::log(util::diff(Array<String>{"1", "2", "3"}, Array<String>{"1", "3", "4"}), util::diff("same", "same"), util::diff(Array<String>{}, Array<String>{"x"}), util::diff("é𝒳", "𝒳"));
  for (auto [op, value] : util::diff("kitten", "sitting")) console::log(op, value);
  auto errors = util::getSystemErrorMap();
  console::log(errors.get(-2), errors.get(-111), errors.get(-1000), errors.size());
  console::log(Array<>::from(errors.keys()).join(" "), Array<>::from(errors.values()).map([](Array<String> each) { return String(each[0]); }).join(" "));
  console::log(JSON::stringify(util::styleText({"bold", "red"}, "no", {.validateStream = false})));
  Array<String> styles = {"underline", "#f80"};
  console::log(JSON::stringify(util::styleText(styles, "yes", {.validateStream = false})));
  console::log(JSON::stringify(util::styleText("red", "to a pipe", {.stream = process::stderr})), JSON::stringify(util::styleText("red", "plain")));
  attempt([] { return util::styleText("no color", "x", {.validateStream = false}).slice(0, 10); });
  attempt([] { return util::getCallSites(0).length(); });
  attempt([] { return util::getCallSites(201).length(); });
  attempt([] { return util::getCallSites(1.5).length(); });
  console::log(caller().functionName, util::getCallSites(1).length());
  console::log(util::convertProcessSignalToExitCode("SIGTERM"), util::convertProcessSignalToExitCode("SIGKILL"));
  attempt([] { return util::convertProcessSignalToExitCode("TERM"); });
  console::log(util::inspect.colors["red"], util::inspect.colors["none"], util::inspect.colors.keys().slice(0, 3), util::inspect.styles["date"], util::inspect.styles["none"]);
  util::inspect.styles["number"] = "pale";
  util::inspect.colors["pale"] = {2, 22};
  util::inspect.styles["string"] = undefined;
  console::log(JSON::stringify(util::inspect(util::object({{"a", util::array({1, "x", nullptr, undefined, true})}}), {.colors = true})));
  console::log(JSON::stringify(util::styleText("pale", "x", {.validateStream = false})), util::inspect.colors["pale"][0]);
}); }
