#include "base/objects/cycle_collector.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <ranges>
#include <vector>

#include "base/assertion.h"
#include "base/errors/fatal.h"
#include "base/objects/reference_search.h"

namespace nodecpp::detail {

constinit thread_local bool collectorIsDue = false;

namespace {

constexpr std::size_t sliceBlocks = 1000;

// The search of all old blocks, which is done in slices.
struct Pass {
  Pass(const void* of, std::size_t to) : owner(of), end(to) { search.reserve(to); }
  enum class Stage { add, look, hold, join, sort, free } stage = Stage::add;
  ReferenceSearch search;
  const void* const owner;
  const std::size_t end;  // Only blocks before this place of the list take part in the search.
  std::size_t at = 0;
};

// The list of a thread's enrolled blocks. It is freed when the thread ends.
struct CollectorList {
  std::vector<Enrolled> list;
  std::size_t young = 0;  // The position in the list of the first young block. Young blocks were not searched yet.
  std::size_t left = 0;  // The number of entries with a null block, which have left the list.
  std::size_t oldAfter = 0;  // The number of old blocks after the last search of all old blocks.
  std::size_t youngSince = 0;  // The number of young blocks that were searched since then.
  std::size_t due = sliceBlocks;
  std::size_t largest = 0;
  const void* owner = nullptr;
  std::unique_ptr<Pass> pass;  // The running search of all old blocks. Null when none is running.
  bool busy = false;
  bool turnOfOld = false;  // The last slice belonged to the search of all old blocks, and not to the young blocks.
};

constinit std::atomic<bool> off = false;
constinit thread_local CollectorList* threadCollectorList = nullptr;
// The list is deleted with the thread. Variables of the thread that are destroyed later need not leave it.
struct CollectorListEnd {
  ~CollectorListEnd() { delete std::exchange(threadCollectorList, nullptr); }
};

CollectorList& roll() {
  if (!threadCollectorList) [[unlikely]] {
    threadCollectorList = new CollectorList;
    static thread_local const CollectorListEnd end;
  }
  return *threadCollectorList;
}

[[noreturn]] void ofAnotherThread() noexcept {
  fatalError("a function or a variable was dropped by another thread than that which made it: between threads go messages, "
             "which are copies");
}

// Removes the entries of blocks that have left the list.
void compact(CollectorList& of) {
  // A running Pass remembers positions in the list, so the list must not be compacted during a Pass.
  NODECPP_ASSERT(!of.pass && of.left <= of.list.size(), of.left, of.list.size());
  std::size_t to = 0, young = of.young;
  for (std::size_t i = 0; i < of.list.size(); ++i) {
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
  NODECPP_ASSERT(of.left == 0 && of.young <= of.list.size(), of.left, of.young, of.list.size());
}

// Searches the blocks at these places, and frees those that nothing leads to. Returns the number of freed parts.
template <class Places>
std::size_t searchAt(CollectorList& of, const Places& places) {
  NODECPP_ASSERT(of.busy);
  ReferenceSearch search;
  for (const std::size_t place : places)
    if (of.list[place].block && of.list[place].owner == of.owner) search.add(of.list, place);
  for (std::size_t i = 0; i < search.parts(); ++i) search.look(i);
  search.beginHolding();
  search.hold(SIZE_MAX);
  for (const std::size_t place : places) {
    NODECPP_DEBUG_ASSERT(place < of.list.size(), place, of.list.size());
    of.list[place].part = noPart;
  }
  of.largest = std::max(of.largest, search.parts());
  return search.free();
}

// Decides when the next slice is due: when there are a thousand young blocks, or at once while a search of all old
// blocks is running.
void nextDue(CollectorList& of) noexcept {
  of.due = of.pass ? 0 : of.young + sliceBlocks;
  collectorIsDue = of.list.size() >= of.due && !off.load(std::memory_order_relaxed);
}
bool hasManyYoung(const CollectorList& of) noexcept { return of.list.size() >= of.young + sliceBlocks; }

std::size_t searchRecentBlocks(CollectorList& of) {
  NODECPP_ASSERT(of.young <= of.list.size(), of.young, of.list.size());
  const std::size_t to = std::min(of.young + sliceBlocks, of.list.size());
  const std::size_t freed = searchAt(of, std::views::iota(of.young, to));
  of.youngSince += to - of.young;
  of.young = std::min(to, of.list.size());
  return freed;
}

// Tells whether the search of all old blocks is due: it costs little beside the work that was done since the last one.
// It is due when the number of old blocks has grown by half, or when so many young blocks were searched that old blocks
// may be garbage too.
bool isTimeForAll(const CollectorList& of) noexcept {
  return of.young >= of.oldAfter + of.oldAfter / 2 + sliceBlocks || of.youngSince >= of.oldAfter * 2 + 10 * sliceBlocks;
}

void beginPass(CollectorList& of) {
  if (!isTimeForAll(of)) return;
  compact(of);
  if (!isTimeForAll(of)) return;
  NODECPP_ASSERT(!of.pass && of.young <= of.list.size(), of.young, of.list.size());
  of.youngSince = 0;
  of.pass = std::make_unique<Pass>(of.owner, of.young);
}

// Ends the search of all old blocks. The next one starts from the beginning.
void dropPass(CollectorList& of) noexcept {
  for (Enrolled& entry : of.list) entry.part = noPart;
  of.pass.reset();
}

// Does one slice of the search of all old blocks. Returns the number of freed parts.
std::size_t proceed(CollectorList& of) {
  Pass* const pass = of.pass.get();
  NODECPP_ASSERT(pass && pass->owner == of.owner && of.busy);
  ReferenceSearch& search = pass->search;
  switch (pass->stage) {
    case Pass::Stage::add: {
      // Blocks that were made since the search began may be at positions that other blocks have left. They are young
      // and do not take part in the search.
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
        dropPass(of);
        compact(of);
        of.oldAfter = of.young;
        break;
      }
      return searchAt(of, places);
    }
  }
  return 0;
}

}  // namespace

std::uint32_t enroll(void* block, const TracedType& type) {
  CollectorList& here = roll();
  here.list.push_back({block, &type, here.owner});
  if (here.list.size() >= here.due) collectorIsDue = !off.load(std::memory_order_relaxed);
  return std::uint32_t(here.list.size());
}

void removeFromCollectorAt(const void* block, std::uint32_t place) noexcept {
  if (!threadCollectorList) return;  // The thread has ended except for its last variables.
  CollectorList& here = *threadCollectorList;
  if (NODECPP_FAILS(closureOfOtherThread, place > here.list.size() || here.list[place - 1].block != block)) [[unlikely]]
    ofAnotherThread();
  NODECPP_DEBUG_ASSERT(place > 0 && block && here.left < here.list.size(), place, here.left, here.list.size());
  Enrolled& entry = here.list[place - 1];
  if (entry.part != noPart && here.pass) here.pass->search.leave(entry.part);
  entry.block = nullptr;
  if (place != here.list.size()) {
    ++here.left;
    return;
  }
  // A short-lived block leaves no empty entry behind.
  here.list.pop_back();
  while (!here.list.empty() && !here.list.back().block) {
    here.list.pop_back();
    --here.left;
  }
}

std::size_t CycleCollector::slicesBehind() noexcept {
  const CollectorList* here = threadCollectorList;
  return here && hasManyYoung(*here) ? (here->list.size() - here->young) / sliceBlocks : 0;
}

std::size_t CycleCollector::slice() {
  CollectorList& here = roll();
  if (here.busy) return 0;
  here.busy = true;
  here.young = std::min(here.young, here.list.size());
  std::size_t freed = 0;
  // The young blocks and the search of all old blocks take turns, so that neither can starve the other.
  here.turnOfOld = here.pass && here.pass->owner == here.owner && (!hasManyYoung(here) || !here.turnOfOld);
  if (here.turnOfOld) {
    freed = proceed(here);
  } else {
    if (!here.pass && here.left * 2 > here.list.size()) compact(here);
    if (hasManyYoung(here)) freed = searchRecentBlocks(here);
    if (!here.pass) beginPass(here);
  }
  nextDue(here);
  NODECPP_ASSERT(here.busy && here.left <= here.list.size(), here.left, here.list.size());
  here.busy = false;
  return freed;
}

std::size_t CycleCollector::collect() {
  CollectorList& here = roll();
  if (here.busy || off.load(std::memory_order_relaxed)) return 0;
  here.busy = true;
  dropPass(here);
  std::size_t freed = 0, size = 0;
  do {
    // Blocks that were enrolled during the search may refer to blocks that the search has already examined.
    size = here.list.size();
    freed += searchAt(here, std::views::iota(std::size_t(0), size));
    compact(here);
  } while (here.list.size() > size);
  NODECPP_ASSERT(here.busy && !here.pass && here.left == 0, here.left);
  here.young = here.oldAfter = here.list.size();
  nextDue(here);
  here.busy = false;
  return freed;
}

ReferenceSurvey CycleCollector::survey() {
  ReferenceSurvey survey;
  CollectorList& here = roll();
  if (here.busy) return survey;
  here.busy = true;
  {
    ReferenceSearch search;
    // Searching blocks may enrol further blocks, which are then searched, too.
    for (std::size_t at = 0; at < here.list.size(); ++at)
      if (const Enrolled& entry = here.list[at]; entry.block && (entry.owner == here.owner || !entry.owner))
        search.add(here.list, at);
    for (std::size_t i = 0; i < search.parts(); ++i) search.look(i);
    search.beginHolding();
    search.hold(SIZE_MAX);
    search.tell(survey);
  }
  dropPass(here);
  nextDue(here);  // A search of all old blocks that was running starts again from the beginning.
  survey.roll = here.list.data();
  here.busy = false;
  return survey;
}

void CycleCollector::enable(bool on) noexcept {
  off.store(!on, std::memory_order_relaxed);
  nextDue(roll());
}
std::size_t CycleCollector::enrolled() noexcept {
  return threadCollectorList ? threadCollectorList->list.size() - threadCollectorList->left : 0;
}
std::size_t CycleCollector::largestSlice() noexcept { return threadCollectorList ? threadCollectorList->largest : 0; }
const void* CycleCollector::setOwner(const void* loop) noexcept { return std::exchange(roll().owner, loop); }

}  // namespace nodecpp::detail
