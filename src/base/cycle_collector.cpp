#include "base/cycle_collector.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <ranges>
#include <vector>

#include "base/fatal.h"
#include "base/reference_search.h"

namespace nodecpp::detail {

constinit thread_local bool collectorIsDue = false;

namespace {

constexpr std::size_t sliceBlocks = 1000;

// The search of all that is old, of which a slice is done from time to time.
struct Pass {
  Pass(const void* of, std::size_t to) : owner(of), end(to) { search.reserve(to); }
  enum class Stage { add, look, hold, join, sort, free } stage = Stage::add;
  ReferenceSearch search;
  const void* const owner;
  const std::size_t end;  // of what takes part, on the roll
  std::size_t at = 0;
};

// The list of a thread, freed when the thread ends.
struct Roll {
  std::vector<Enrolled> list;
  std::size_t young = 0;      // from here on: not looked at yet
  std::size_t left = 0;       // entries that are null
  std::size_t oldAfter = 0;   // old ones after the last search of all
  std::size_t youngSince = 0; // young ones that were looked at since then
  std::size_t due = sliceBlocks;
  std::size_t largest = 0;
  const void* owner = nullptr;
  std::unique_ptr<Pass> pass;  // null where none has begun
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

// Entries that have left go.
void compact(Roll& of) {
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
}

// Frees what nothing leads to among these places.
template <class Places>
std::size_t searchAt(Roll& of, const Places& places) {
  ReferenceSearch search;
  for (const std::size_t place : places)
    if (of.list[place].block && of.list[place].owner == of.owner) search.add(of.list, place);
  for (std::size_t i = 0; i < search.parts(); ++i) search.look(i);
  search.beginHolding();
  search.hold(SIZE_MAX);
  for (const std::size_t place : places) of.list[place].part = noPart;
  of.largest = std::max(of.largest, search.parts());
  return search.free();
}

// What is due next: the young, when there are a thousand of them, and the rest of a search that has begun.
void nextDue(Roll& of) noexcept {
  of.due = of.pass ? 0 : of.young + sliceBlocks;
  collectorIsDue = of.list.size() >= of.due && !off.load(std::memory_order_relaxed);
}
bool hasManyYoung(const Roll& of) noexcept { return of.list.size() >= of.young + sliceBlocks; }

std::size_t searchYoung(Roll& of) {
  const std::size_t to = std::min(of.young + sliceBlocks, of.list.size());
  const std::size_t freed = searchAt(of, std::views::iota(of.young, to));
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
  compact(of);
  if (!isTimeForAll(of)) return;
  of.youngSince = 0;
  of.pass = std::make_unique<Pass>(of.owner, of.young);
}

// It is over, or begins again another time.
void dropPass(Roll& of) noexcept {
  for (Enrolled& entry : of.list) entry.part = noPart;
  of.pass.reset();
}

// A part of what is to be done for the search of all.
std::size_t proceed(Roll& of) {
  Pass* const pass = of.pass.get();
  ReferenceSearch& search = pass->search;
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
  Roll& here = roll();
  here.list.push_back({block, &type, here.owner});
  if (here.list.size() >= here.due) collectorIsDue = !off.load(std::memory_order_relaxed);
  return std::uint32_t(here.list.size());
}

void leaveRollAt(const void* block, std::uint32_t place) noexcept {
  if (!rollHere) return;  // the thread has ended but for its last variables
  Roll& here = *rollHere;
  if (NODECPP_FAILS(closureOfOtherThread, place > here.list.size() || here.list[place - 1].block != block)) [[unlikely]]
    ofAnotherThread();
  Enrolled& entry = here.list[place - 1];
  if (entry.part != noPart && here.pass) here.pass->search.leave(entry.part);
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
  here.turnOfOld = here.pass && here.pass->owner == here.owner && (!hasManyYoung(here) || !here.turnOfOld);
  if (here.turnOfOld) {
    freed = proceed(here);
  } else {
    if (!here.pass && here.left * 2 > here.list.size()) compact(here);
    if (hasManyYoung(here)) freed = searchYoung(here);
    if (!here.pass) beginPass(here);
  }
  nextDue(here);
  here.busy = false;
  return freed;
}

std::size_t CycleCollector::collect() {
  Roll& here = roll();
  if (here.busy || off.load(std::memory_order_relaxed)) return 0;
  here.busy = true;
  dropPass(here);
  std::size_t freed = 0, size = 0;
  do {
    // What was enrolled only now may hold what was seen before.
    size = here.list.size();
    freed += searchAt(here, std::views::iota(std::size_t(0), size));
    compact(here);
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
  {
    ReferenceSearch search;
    // What is looked at may enrol more.
    for (std::size_t at = 0; at < here.list.size(); ++at)
      if (const Enrolled& entry = here.list[at]; entry.block && (entry.owner == here.owner || !entry.owner))
        search.add(here.list, at);
    for (std::size_t i = 0; i < search.parts(); ++i) search.look(i);
    search.beginHolding();
    search.hold(SIZE_MAX);
    search.tell(survey);
  }
  dropPass(here);
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
