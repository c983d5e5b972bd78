// Runs the cases that were translated from test262, and writes a line for each failed case: its name and the reason.
// With an argument, it runs the cases with that text in their names, and writes the name of each before it runs.
#include <nodecpp/process.h>

#include "js.h"

using namespace js;

namespace {

String whyNot(const Case& one) {
  try {
    one.run();
    return {};
  } catch (const Failed& failed) {
    return str("line ") + failed.line + ": " + failed.message;
  } catch (const Test262Error&) {
    return "throws Test262Error";
  } catch (const Error& error) {
    return "throws " + error.toString();
  } catch (const std::exception& error) {
    return str("throws ") + error.what();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const String only = argc > 1 ? argv[1] : "";
  int passed = 0, failed = 0;
  // The cases run in a program with a loop, because Math.random needs one.
  run(argc, argv, [&] {
    for (const Case* one = Case::first; one; one = one->next) {
      if (!str(one->name).includes(only)) continue;
      // The name is written first, so that a crash can be attributed to its case.
      if (argc > 1) std::printf("%s\n", one->name), std::fflush(stdout);
      const String why = whyNot(*one);
      if (why.empty()) {
        ++passed;
        continue;
      }
      ++failed;
      std::printf("FAILED %s %.*s\n", one->name, int(why.size()), why.data());
    }
  });
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
