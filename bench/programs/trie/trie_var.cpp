// Inserts 5,000 words into a trie and counts them by prefix. Written with var instead of static types.
#include <nodecpp/map.h>

#include "../measure.h"
using namespace nodecpp;

var makeTrie() {
  var Node = var::function("Node", [](This self) {
    self["children"] = Map<var, var>();
    self["count"] = 0;
    self["isWord"] = false;
  });
  var Trie = var::function("Trie", [=](This self) { self["root"] = Node.construct(); });
  Trie["prototype"]["insert"] = [=](This self, var word) {
    var node = self["root"];
    for (var letter : word) {
      auto children = node["children"].as<Map<var, var>>();
      var next = children.get(letter);
      if (!next) {
        next = Node.construct();
        children.set(letter, next);
      }
      node = next;
      node["count"]++;
    }
    node["isWord"] = true;
  };
  Trie["prototype"]["find"] = [](This self, var prefix) -> var {
    var node = self["root"];
    for (var letter : prefix) {
      node = node["children"].as<Map<var, var>>().get(letter);
      if (!node) return undefined;
    }
    return node;
  };
  return Trie;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var words = var::array();
  for (var i = 0; i < 5000; i++) words.push((i * 7919 % 100003).toString(36) + "x" + str(i % 10));
  var Trie = makeTrie();

  bench::measure([=] {
    var trie = Trie.construct();
    for (var word : words) trie["insert"](word);
    var found = 0;
    var below = 0;
    for (var word : words) {
      if (trie["find"](word).maybe("isWord")) found++;
      var node = trie["find"](word.slice(0, 2));
      below += node ? var(node["count"]) : var(0);
    }
    return format("{} {} {}", found, below, trie["find"]("zz9").isUndefined());
  });
}); }
