#include <nodecpp/fs.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  fs::readFile("/none", [](Error) {
    fs::cpSync("/tmp", "/tmp/inside/it");
  });
}); }
