// right: the valueOf of a value that is stored in a view or a Buffer releases that view or Buffer
// > done
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<var> view = Uint8Array(8);
  var value = var::object({{"valueOf", [=] {
    view = 12345678901.0;
    return 1;
  }}});
  view->set(std::size_t(0), value);
  view = Buffer::alloc(8);
  view->set(std::size_t(0), value);
  console::log("done");
}); }
