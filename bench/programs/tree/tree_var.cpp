// Builds a binary tree of objects, walks through it, and counts its nodes. Written with var instead of static types.
#include <nodecpp/math.h>

#include "../measure.h"
using namespace nodecpp;

var node(var key) { return var::object({{"key", key}, {"left", nullptr}, {"right", nullptr}}); }

var insert(var root, var key) {
  if (root.isNull()) return node(key);
  var at = root;
  for (;;) {
    if (key < at["key"]) {
      if (at["left"].isNull()) {
        at["left"] = node(key);
        return root;
      }
      at = at["left"];
    } else {
      if (at["right"].isNull()) {
        at["right"] = node(key);
        return root;
      }
      at = at["right"];
    }
  }
}

var depth(var node) { return node.isNull() ? var(0) : 1 + var(Math::max(depth(node["left"]), depth(node["right"]))); }

void visit(var node, var f) {
  if (node.isNull()) return;
  visit(node["left"], f);
  f(node["key"]);
  visit(node["right"], f);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    var root = nullptr;
    for (var i = 0; i < 10000; i++) root = insert(root, i * 7919 % 10007);
    let<var> sum = 0;
    let<var> last = -1;
    let<var> inOrder = true;
    visit(root, [=](var key) {
      sum += key;
      if (key < last.ref()) inOrder = false;
      last = key;
    });
    return format("{} {} {}", depth(root), sum, inOrder);
  });
}); }
