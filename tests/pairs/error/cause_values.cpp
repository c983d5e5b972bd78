// Causes of errors that are no errors: objects, texts, numbers, and how they print and are cloned.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/structured_clone.h>
using namespace nodecpp;

class ParseError : public Error {
 public:
  ParseError(String message, ErrorOptions options) : Error(message, options) { (*this)->name = "ParseError"; }
};
Promise<> fail() {
  try {
    throw SyntaxError("below");
  } catch (const Error& cause) {
    throw ParseError("above", {.cause = cause});
  }
  co_return;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto where = var::object({{"line", 3}, {"text", "a ="}, {"more", var::array({1, nullptr})}});
  Array<Error> errors = {
    Error("object", {.cause = where}),
    TypeError("text", {.cause = "no reason"}),
    RangeError("number", {.cause = 5}),
    ParseError("class", {.cause = var::object({{"code", "E_PARSE"}})}),
    Error("error", {.cause = TypeError("inner")}),
    Error("chain", {.cause = Error("middle", {.cause = "root"})}),
    Error("nothing", {}),
  };
  for (auto error : errors) {
    error->stack = String(error);
    if (instanceof<Error>(error->cause)) error->cause->stack = String(error->cause);
    console::log(error->message, error->cause, var(error->cause).typeOf(), instanceof<TypeError>(error->cause), error->cause ? "has one" : "none");
    console::log(String(error->cause), JSON::stringify(var::object({{"cause", error->cause}})));
  }
  var first = errors[0]->cause, fourth = errors[3]->cause;
  console::log(first["line"], first == where, fourth["code"], errors[4]->cause->message, errors[5]->cause->cause);
  auto copy = structuredClone(var(errors[0]));
  console::log(copy["message"], copy["cause"], copy["cause"] == where);
  for (auto error : errors) console::log(error);
  fail().catch_([](Error error) {
    String text = "";
    for (Error at = error; at; at = at->cause) text += format("{}; ", at);
    console::log(text);
  });
}); }
