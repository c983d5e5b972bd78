// The parts of path.matchesGlob: brace expansion and the matching of one segment.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::path::glob {

// Returns all texts that a pattern with braces stands for, such as a{b,c}{1..3}.
std::vector<std::string> expandBraces(std::string_view pattern);

// A part of the pattern between two slashes. Texts are UTF-16, because `?` matches one UTF-16 unit.
class SegmentPattern {
 public:
  explicit SegmentPattern(const std::string& pattern);
  bool isGlobstar() const { return globstar_; }
  bool matches(const std::u16string& name) const;

  struct Node;
  using Sequence = std::vector<std::shared_ptr<Node>>;

 private:
  bool globstar_;
  std::shared_ptr<Node> root_;
};

std::u16string toUtf16(std::string_view s);

}  // namespace nodecpp::path::glob
