// Builds a binary tree of objects, walks through it, and counts its nodes.
#include <nodecpp/function.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/object.h>

#include "../measure.h"
using namespace nodecpp;

class NodeObject : public Object {
 public:
  num key;
  Handle<NodeObject> left = nullptr;
  Handle<NodeObject> right = nullptr;
  explicit NodeObject(num key) : key(key) {}
};
using Node = Handle<NodeObject>;

Node insert(Node root, num key) {
  if (root == nullptr) return make<NodeObject>(key);
  auto node = root;
  for (;;) {
    if (key < node->key) {
      if (node->left == nullptr) {
        node->left = make<NodeObject>(key);
        return root;
      }
      node = node->left;
    } else {
      if (node->right == nullptr) {
        node->right = make<NodeObject>(key);
        return root;
      }
      node = node->right;
    }
  }
}

num depth(Node node) {
  return node == nullptr ? num(0) : 1 + num(Math::max(depth(node->left), depth(node->right)));
}

void visit(Node node, const Function<void(num)>& f) {
  if (node == nullptr) return;
  visit(node->left, f);
  f(node->key);
  visit(node->right, f);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    Node root = nullptr;
    for (num i = 0; i < 10000; i++) root = insert(root, i * 7919 % 10007);
    let<num> sum = 0;
    let<num> last = -1;
    let<bool> inOrder = true;
    visit(root, [=](num key) {
      sum += key;
      if (key < last) inOrder = false;
      last = key;
    });
    return format("{} {} {}", depth(root), sum.value(), inOrder.value());
  });
}); }
