// Properties that Object.assign gives to an error.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;
class LimitError : public RangeError {
 public:
  using RangeError::RangeError;
};
void failing(num limit) {
  throw Object::assign(LimitError("too many"), var::object({{"code", "E_LIMIT"}, {"limit", limit}, {"retry", false}, {"details", var::object({{"seen", var::array({1, 2})}})}}));
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  try {
    failing(5);
  } catch (const Error& error) {
    console::log(error->code, error->get("limit"), error->get<var>("retry"), error->get<var>("details"), instanceof<LimitError>(error));
  }
  auto error = Object::assign(Error("first"), var::object({{"message", "second"}, {"name", "Renamed"}, {"status", "bad"}}));
  console::log(str(error), error->get("status"), Object::assign(error, var(undefined), var::object({{"status", 7}}))->get("status"), error->get("status"));
}); }
