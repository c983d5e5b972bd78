// Calls itself endlessly, and catches the resulting error.
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>

using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Function<void(int)>> again;
  again = [=](int n) { again(n + 1); };
  try {
    again(0);
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }
  again = nullptr;
}); }
