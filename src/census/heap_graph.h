// Shows the memory of a program as a graph: its blocks, the blocks that each of them refers to, and the roots from
// which they are reached.
//
// The graph has two sources. For enrolled blocks, the cycle collector knows all references exactly. All other memory is
// searched word by word, and a word that equals the address of another block counts as a reference. Nothing is freed
// because of the result, so a word that only looks like an address at worst shows one holder too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/memory/memory_notes.h"
#include "base/objects/cycle_collector.h"
#include "base/upward_calls.h"

namespace nodecpp::census {

inline constexpr std::uint32_t none = 0xffffffff;

// A part of memory from which blocks are reached, with its name, such as "the loop".
struct Root {
  const char* begin;
  std::size_t bytes;
  std::string name;
  bool ofProgram;  // The root is one of the program's own variables.
};

struct Node {
  const char* address;
  std::size_t bytes;  // The size of the block, or 0 when it is not known.
  std::uint64_t number;  // The number of the block in the order in which blocks were made.
  std::uint32_t calls;  // An index into Heap::calls, or `none` when the calls were not noted.
  const detail::TracedType* type = nullptr;  // The type of an enrolled block. Otherwise null.
  const std::uint32_t* refs = nullptr;
  // The cycle collector will free the block, because nothing refers to it from outside of a circle.
  bool loose = false;
  bool holdsItself = false;
  std::uint32_t label = none;  // An index into Heap::labels: what the block's holder uses it for.
  std::uint32_t labelledBy = none;
  std::uint32_t holder = none;  // The node through which this node is reached.
  // The root through which this node is reached, as an index into Heap::roots. The node is unreached when `holder` and
  // `root` are both `none`.
  std::uint32_t root = none;
  std::size_t holds = 0;  // The bytes of the block and of all blocks that are reached through it.
};

class Heap;

// Answers questions about a block that only its class can answer.
class BlockClassifier {
 public:
  virtual void begin(const Heap& heap) = 0;
  // Tells whether the block is the object of a timer.
  virtual bool isTimer(const Node& node) = 0;
  // Returns the reference count of the block, or null when it is not known.
  virtual const std::uint32_t* countOf(const Node& node) = 0;

 protected:
  ~BlockClassifier() = default;
};

class Heap {
 public:
  // Builds the graph. `known` are parts of memory from which the program's loop refers to its blocks. `classifier` keeps a
  // reference to this Heap, which must outlive it.
  void look(const std::vector<Root>& known, BlockClassifier& classifier);

  std::vector<Node> nodes;  // The blocks of the graph, sorted by address.
  std::vector<std::string> roots;
  std::vector<std::string> labels;
  std::vector<std::vector<const void*>> calls;

  bool isReached(const Node& node) const noexcept { return node.holder != none || node.root != none; }
  // Returns the index of the node that contains this address, or `none`.
  std::uint32_t find(const void* address) const noexcept;
  // Tells whether the address is in static memory of the program or its libraries, and so in no block.
  bool isStatic(const void* address) const noexcept;

 private:
  struct Edge {
    std::uint32_t from, to;
  };
  struct FoundReference {
    std::uint32_t node;
    std::string name;
  };
  void addSurvey(const detail::ReferenceSurvey& survey);
  void findWords();
  void sortEdges();
  void scan(const char* begin, std::size_t bytes, std::vector<std::uint32_t>& found) const;
  void reach(std::vector<FoundReference> hits);
  void reachVariables(bool ofProgram);
  void reachFrom(const Root& root);
  void reachKind(detail::MemoryRegion::Kind kind, const char* name);
  bool isExplained(std::uint32_t node) const noexcept;
  void sumUp();

  std::vector<detail::MemoryRegion> regions_;
  std::uint32_t collectorListBlock_ = none;
  std::vector<Edge> exact_, words_;
  std::vector<std::uint32_t> starts_, edges_;
  std::vector<std::uint32_t> counted_;  // For each node, the number of exact references to it.
  std::vector<std::uint32_t> seen_;  // For each node, the number of words that equal its address.
  std::vector<std::uint32_t> order_;  // The nodes in the order in which they were reached.
  const char* lowest_ = nullptr;
  const char* highest_ = nullptr;
};

}  // namespace nodecpp::census
