#include <nodecpp/child_process.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  child_process::spawn("no_such_program", {"a", "b"});
}); }
