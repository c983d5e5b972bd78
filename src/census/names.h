// What blocks are called: their kind, their class, and the line that made them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "census/heap.h"

namespace nodecpp::census {

enum class Kind : unsigned char { object, closure, cell, frame, other };
inline constexpr std::size_t kinds = 5;

struct Place {
  std::string function;
  std::string file;  // empty where there is no debugging information
  int line = 0;
  // "watch (/home/ann/leak.cpp:12)"
  std::string text() const;
};

// What a block is called of which no more is known: what lists and the like keep their elements in.
inline constexpr const char* unnamed = "memory";

struct Name {
  Kind kind = Kind::other;
  std::string what;   // "Chat", "let<Array<int>>", "listener of Chat for \"join\""
  Place made;
  Place waits{};      // of a frame
};

struct Variable {
  std::string text;  // "the variable sessions"
  bool ofProgram;
};
// The variable that has this address.
Variable variableAt(const void* address);

// Says what nodes are, and remembers what it has looked up.
class Names final : public Judge {
 public:
  Names();
  ~Names();
  void begin(const Heap& heap) override;
  bool isTimer(const Node& node) override;
  const std::uint32_t* countOf(const Node& node) override;
  // Names of all the nodes, in their order.
  std::vector<Name> all();

 private:
  struct Known;
  std::unique_ptr<Known> known_;
};

}  // namespace nodecpp::census
