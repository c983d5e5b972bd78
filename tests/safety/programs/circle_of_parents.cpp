// right: parents and children that hold each other are freed
// > done
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Node : Object {
  Handle<Node> parent;
  Array<Handle<Node>> children;
  NODECPP_TRACE(parent, children)
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto parent = make<Node>();
  for (int i = 0; i < 100; i++) {
    auto child = make<Node>();
    child->parent = parent;
    parent->children.push(child);
  }
  console::log("done");
}); }
