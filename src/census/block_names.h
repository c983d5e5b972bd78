// Finds names for blocks: their kind, their class, and the line that made them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "census/heap_graph.h"

namespace nodecpp::census {

enum class Kind : unsigned char { object, closure, cell, frame, other };
inline constexpr std::size_t kinds = 5;

struct Place {
  std::string function;
  std::string file;  // The source file. Empty when there is no debugging information.
  int line = 0;
  // Returns text such as "watch (/home/ann/leak.cpp:12)".
  std::string text() const;
};

// The name of a block about which nothing more is known, such as the memory of a list's elements.
inline constexpr const char* unnamed = "memory";

struct Name {
  Kind kind = Kind::other;
  std::string what;  // For example "Chat", "let<Array<int>>", or "listener of Chat for \"join\"".
  Place made;
  Place waits{};  // The place of the co_await at which a coroutine's frame waits.
};

struct Variable {
  std::string text;  // A description of the variable, for example "the variable sessions".
  bool ofProgram;
};
// Returns the variable that contains this address.
Variable variableAt(const void* address);

// Names nodes, and caches the symbols that it has looked up.
class Names final : public BlockClassifier {
 public:
  Names();
  ~Names();
  void begin(const Heap& heap) override;
  bool isTimer(const Node& node) override;
  const std::uint32_t* countOf(const Node& node) override;
  // Returns the names of all nodes, in their order.
  std::vector<Name> all();

 private:
  struct Known;
  std::unique_ptr<Known> known_;
};

}  // namespace nodecpp::census
