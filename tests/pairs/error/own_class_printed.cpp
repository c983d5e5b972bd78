#include <nodecpp/console.h>
#include <nodecpp/fields.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>
using namespace nodecpp;

class HttpError : public Error {
 public:
  int status;
  HttpError(int status, String message) : Error(message), status(status) {
    (*this)->name = "HttpError";
  }
};
NODECPP_FIELDS(HttpError, status)
class ValidationError : public Error {
 public:
  String field;
  Array<int> limits = {1, 2};
  bool fatal = true;
  ValidationError(String message, String field) : Error(message), field(field) {}
};
NODECPP_FIELDS(ValidationError, field, limits, fatal)
class HttpFailure : public Error {
  using Error::Error;
};
class NotFound : public HttpError {
 public:
  NotFound() : HttpError(404, "nothing") {}
};
class MyType : public TypeError {
  using TypeError::TypeError;
};
class Coded : public RangeError {
 public:
  explicit Coded(String message) : RangeError(message) {
    (*this)->code = "E_CODED";
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Error renamed("renamed");
  renamed->name = "RenamedError";
  Error other("other");
  other->name = "Strange";

  Array<Error> errors = {HttpError(404, "no such thing"), HttpError(500, ""), ValidationError("empty", "age"), HttpFailure("failed"),
    HttpFailure(""), NotFound(), MyType("mine"), Coded("coded"), renamed, other, TypeError("plain")};
  for (auto err : errors) {
    console::log(err->stack.split("\n")[0], "|", str(err), "|", err->name, "|", err.className());
    err->stack = err->stack.split("\n")[0];
    console::log(err);
    console::log(util::array({err}), util::object({{"err", err}}));
  }
  console::log(util::format("%s", errors[0]->message), util::inspect(errors[0]));
  HttpError late(400, "before");
  late->message = "after";
  console::log(late->stack.split("\n")[0]);
  late->message = "too late";
  console::log(late->stack.split("\n")[0], "|", str(late));
  try {
    throw ValidationError("thrown", "name");
  } catch (const Error& err) {
    console::log(util::inspect(err).split("\n")[0], err->get("field"), err->get("fatal"), err->get("missing"));
    err->stack = "ValidationError: thrown";
    console::log(err);
  }
}); }
