#include "base/objects/reference_search.h"

#include "base/assertion.h"

namespace nodecpp::detail {

constinit std::uint32_t manyReferences = UINT32_MAX;

void Tracer::addLabel(const void* part, const char* text, std::size_t size) {
  auto* search = static_cast<ReferenceSearch*>(this);
  search->survey_->labels.push_back({search->named_, part, std::string(text, size)});
}

void Tracer::addAlias(const void* address) {
  auto* search = static_cast<ReferenceSearch*>(this);
  NODECPP_DEBUG_ASSERT(search->named_ < search->blocks_.size(), search->named_);
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
    NODECPP_DEBUG_ASSERT(block.refs && block.matches > 0, at, block.matches);
    if (*block.refs == block.before) {
      // The count may even have decreased, because the copy constructor of a program's class may drop references.
      const std::uint32_t more = block.with > block.before ? block.with - block.before : 0;
      const std::uint32_t references = std::min(block.matches, more);
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
