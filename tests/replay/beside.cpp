// Opens a socket beside the port, in a callback.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  setTimeout([] {
    int made = ::socket(AF_INET, SOCK_STREAM, 0);
    console::log(made >= 0 ? "a socket" : "no socket");
    ::close(made);
  }, 1);
}); }
