// DOMExceptions: their names, codes and causes, how they print, and those that the runtime makes.
#include <nodecpp/abort_controller.h>
#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/dom_exception.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto show = [](Error error) { console::log(error->name, "|", error->message, "|", error->code, "|", str(error)); };
  show(DOMException());
  show(DOMException("message"));
  for (String name : Array<String>{"IndexSizeError", "NotFoundError", "InvalidStateError", "SyntaxError", "NetworkError", "AbortError",
    "TimeoutError", "DataCloneError", "EncodingError", "OperationError", "NoSuchName", ""}) {
    show(DOMException("of " + name, name));
  }
  auto outer = DOMException("outer", {.name = "InvalidStateError", .cause = Error("inner")});
  show(outer);
  console::log(outer->cause[0]->message, outer->code == DOMException::INVALID_STATE_ERR, outer->code == DOMException::ABORT_ERR);
  console::log(DOMException::INDEX_SIZE_ERR, DOMException::DATA_CLONE_ERR);
  console::log(util::inspect(DOMException("shown", "AbortError")).split("\n")[0]);
  console::log(util::inspect(DOMException("shown")).split("\n")[0]);
  console::log(DOMException("first line", "TimeoutError")->stack.split("\n")[0]);
  console::log(DOMException::isDOMException(outer), DOMException::isDOMException(Error("x")), Error::isError(DOMException("")));
  try {
    throw DOMException("thrown", "NotSupportedError");
  } catch (const DOMException& error) {
    console::log("caught", error->name);
  }
  try {
    buffer::atob("a");
  } catch (const Error& error) {
    console::log(DOMException::isDOMException(error), error->name, error->code, error->message);
  }
  console::log(DOMException::isDOMException(AbortSignal::abort()->reason()), AbortSignal::abort()->reason()->code);
  console::log(util::inspect(AbortSignal::abort()->reason()).split("\n")[0]);
}); }
