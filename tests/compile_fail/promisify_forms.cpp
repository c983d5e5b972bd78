// Functions of a module with several forms cannot be given to promisify: C++ does not know which form is meant.
// first error: a function with several forms: use its promise form, fs::promises::readFile(path)
#include <nodecpp/fs.h>
#include <nodecpp/fs/promises.h>
#include <nodecpp/util/promisify.h>
using namespace nodecpp;

void program() {
#ifdef TRAP
  auto readFile = util::promisify(fs::readFile);
#else
  using fs::promises::readFile;
#endif
  readFile("a.txt", "utf8");
}
