// Runs the cases that were made of test262, and writes a line for each that fails: its name and why. Behind a name of each
// case that is asked for stand all of these.
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
  // In a loop, which Math.random needs.
  run(argc, argv, [&] {
    for (const Case* one = Case::first; one; one = one->next) {
      if (!str(one->name).includes(only)) continue;
      // Said before, so that a crash has a name.
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
