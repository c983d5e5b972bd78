#include <nodecpp/process.h>
#include <nodecpp/promise.h>

#include "validation_error.h"

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log(code); });
  (void)Promise<>::reject(ValidationError("bad", "age"));
}); }
