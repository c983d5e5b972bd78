// The parts of path.matchesGlob.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::path::glob {

// a{b,c}{1..3}: all that the braces stand for.
std::vector<std::string> expandBraces(std::string_view pattern);

// A pattern between two slashes. Texts are UTF-16, since that is what `?` counts.
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
