// right: a listener of abort aborts again and drops the controller
// > aborted true
#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<AbortController> controller = make<AbortController>();
  controller->signal()->addEventListener("abort", [=] {
    auto signal = controller->signal();
    controller->abort();
    controller = AbortController();
    console::log("aborted", signal->aborted());
  });
  controller->abort();
}); }
