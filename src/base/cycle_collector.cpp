#include "base/cycle_collector.h"

#include <nodecpp/trace.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/fatal.h"

namespace nodecpp::detail {

constinit thread_local bool collectorIsDue = false;

namespace {

constexpr std::uint32_t none = 0xffffffff;
constexpr std::size_t sliceBlocks = 1000;

struct Enrolled {
  void* block;  // null where it has left
  const TracedType* type;
  const void* owner;
  std::uint32_t part = none;  // in the search that is going on
};

// The list of a thread. All zero at first, and freed when the thread ends.
struct Roll {
  std::vector<Enrolled> list;
  std::size_t young = 0;      // from here on: not looked at yet
  std::size_t left = 0;       // entries that are null
  std::size_t oldAfter = 0;   // old ones after the last search of all
  std::size_t youngSince = 0; // young ones that were looked at since then
  std::size_t due = sliceBlocks;
  std::size_t largest = 0;
  const void* owner = nullptr;
  bool busy = false;
  bool turnOfOld = false;  // in the last slice
};

constinit std::atomic<bool> off = false;
constinit thread_local Roll* rollHere = nullptr;
// The list goes with the thread. Variables of the thread that go after it need not leave it.
struct RollEnd {
  ~RollEnd() { delete std::exchange(rollHere, nullptr); }
};

Roll& roll() {
  if (!rollHere) [[unlikely]] {
    rollHere = new Roll;
    static thread_local const RollEnd end;
  }
  return *rollHere;
}

[[noreturn]] void ofAnotherThread() noexcept {
  fatalError("a function or a variable was dropped by another thread than that which made it: between threads go messages, "
             "which are copies");
}

// Where a block can be found by an address.
class Addresses {
 public:
  // The block that has the address; where none has, this one gets it.
  std::uint32_t add(const void* address, std::uint32_t block) {
    if ((used_ + 1) * 4 > size_ * 3) resize(std::max<std::size_t>(64, size_ * 2));
    Place& place = find(address);
    if (place.address) return place.block;
    place = {address, block};
    ++used_;
    return block;
  }
  std::uint32_t operator[](const void* address) const {
    if (size_ == 0) return none;
    const Place& place = find(address);
    return place.address ? place.block : none;
  }
  // So that it need not grow for so many.
  void reserve(std::size_t addresses) { resize(std::bit_ceil(std::max<std::size_t>(64, addresses * 4 / 3))); }

 private:
  struct Place {
    const void* address;
    std::uint32_t block;
  };
  struct Free {
    void operator()(Place* table) const noexcept { std::free(table); }
  };
  // Neighbours in memory are neighbours here: what was made together is looked for together, and a table of many pages is
  // touched page by page.
  Place& find(const void* address) const {
    const std::size_t mask = size_ - 1;
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    std::size_t at = (((number >> 10) * 0x9e3779b97f4a7c15u >> 20) * 64 + (number >> 4) % 64) & mask;
    while (table_[at].address && table_[at].address != address) at = (at + 1) & mask;
    return table_[at];
  }
  void resize(std::size_t size) {
    // Zeros of the system's cost nothing before they are used.
    std::unique_ptr<Place[], Free> before(static_cast<Place*>(std::calloc(size, sizeof(Place))));
    if (!before) throw std::bad_alloc();
    before.swap(table_);
    const std::size_t sizeBefore = std::exchange(size_, size);
    for (std::size_t i = 0; i < sizeBefore; ++i)
      if (before[i].address) find(before[i].address) = before[i];
  }

  std::unique_ptr<Place[], Free> table_;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
};

// Who refers to whom among some blocks, and what is held from elsewhere.
class Search final : public Tracer {
 public:
  // A block, of which several parts may be on the list: an emitter, and members that a class of the program has named.
  struct Block {
    std::uint32_t* refs;  // null when it is gone
    std::uint32_t inside = 0;  // references from the others
    bool held = false;
    std::uint32_t matches = 0;  // in the value that is looked at: how often its address stands there
    std::uint32_t before = 0;   // its count without the copy
    std::uint32_t with = 0;     // and with it
  };
  struct Part {
    void* memory;  // null when it is gone
    const TracedType* type;
    std::uint32_t block;
    std::uint32_t place;  // on the roll
  };

  // So many will take part: a long list is not copied while the program waits.
  void reserve(std::size_t parts) {
    addresses_.reserve(parts * 3);  // an object has an address or two beside that of its part
    blocks_.reserve(parts);
    parts_.reserve(parts);
    starts_.reserve(parts + 1);
  }
  // One more that takes part.
  void add(std::vector<Enrolled>& list, std::size_t place) {
    // What is found may be enrolled meanwhile.
    list[place].part = std::uint32_t(parts_.size());
    const Enrolled entry = list[place];
    std::uint32_t* refs = entry.type->refs(entry.block);
    const auto next = std::uint32_t(blocks_.size());
    const std::uint32_t block = addresses_.add(refs, next);
    if (block == next) blocks_.push_back({refs});
    parts_.push_back({entry.block, entry.type, block, std::uint32_t(place)});
    addresses_.add(entry.block, block);
    named_ = block;
    task_ = Task::names;
    entry.type->visit(entry.block, *this);
  }
  std::size_t parts() const noexcept { return parts_.size(); }
  // Finds what a part refers to. All have been added.
  void look(std::size_t part) {
    starts_.push_back(std::uint32_t(edges_.size()));
    Part& from = parts_[part];
    if (!from.memory) return;
    task_ = Task::references;
    from.type->visit(from.memory, *this);
  }
  // The part has left the roll meanwhile.
  void leave(std::uint32_t part) noexcept {
    parts_[part].memory = nullptr;
    blocks_[parts_[part].block].refs = nullptr;
  }

  // What is referred to from elsewhere, and all that it leads to. To be called with a number until it returns less than that:
  // it goes through so many parts at the most.
  void beginHolding() {
    starts_.push_back(std::uint32_t(edges_.size()));
    first_.assign(blocks_.size(), none);
    next_.assign(parts_.size(), none);
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
        // What has no count goes already.
        if (root.held || !root.refs || (*root.refs && *root.refs <= root.inside)) continue;
        root.held = true;
        toFollow_.push_back(std::uint32_t(cursor_ - 1));
        continue;
      }
      const std::uint32_t block = toFollow_.back();
      toFollow_.pop_back();
      for (std::uint32_t part = first_[block]; part != none; part = next_[part]) {
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
  // Whether the part is there, and was not found to be held.
  bool isLoose(std::size_t part) const noexcept {
    return parts_[part].memory && !blocks_[parts_[part].block].held && blocks_[parts_[part].block].refs;
  }

  // Which of those refer to each other, so that they can be freed group by group. The same again: in steps.
  void beginGroups() {
    group_.resize(blocks_.size());
    for (std::uint32_t i = 0; i < group_.size(); ++i) group_[i] = i;
    members_.assign(blocks_.size(), none);
    others_.assign(blocks_.size(), none);
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
  // Where the next groups stand, about so many parts, and more only if it is one group. Empty at the end.
  std::vector<std::size_t> nextGroups(std::size_t most) {
    std::vector<std::size_t> places;
    for (std::size_t seen = 0; cursor_ < blocks_.size() && seen < most; ++cursor_, ++seen) {
      const std::size_t before = places.size();
      for (std::uint32_t block = members_[cursor_]; block != none; block = others_[block])
        for (std::uint32_t part = first_[block]; part != none; part = next_[part])
          if (isLoose(part)) places.push_back(parts_[part].place);
      if (before && places.size() > most) {
        places.resize(before);
        break;
      }
    }
    // In the order in which they were made.
    std::ranges::sort(places);
    return places;
  }
  bool isAtEnd() const noexcept { return cursor_ == blocks_.size(); }

  // For the census, after all have been looked at and what is held has been found.
  void tell(Survey& survey) {
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

  // Lets go what nothing leads to. Nothing of the program has run since the first was added.
  std::size_t free() {
    std::vector<std::size_t> loose;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (isLoose(i)) loose.push_back(i);
    // All stay until each has let go of the others.
    for (std::size_t i : loose) ++*blocks_[parts_[i].block].refs;
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
  std::vector<std::uint32_t> edges_;   // blocks, in the order of the parts that refer to them
  std::vector<std::uint32_t> times_;   // of each of them: how many references it stands for
  std::vector<std::uint32_t> starts_;  // of each part, in edges_
  std::vector<std::uint32_t> matched_; // blocks whose addresses stand in the value that is looked at
  std::vector<std::uint32_t> first_, next_;  // the parts of each block
  std::vector<std::uint32_t> toFollow_;
  std::vector<std::uint32_t> group_;             // of each block: another one of its group, or itself
  std::vector<std::uint32_t> members_, others_;  // the blocks of each group
  std::size_t cursor_ = 0;
  std::uint32_t named_ = none;
  Survey* survey_ = nullptr;
};

}  // namespace

void Tracer::addLabel(const void* part, const char* text, std::size_t size) {
  auto* search = static_cast<Search*>(this);
  search->survey_->labels.push_back({search->named_, part, std::string(text, size)});
}

void Tracer::addAlias(const void* address) {
  auto* search = static_cast<Search*>(this);
  search->addresses_.add(address, search->named_);
}

void Tracer::addReference(const void* address) {
  auto* search = static_cast<Search*>(this);
  const std::uint32_t found = search->addresses_[address];
  if (found == none || !search->blocks_[found].refs) return;
  ++search->blocks_[found].inside;
  search->edges_.push_back(found);
  search->times_.push_back(1);
}

bool Tracer::look(const void* value, std::size_t bytes) {
  auto* search = static_cast<Search*>(this);
  const auto* words = static_cast<void* const*>(value);
  for (std::size_t i = 0; i < bytes / sizeof(void*); ++i) {
    if (!words[i]) continue;
    const std::uint32_t found = search->addresses_[words[i]];
    if (found == none) continue;
    Search::Block& block = search->blocks_[found];
    if (!block.refs) continue;
    if (block.matches++ == 0) {
      block.before = *block.refs;
      search->matched_.push_back(found);
    }
  }
  return !search->matched_.empty();
}

void Tracer::count() noexcept {
  auto* search = static_cast<Search*>(this);
  for (const std::uint32_t at : search->matched_) search->blocks_[at].with = *search->blocks_[at].refs;
}

void Tracer::confirm() {
  auto* search = static_cast<Search*>(this);
  for (const std::uint32_t at : search->matched_) {
    Search::Block& block = search->blocks_[at];
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
  auto* search = static_cast<Search*>(this);
  for (const std::uint32_t at : search->matched_) search->blocks_[at].matches = 0;
  search->matched_.clear();
}

namespace {

// The search of all that is old, of which a slice is done from time to time.
struct Pass {
  enum class Stage { add, look, hold, join, sort, free } stage = Stage::add;
  Search search;
  const void* owner;
  std::size_t end;  // of what takes part, on the roll
  std::size_t at = 0;
};
constinit thread_local Pass* pass = nullptr;

// Entries that have left go; from `from` on.
void compact(Roll& of, std::size_t from) {
  std::size_t to = from, young = of.young;
  for (std::size_t i = from; i < of.list.size(); ++i) {
    if (i == of.young) young = to;
    Enrolled& entry = of.list[i];
    if (!entry.block) {
      --of.left;
      continue;
    }
    if (to != i) {
      of.list[to] = entry;
      entry.type->move(entry.block, std::uint32_t(to + 1));
    }
    ++to;
  }
  of.young = of.young >= of.list.size() ? to : young;
  of.list.erase(of.list.begin() + std::ptrdiff_t(to), of.list.end());
}

// Frees what nothing leads to among these places.
template <class Places>
std::size_t searchAt(Roll& of, const Places& places) {
  Search search;
  for (const std::size_t place : places)
    if (of.list[place].block && of.list[place].owner == of.owner) search.add(of.list, place);
  for (std::size_t i = 0; i < search.parts(); ++i) search.look(i);
  search.beginHolding();
  search.hold(SIZE_MAX);
  for (const std::size_t place : places) of.list[place].part = none;
  of.largest = std::max(of.largest, search.parts());
  return search.free();
}

struct Places {
  std::size_t from, to;
  struct Iterator {
    std::size_t at;
    std::size_t operator*() const { return at; }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  Iterator begin() const { return {from}; }
  Iterator end() const { return {to}; }
};

// What is due next: the young, when there are a thousand of them, and the rest of a search that has begun.
void nextDue(Roll& of) noexcept {
  of.due = pass ? 0 : of.young + sliceBlocks;
  collectorIsDue = of.list.size() >= of.due && !off.load(std::memory_order_relaxed);
}
bool hasManyYoung(const Roll& of) noexcept { return of.list.size() >= of.young + sliceBlocks; }

std::size_t searchYoung(Roll& of) {
  const std::size_t to = std::min(of.young + sliceBlocks, of.list.size());
  const std::size_t freed = searchAt(of, Places{of.young, to});
  of.youngSince += to - of.young;
  of.young = std::min(to, of.list.size());
  return freed;
}

// Whether so much has been made since the last search of all that another one costs little beside it: half as many live as
// then, or many have come and gone, and old ones may have gone with them.
bool isTimeForAll(const Roll& of) noexcept {
  return of.young >= of.oldAfter + of.oldAfter / 2 + sliceBlocks || of.youngSince >= of.oldAfter * 2 + 10 * sliceBlocks;
}

void beginPass(Roll& of) {
  if (!isTimeForAll(of)) return;
  compact(of, 0);
  if (!isTimeForAll(of)) return;
  of.youngSince = 0;
  pass = new Pass;
  pass->owner = of.owner;
  pass->end = of.young;
  pass->search.reserve(of.young);
}

void endPass(Roll& of) {
  for (Enrolled& entry : of.list) entry.part = none;
  delete std::exchange(pass, nullptr);
  compact(of, 0);
  of.oldAfter = of.young;
}

// A part of what is to be done for the search of all.
std::size_t proceed(Roll& of) {
  Search& search = pass->search;
  switch (pass->stage) {
    case Pass::Stage::add: {
      // What has come since, where others have left, is young.
      const std::size_t end = std::min(pass->end, of.young);
      const std::size_t stop = std::min(pass->at + sliceBlocks, end);
      for (; pass->at < stop; ++pass->at)
        if (of.list[pass->at].block && of.list[pass->at].owner == of.owner) search.add(of.list, pass->at);
      if (pass->at < end) break;
      pass->stage = Pass::Stage::look;
      pass->at = 0;
      break;
    }
    case Pass::Stage::look: {
      const std::size_t stop = std::min(pass->at + sliceBlocks, search.parts());
      for (; pass->at < stop; ++pass->at) search.look(pass->at);
      if (pass->at < search.parts()) break;
      search.beginHolding();
      pass->stage = Pass::Stage::hold;
      break;
    }
    case Pass::Stage::hold:
      if (search.hold(sliceBlocks) >= sliceBlocks) break;
      search.beginGroups();
      pass->stage = Pass::Stage::join;
      break;
    case Pass::Stage::join:
      if (search.join(sliceBlocks) < sliceBlocks) pass->stage = Pass::Stage::sort;
      break;
    case Pass::Stage::sort:
      if (search.sort(sliceBlocks) < sliceBlocks) pass->stage = Pass::Stage::free;
      break;
    case Pass::Stage::free: {
      const std::vector<std::size_t> places = search.nextGroups(sliceBlocks);
      if (search.isAtEnd() && places.empty()) {
        endPass(of);
        break;
      }
      return searchAt(of, places);
    }
  }
  return 0;
}

}  // namespace

std::uint32_t enroll(void* block, const TracedType& type) {
  Roll& here = roll();
  here.list.push_back({block, &type, here.owner});
  if (here.list.size() >= here.due) collectorIsDue = !off.load(std::memory_order_relaxed);
  return std::uint32_t(here.list.size());
}

void leaveRollAt(const void* block, std::uint32_t place) noexcept {
  if (!rollHere) return;  // the thread has ended but for its last variables
  Roll& here = *rollHere;
  if (place > here.list.size() || here.list[place - 1].block != block) [[unlikely]]
    ofAnotherThread();
  Enrolled& entry = here.list[place - 1];
  if (entry.part != none && pass) pass->search.leave(entry.part);
  entry.block = nullptr;
  if (place != here.list.size()) {
    ++here.left;
    return;
  }
  // What lives shortly leaves nothing behind.
  here.list.pop_back();
  while (!here.list.empty() && !here.list.back().block) {
    here.list.pop_back();
    --here.left;
  }
}

std::size_t CycleCollector::slicesBehind() noexcept {
  const Roll* here = rollHere;
  return here && hasManyYoung(*here) ? (here->list.size() - here->young) / sliceBlocks : 0;
}

std::size_t CycleCollector::slice() {
  Roll& here = roll();
  if (here.busy) return 0;
  here.busy = true;
  here.young = std::min(here.young, here.list.size());
  std::size_t freed = 0;
  // By turns, so that neither waits for the other for ever.
  here.turnOfOld = pass && pass->owner == here.owner && (!hasManyYoung(here) || !here.turnOfOld);
  if (here.turnOfOld) {
    freed = proceed(here);
  } else {
    if (!pass && here.left * 2 > here.list.size()) compact(here, 0);
    if (hasManyYoung(here)) freed = searchYoung(here);
    if (!pass) beginPass(here);
  }
  nextDue(here);
  here.busy = false;
  return freed;
}

std::size_t CycleCollector::collect() {
  Roll& here = roll();
  if (here.busy || off.load(std::memory_order_relaxed)) return 0;
  here.busy = true;
  delete std::exchange(pass, nullptr);
  for (Enrolled& entry : here.list) entry.part = none;
  std::size_t freed = 0, size;
  do {
    // What was enrolled only now may hold what was seen before.
    size = here.list.size();
    freed += searchAt(here, Places{0, size});
    compact(here, 0);
  } while (here.list.size() > size);
  here.young = here.oldAfter = here.list.size();
  nextDue(here);
  here.busy = false;
  return freed;
}

Survey CycleCollector::survey() {
  Survey survey;
  Roll& here = roll();
  if (here.busy) return survey;
  here.busy = true;
  delete std::exchange(pass, nullptr);
  {
    Search search;
    // What is looked at may enrol more.
    for (std::size_t at = 0; at < here.list.size(); ++at)
      if (const Enrolled& entry = here.list[at]; entry.block && (entry.owner == here.owner || !entry.owner))
        search.add(here.list, at);
    for (std::size_t i = 0; i < search.parts(); ++i) search.look(i);
    search.beginHolding();
    search.hold(SIZE_MAX);
    search.tell(survey);
  }
  for (Enrolled& entry : here.list) entry.part = none;
  nextDue(here);  // a search that had begun begins again
  survey.roll = here.list.data();
  here.busy = false;
  return survey;
}

void CycleCollector::enable(bool on) noexcept {
  off.store(!on, std::memory_order_relaxed);
  nextDue(roll());
}
std::size_t CycleCollector::enrolled() noexcept { return rollHere ? rollHere->list.size() - rollHere->left : 0; }
std::size_t CycleCollector::largestSlice() noexcept { return rollHere ? rollHere->largest : 0; }
const void* CycleCollector::setOwner(const void* loop) noexcept { return std::exchange(roll().owner, loop); }

}  // namespace nodecpp::detail
