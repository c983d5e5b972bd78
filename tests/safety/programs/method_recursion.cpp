// defined: Maximum call stack size exceeded
#include <nodecpp/console.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Node : Object {
  Handle<Node> next;
  int depth() { return next ? 1 + next->depth() : 0; }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto node = make<Node>();
  node->next = node;
  console::log(node->depth());
}); }
