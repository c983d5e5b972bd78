// What a program has in memory, as a graph: blocks, what each of them refers to, and from where they are reached.
//
// Two sources are put together. The collector of circles knows of the blocks that are enrolled what they refer to, exactly.
// Of all others the words are looked at: one that is the address of another block counts as a reference. Nothing is freed by
// what is found here, so that a word which only looks like an address does no more than show a holder too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/cycle_collector.h"
#include "base/memory_notes.h"
#include "base/upward.h"

namespace nodecpp::census {

inline constexpr std::uint32_t none = 0xffffffff;

// A part of memory from which blocks are reached, by its name: "the loop".
struct Root {
  const char* begin;
  std::size_t bytes;
  std::string name;
  bool ofProgram;  // one of the program's own variables
};

struct Node {
  const char* address;
  std::size_t bytes;      // 0 where it is not known
  std::uint64_t number;   // in the order in which they were made
  std::uint32_t calls;    // in Heap::calls; none where they were not noted
  const detail::TracedType* type = nullptr;  // of what is enrolled
  const std::uint32_t* refs = nullptr;
  bool loose = false;     // the collector of circles will free it
  bool holdsItself = false;
  std::uint32_t label = none;   // in Heap::labels: what its holder says of it
  std::uint32_t labelledBy = none;
  std::uint32_t holder = none;  // the node through which it is reached
  std::uint32_t root = none;    // or the root, in Heap::roots; both none where it is not reached
  std::size_t holds = 0;        // bytes: its own, and of all that is reached through it
};

class Heap;

// What only a block's class tells.
class Judge {
 public:
  virtual void begin(const Heap& heap) = 0;
  // Whether it is a timer's object.
  virtual bool isTimer(const Node& node) = 0;
  // The count of references to it; null where it is not known.
  virtual const std::uint32_t* countOf(const Node& node) = 0;

 protected:
  ~Judge() = default;
};

class Heap {
 public:
  // `known` are parts of memory from which the program's loop refers to what it has.
  // The judge refers to this from then on.
  void look(const std::vector<Root>& known, Judge& judge);

  std::vector<Node> nodes;  // by their addresses
  std::vector<std::string> roots;
  std::vector<std::string> labels;
  std::vector<std::vector<const void*>> calls;

  bool isReached(const Node& node) const noexcept { return node.holder != none || node.root != none; }
  // The node that has this address in it.
  std::uint32_t find(const void* address) const noexcept;
  // A word of memory of the program's or its libraries', which is no block.
  bool isStatic(const void* address) const noexcept;

 private:
  struct Edge {
    std::uint32_t from, to;
  };
  struct Hit {
    std::uint32_t node;
    std::string name;
  };
  void takeBlocks();
  void takeSurvey(const detail::Survey& survey);
  void findWords();
  void sortEdges();
  void scan(const char* begin, std::size_t bytes, std::vector<std::uint32_t>& found) const;
  void reach(std::vector<Hit> hits);
  void reachVariables(bool ofProgram);
  void reachFrom(const Root& root);
  void reachKind(detail::MemoryAround::Kind kind, const char* name);
  bool isExplained(std::uint32_t node) const noexcept;
  void sumUp();

  std::vector<detail::MemoryAround> around_;
  std::uint32_t roll_ = none;
  std::vector<Edge> exact_, words_;
  std::vector<std::uint32_t> starts_, edges_;
  std::vector<std::uint32_t> counted_;  // exact references to each node
  std::vector<std::uint32_t> seen_;     // words that are its address
  std::vector<std::uint32_t> order_;    // in which they were reached
  const char* lowest_ = nullptr;
  const char* highest_ = nullptr;
};

}  // namespace nodecpp::census
