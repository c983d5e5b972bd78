// right: lists and maps that are nested deeper than the stack permits are dropped
// > dropped
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Tree {
  Array<Tree> children;
};
struct Table {
  Map<String, Table> tables;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Tree tree;
  Table table;
  for (int i = 0; i < 200000; i++) {
    Tree parent;
    parent.children.push(tree);
    tree = parent;
    Table outer;
    outer.tables.set("a", table);
    table = outer;
  }
  tree = Tree();
  table = Table();
  console::log("dropped");
}); }
