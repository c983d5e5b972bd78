// Inserts 5,000 words into a trie and counts them by prefix.
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/object.h>

#include "../measure.h"
using namespace nodecpp;

class NodeObject : public Object {
 public:
  Map<String, Handle<NodeObject>> children;
  num count = 0;
  bool isWord = false;
};
using Node = Handle<NodeObject>;

class TrieObject : public Object {
 public:
  Node root = make<NodeObject>();
  void insert(String word) {
    auto node = root;
    for (auto letter : word) {
      auto next = node->children.get(letter);
      if (!next) {
        next = make<NodeObject>();
        node->children.set(letter, next);
      }
      node = next;
      node->count++;
    }
    node->isWord = true;
  }
  Node find(String prefix) {
    auto node = root;
    for (auto letter : prefix) {
      node = node->children.get(letter);
      if (!node) return undefined;
    }
    return node;
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> words;
  for (num i = 0; i < 5000; i++) words.push((i * 7919 % 100003).toString(36) + "x" + str(i % 10));

  bench::measure([=] {
    auto trie = make<TrieObject>();
    for (auto word : words) trie->insert(word);
    num found = 0;
    num below = 0;
    for (auto word : words) {
      auto whole = trie->find(word);
      if (whole && whole->isWord) found++;
      auto node = trie->find(word.slice(0, 2));
      below += node ? node->count : num(0);
    }
    return format("{} {} {}", found, below, trie->find("zz9") == undefined);
  });
}); }
