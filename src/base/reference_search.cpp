#include "base/reference_search.h"

namespace nodecpp::detail {

void Tracer::addLabel(const void* part, const char* text, std::size_t size) {
  auto* search = static_cast<ReferenceSearch*>(this);
  search->survey_->labels.push_back({search->named_, part, std::string(text, size)});
}

void Tracer::addAlias(const void* address) {
  auto* search = static_cast<ReferenceSearch*>(this);
  search->addresses_.add(address, search->named_);
}

void Tracer::addReference(const void* address) {
  auto* search = static_cast<ReferenceSearch*>(this);
  const std::uint32_t found = search->addresses_[address];
  if (found == noPart || !search->blocks_[found].refs) return;
  ++search->blocks_[found].inside;
  search->edges_.push_back(found);
  search->times_.push_back(1);
}

bool Tracer::look(const void* value, std::size_t bytes) {
  auto* search = static_cast<ReferenceSearch*>(this);
  const auto* words = static_cast<void* const*>(value);
  for (std::size_t i = 0; i < bytes / sizeof(void*); ++i) {
    if (!words[i]) continue;
    const std::uint32_t found = search->addresses_[words[i]];
    if (found == noPart) continue;
    ReferenceSearch::Block& block = search->blocks_[found];
    if (!block.refs) continue;
    if (block.matches++ == 0) {
      block.before = *block.refs;
      search->matched_.push_back(found);
    }
  }
  return !search->matched_.empty();
}

void Tracer::count() noexcept {
  auto* search = static_cast<ReferenceSearch*>(this);
  for (const std::uint32_t at : search->matched_) search->blocks_[at].with = *search->blocks_[at].refs;
}

void Tracer::confirm() {
  auto* search = static_cast<ReferenceSearch*>(this);
  for (const std::uint32_t at : search->matched_) {
    ReferenceSearch::Block& block = search->blocks_[at];
    if (*block.refs == block.before) {
      const std::uint32_t references = std::min(block.matches, block.with - block.before);
      block.inside += references;
      if (references) {
        search->edges_.push_back(at);
        search->times_.push_back(references);
      }
    }
    block.matches = 0;
  }
  search->matched_.clear();
}

void Tracer::forget() noexcept {
  auto* search = static_cast<ReferenceSearch*>(this);
  for (const std::uint32_t at : search->matched_) search->blocks_[at].matches = 0;
  search->matched_.clear();
}

}  // namespace nodecpp::detail
