#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  TypeError error("outer", {.cause = RangeError("inner")});
  error->set("statusCode", 404);
  error->set("reason", "x");
  error->set("statusCode", 500);
  console::log(error->name, error->message, error->cause[0]->name, error->cause[0]->message, error->get("statusCode"), error->get("reason"), error->get("missing"));
  console::log(Error("none")->cause.empty(), Error::isError(error), Error::isError(var::object({{"message", "x"}})));
  try {
    throw Error("again", {.cause = error});
  } catch (const Error& caught) {
    for (Error at = caught; at; at = at->cause.empty() ? Error() : Error(at->cause[0])) console::log(str(at));
  }
}); }
