// An Error has the fields of Node's errors only: those of the program's own classes are reached by as().
// first error: an Error has no field status: write error.as<HttpError>().status
#include <nodecpp/error.h>
using namespace nodecpp;

class HttpError : public Error {
 public:
  int status;
  HttpError(int status, String message) : Error(message), status(status) {}
};

int program(Error error) {
#ifdef TRAP
  if (instanceof<HttpError>(error)) return error.status;
#else
  if (instanceof<HttpError>(error)) return error.as<HttpError>().status;
#endif
  return HttpError(500, "x").status;
}
