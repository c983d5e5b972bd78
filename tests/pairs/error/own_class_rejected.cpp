#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/fields.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

class ValidationError : public Error {
 public:
  String field;
  ValidationError(String message, String field) : Error(message), field(field) {}
};
NODECPP_FIELDS(ValidationError, field)

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::exit, [](int code) { console::log(code); });
  Promise<>::reject(ValidationError("bad", "age"));
}); }
