#include <nodecpp/fs.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  fs::promises::rename("/none", "/none2");
}); }
