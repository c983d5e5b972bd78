// Finds the references between enrolled blocks, for the cycle collector and the census. nodecpp/trace.h describes how
// references are found.
#pragma once

#include <nodecpp/trace.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/assertion.h"
#include "base/objects/cycle_collector.h"

namespace nodecpp::detail {

inline constexpr std::uint32_t noPart = 0xffffffff;

struct Enrolled {
  void* block;  // The address of the enrolled block. Null when the block has left the list.
  const TracedType* type;
  const void* owner;
  std::uint32_t part = noPart;  // The number of the block's part in the current search.
};

// A hash table from addresses to blocks.
class Addresses {
 public:
  // Returns the block that has the address already. If no block has it, gives the address to `block` and returns
  // `block`.
  std::uint32_t add(const void* address, std::uint32_t block) {
    if ((used_ + 1) * 4 > size_ * 3) resize(std::max<std::size_t>(64, size_ * 2));
    Place& place = find(address);
    if (place.address) return place.block;
    place = {address, block};
    ++used_;
    return block;
  }
  std::uint32_t operator[](const void* address) const {
    if (size_ == 0) return noPart;
    const Place& place = find(address);
    return place.address ? place.block : noPart;
  }
  // Makes room for so many addresses, so that the table need not grow.
  void reserve(std::size_t addresses) { resize(std::bit_ceil(std::max<std::size_t>(64, addresses * 4 / 3))); }

 private:
  struct Place {
    const void* address;
    std::uint32_t block;
  };
  struct Free {
    void operator()(Place* table) const noexcept { std::free(table); }
  };
  // Addresses that are neighbours in memory are neighbours in the table. Blocks that were made together are looked up
  // together, and so the pages of a large table are touched one after the other.
  Place& find(const void* address) const {
    const std::size_t mask = size_ - 1;
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    std::size_t at = (((number >> 10) * 0x9e3779b97f4a7c15u >> 20) * 64 + (number >> 4) % 64) & mask;
    while (table_[at].address && table_[at].address != address) at = (at + 1) & mask;
    return table_[at];
  }
  void resize(std::size_t size) {
    // Pages of zeros from the system cost nothing until they are used.
    std::unique_ptr<Place[], Free> before(static_cast<Place*>(std::calloc(size, sizeof(Place))));
    if (!before) throw std::bad_alloc();
    before.swap(table_);
    NODECPP_ASSERT((size & (size - 1)) == 0 && used_ < size, size, used_);
    const std::size_t sizeBefore = std::exchange(size_, size);
    for (std::size_t i = 0; i < sizeBefore; ++i)
      if (before[i].address) find(before[i].address) = before[i];
  }

  std::unique_ptr<Place[], Free> table_;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
};

// Finds which enrolled blocks refer to each other, and which are held from elsewhere.
class ReferenceSearch final : public Tracer {
 public:
  // A block with one reference count. Several parts of it may be on the list: an emitter, and the members that a
  // program's class has named with NODECPP_TRACE.
  struct Block {
    std::uint32_t* refs;  // The block's reference count. Null when the block is gone.
    std::uint32_t inside = 0;  // The number of references to the block that were found in other blocks.
    bool held = false;
    std::uint32_t matches = 0;  // How many words of the value that is being searched equal the block's address.
    std::uint32_t before = 0;  // The block's count before the value was copied.
    std::uint32_t with = 0;  // The block's count while the copy exists.
  };
  struct Part {
    void* memory;  // The address of the part. Null when the part is gone.
    const TracedType* type;
    std::uint32_t block;
    std::uint32_t place;  // The part's place on the collector's list.
  };

  // Allocates memory for so many parts at once, so that long lists are not copied while the program waits.
  void reserve(std::size_t parts) {
    addresses_.reserve(parts * 3);  // An object has one or two addresses besides the address of its part.
    blocks_.reserve(parts);
    parts_.reserve(parts);
    starts_.reserve(parts + 1);
  }
  // Adds the block at `place` of the list to the search.
  void add(std::vector<Enrolled>& list, std::size_t place) {
    // Searching a part may enrol further blocks.
    NODECPP_ASSERT(place < list.size() && list[place].block && starts_.empty(), place, list.size());
    list[place].part = std::uint32_t(parts_.size());
    const Enrolled entry = list[place];
    std::uint32_t* refs = entry.type->refs(entry.block);
    const auto next = std::uint32_t(blocks_.size());
    const std::uint32_t block = addresses_.add(refs == &manyReferences ? entry.block : refs, next);
    if (block == next) blocks_.push_back({refs});
    parts_.push_back({entry.block, entry.type, block, std::uint32_t(place)});
    addresses_.add(entry.block, block);
    named_ = block;
    task_ = Task::names;
    entry.type->visit(entry.block, *this);
  }
  std::size_t parts() const noexcept { return parts_.size(); }
  // Finds the blocks that a part refers to. Called after all parts have been added.
  void look(std::size_t part) {
    NODECPP_ASSERT(part < parts_.size() && starts_.size() == part, part, parts_.size(), starts_.size());
    starts_.push_back(std::uint32_t(edges_.size()));
    Part& from = parts_[part];
    if (!from.memory) return;
    task_ = Task::references;
    from.type->visit(from.memory, *this);
  }
  // Called when a part leaves the collector's list during the search.
  void leave(std::uint32_t part) noexcept {
    NODECPP_ASSERT(part < parts_.size() && parts_[part].memory, part, parts_.size());
    parts_[part].memory = nullptr;
    blocks_[parts_[part].block].refs = nullptr;
  }

  // Marks all blocks that are referred to from elsewhere, and all blocks that these lead to. hold() goes through at
  // most `most` parts in a call, and must be called until it returns less than `most`.
  void beginHolding() {
    NODECPP_ASSERT(starts_.size() == parts_.size() && edges_.size() == times_.size(), starts_.size(), parts_.size());
    starts_.push_back(std::uint32_t(edges_.size()));
    first_.assign(blocks_.size(), noPart);
    next_.assign(parts_.size(), noPart);
    for (std::size_t i = parts_.size(); i-- > 0;) next_[i] = std::exchange(first_[parts_[i].block], std::uint32_t(i));
    cursor_ = 0;
  }
  std::size_t hold(std::size_t most) {
    std::size_t done = 0;
    while (done < most) {
      if (toFollow_.empty()) {
        if (cursor_ == blocks_.size()) break;
        Block& root = blocks_[cursor_++];
        ++done;
        // A block with a count of 0 is being freed already.
        if (root.held || !root.refs || (*root.refs && *root.refs <= root.inside)) continue;
        root.held = true;
        toFollow_.push_back(std::uint32_t(cursor_ - 1));
        continue;
      }
      const std::uint32_t block = toFollow_.back();
      NODECPP_DEBUG_ASSERT(block < blocks_.size() && blocks_[block].held, block);
      toFollow_.pop_back();
      for (std::uint32_t part = first_[block]; part != noPart; part = next_[part]) {
        ++done;
        for (std::uint32_t at = starts_[part]; at < starts_[part + 1]; ++at) {
          Block& target = blocks_[edges_[at]];
          if (target.held) continue;
          target.held = true;
          toFollow_.push_back(edges_[at]);
        }
      }
    }
    return done;
  }
  // Tells whether the part still exists and was not found to be held.
  bool isLoose(std::size_t part) const noexcept {
    return parts_[part].memory && !blocks_[parts_[part].block].held && blocks_[parts_[part].block].refs;
  }

  // Groups the loose blocks that refer to each other, so that they can be freed group by group. join() and sort() work
  // in steps, as hold() does.
  void beginGroups() {
    NODECPP_ASSERT(toFollow_.empty() && cursor_ == blocks_.size(), cursor_, blocks_.size());
    group_.resize(blocks_.size());
    for (std::uint32_t i = 0; i < group_.size(); ++i) group_[i] = i;
    members_.assign(blocks_.size(), noPart);
    others_.assign(blocks_.size(), noPart);
    cursor_ = 0;
  }
  std::size_t join(std::size_t most) {
    std::size_t done = 0;
    for (; done < most && cursor_ < parts_.size(); ++done, ++cursor_) {
      if (!isLoose(cursor_)) continue;
      const std::uint32_t block = parts_[cursor_].block;
      for (std::uint32_t at = starts_[cursor_]; at < starts_[cursor_ + 1]; ++at)
        if (!blocks_[edges_[at]].held) group_[groupOf(edges_[at])] = groupOf(block);
    }
    if (done < most) cursor_ = 0;
    return done;
  }
  std::size_t sort(std::size_t most) {
    std::size_t done = 0;
    for (; done < most && cursor_ < blocks_.size(); ++done, ++cursor_) {
      if (blocks_[cursor_].held) continue;
      others_[cursor_] = std::exchange(members_[groupOf(std::uint32_t(cursor_))], std::uint32_t(cursor_));
    }
    if (done < most) cursor_ = 0;
    return done;
  }
  // Returns the places on the list of the next groups, which are about `most` parts, and more only when one group is
  // larger. The result is empty at the end.
  std::vector<std::size_t> nextGroups(std::size_t most) {
    std::vector<std::size_t> places;
    for (std::size_t seen = 0; cursor_ < blocks_.size() && seen < most; ++cursor_, ++seen) {
      const std::size_t before = places.size();
      for (std::uint32_t block = members_[cursor_]; block != noPart; block = others_[block])
        for (std::uint32_t part = first_[block]; part != noPart; part = next_[part])
          if (isLoose(part)) places.push_back(parts_[part].place);
      if (before && places.size() > most) {
        places.resize(before);
        break;
      }
    }
    // The blocks are then visited in the order in which they were made.
    std::ranges::sort(places);
    return places;
  }
  bool isAtEnd() const noexcept { return cursor_ == blocks_.size(); }

  // Writes the result to `survey` for the census. Called after look() and hold() have finished.
  void tell(ReferenceSurvey& survey) {
    survey_ = &survey;
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      survey.parts.push_back({part.memory, part.type, blocks_[part.block].refs, isLoose(i)});
      for (std::uint32_t at = starts_[i]; at < starts_[i + 1]; ++at)
        survey.references.push_back({i, blocks_[edges_[at]].refs, times_[at]});
      named_ = i;
      task_ = Task::labels;
      part.type->visit(part.memory, *this);
    }
  }

  // Frees the blocks that nothing leads to, and returns the number of parts. No code of the program may have run since
  // the first part was added.
  std::size_t free() {
    std::vector<std::size_t> loose;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (isLoose(i)) loose.push_back(i);
    // The additional reference keeps each block alive until all of them have dropped their references.
    for (std::size_t i : loose) {
      NODECPP_ASSERT(*blocks_[parts_[i].block].refs > 0, i);
      ++*blocks_[parts_[i].block].refs;
    }
    task_ = Task::sever;
    for (std::size_t i : loose) parts_[i].type->visit(parts_[i].memory, *this);
    for (std::size_t i : loose) parts_[i].type->drop(parts_[i].memory);
    return loose.size();
  }

 private:
  friend class nodecpp::detail::Tracer;

  std::uint32_t groupOf(std::uint32_t block) noexcept {
    while (group_[block] != block) block = group_[block] = group_[group_[block]];
    return block;
  }

  std::vector<Block> blocks_;
  std::vector<Part> parts_;
  Addresses addresses_;
  std::vector<std::uint32_t> edges_;  // The blocks that are referred to, in the order of the parts that refer to them.
  std::vector<std::uint32_t> times_;  // For each edge, the number of references that it stands for.
  std::vector<std::uint32_t> starts_;  // For each part, the place of its first edge in edges_.
  std::vector<std::uint32_t> matched_;  // The blocks with addresses in the value that is being searched.
  std::vector<std::uint32_t> first_, next_;  // A linked list of the parts of each block.
  std::vector<std::uint32_t> toFollow_;
  std::vector<std::uint32_t> group_;  // For each block, another block of its group, or itself.
  std::vector<std::uint32_t> members_, others_;  // A linked list of the blocks of each group.
  std::size_t cursor_ = 0;
  std::uint32_t named_ = noPart;
  ReferenceSurvey* survey_ = nullptr;
};

}  // namespace nodecpp::detail
