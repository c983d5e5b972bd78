#include <nodecpp/fs.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)fs::promises::rename("/none", "/none2");
}); }
