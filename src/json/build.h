// Builds the tree of a document from its parts in their order, without recursion.
#pragma once

#include "json/tree.h"

namespace nodecpp::detail {

class TreeBuilder {
 public:
  TreeBuilder() = default;
  TreeBuilder(const TreeBuilder&) = delete;
  ~TreeBuilder();

  bool insideObject() const noexcept { return frames_.back().object; }
  bool atTop() const noexcept { return frames_.empty(); }
  std::size_t depth() const noexcept { return frames_.size(); }

  void beginArray() { frames_.push_back({std::uint32_t(values_.size()), std::uint32_t(keys_.size()), false}); }
  void beginObject() { frames_.push_back({std::uint32_t(values_.size()), std::uint32_t(keys_.size()), true}); }
  void key(String&& name) { keys_.push_back(std::move(name)); }
  void value(var&& of) { values_.push_back(std::move(of)); }
  void end();
  var take() { return std::move(values_.back()); }

 private:
  struct Frame {
    std::uint32_t values;
    std::uint32_t keys;
    bool object;
  };
  std::vector<Frame> frames_;
  std::vector<var> values_;
  std::vector<String> keys_;
};

}  // namespace nodecpp::detail
