#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::stdin->pipe(process::stdout);
  process::stdin->on(event::end, [] { process::stdout->write(".\n"); });
}); }
