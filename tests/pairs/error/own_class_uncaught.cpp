#include <nodecpp/process.h>

#include "validation_error.h"

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log(code); });
  throw ValidationError("bad", "age");
}); }
