#include "base/memory/memory_notes.h"

#include <nodecpp/safety.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/assertion.h"
#include "base/errors/fatal.h"
#include "base/memory/slab.h"
#include "base/upward_calls.h"

// With AddressSanitizer every block goes through its own malloc, which reports each block by a hook.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NODECPP_MALLOC_TELLS 1
#endif
#if __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define NODECPP_FOREIGN_NEW 1
#endif
#endif
#ifndef NODECPP_MALLOC_TELLS
#define NODECPP_MALLOC_TELLS 0
#endif
#ifndef NODECPP_FOREIGN_NEW
#define NODECPP_FOREIGN_NEW NODECPP_MALLOC_TELLS
#endif
#ifndef NODECPP_PLAIN_MALLOC
#define NODECPP_PLAIN_MALLOC 0
#endif

#if NODECPP_MALLOC_TELLS
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*made)(const volatile void*, std::size_t),
                                                         void (*freed)(const volatile void*));
#endif

namespace nodecpp::detail {

namespace {

constinit ShortLock notes;
// This thread is inside of the notes or reads them, so the blocks that it makes are not noted.
constinit thread_local bool inside = false;

[[noreturn]] void noRoom() { fatalError("out of memory, for the notes of the census"); }

// A growing array in memory from malloc, so that the array itself is not noted.
template <class T>
struct Room {
  T* items = nullptr;
  std::size_t count = 0, room = 0;

  void grow(std::size_t to) noexcept {
    auto* grown = static_cast<T*>(std::realloc(items, to * sizeof(T)));
    if (!grown) noRoom();
    items = grown;
    room = to;
  }
  void push(T item) noexcept {
    if (count == room) grow(room ? room * 2 : 1024);
    items[count++] = item;
  }
};

std::size_t mixed(std::uintptr_t key) noexcept { return (key * 0x9e3779b97f4a7c15u) >> 20; }

// A hash table with open addressing. When a block is removed, later entries move up, so that there are no gaps.
class Blocks {
 public:
  void add(const NotedBlock& block) noexcept {
    if ((used_ + 1) * 2 > size_) grow();
    NotedBlock& at = items_[find(block.address)];
    if (!at.address) ++used_;
    at = block;
  }
  void remove(const char* address) noexcept {
    if (size_ == 0) return;
    std::size_t gap = find(address);
    if (!items_[gap].address) return;
    NODECPP_ASSERT(used_ > 0 && used_ <= size_, used_, size_);
    --used_;
    for (std::size_t at = next(gap); items_[at].address; at = next(at)) {
      const std::size_t home = homeOf(items_[at].address);
      if (((at - home) & (size_ - 1)) < ((at - gap) & (size_ - 1))) continue;
      items_[gap] = items_[at];
      gap = at;
    }
    items_[gap].address = nullptr;
  }
  const NotedBlock* begin() const noexcept { return items_; }
  const NotedBlock* end() const noexcept { return items_ + size_; }

 private:
  std::size_t homeOf(const char* address) const noexcept { return mixed(reinterpret_cast<std::uintptr_t>(address)) & (size_ - 1); }
  std::size_t next(std::size_t at) const noexcept { return (at + 1) & (size_ - 1); }
  std::size_t find(const char* address) const noexcept {
    std::size_t at = homeOf(address);
    while (items_[at].address && items_[at].address != address) at = next(at);
    return at;
  }
  void grow() noexcept {
    NotedBlock* before = items_;
    const std::size_t beforeSize = size_;
    size_ = size_ ? size_ * 2 : 4096;
    items_ = static_cast<NotedBlock*>(std::calloc(size_, sizeof(NotedBlock)));
    if (!items_) noRoom();
    for (std::size_t i = 0; i < beforeSize; ++i)
      if (before[i].address) items_[find(before[i].address)] = before[i];
    std::free(before);
  }

  NotedBlock* items_ = nullptr;
  std::size_t size_ = 0;  // A power of two.
  std::size_t used_ = 0;
};

// The call stacks with which blocks were made, each stored once. They are never removed, because a program has a
// limited number of different call stacks.
class Stacks {
 public:
  std::uint32_t add(const void* const* calls, std::size_t count) noexcept {
    if ((lists_.count + 1) * 2 > size_) grow();
    std::uintptr_t hash = count;
    for (std::size_t i = 0; i < count; ++i) hash = hash * 31 + reinterpret_cast<std::uintptr_t>(calls[i]);
    std::size_t at = mixed(hash) & (size_ - 1);
    for (; index_[at]; at = (at + 1) & (size_ - 1)) {
      const List& list = lists_.items[index_[at] - 1];
      if (list.hash == hash && list.count == count &&
          (count == 0 || std::memcmp(calls_.items + list.first, calls, count * sizeof(void*)) == 0))
        return index_[at] - 1;
    }
    lists_.push({hash, calls_.count, count});
    for (std::size_t i = 0; i < count; ++i) calls_.push(calls[i]);
    index_[at] = std::uint32_t(lists_.count);
    return std::uint32_t(lists_.count - 1);
  }
  const void* const* operator[](std::uint32_t stack, std::size_t& count) const noexcept {
    NODECPP_ASSERT(stack < lists_.count, stack, lists_.count);
    count = lists_.items[stack].count;
    return calls_.items + lists_.items[stack].first;
  }

 private:
  struct List {
    std::uintptr_t hash;
    std::size_t first, count;
  };
  void grow() noexcept {
    size_ = size_ ? size_ * 2 : 1024;
    std::free(index_);
    index_ = static_cast<std::uint32_t*>(std::calloc(size_, sizeof(std::uint32_t)));
    if (!index_) noRoom();
    for (std::size_t i = 0; i < lists_.count; ++i) {
      std::size_t at = mixed(lists_.items[i].hash) & (size_ - 1);
      while (index_[at]) at = (at + 1) & (size_ - 1);
      index_[at] = std::uint32_t(i + 1);
    }
  }

  Room<List> lists_;
  Room<const void*> calls_;
  // A hash table of the numbers of call stacks. Each entry is a number plus 1, or 0 when the entry is empty.
  std::uint32_t* index_ = nullptr;
  std::size_t size_ = 0;  // A power of two.
};

constinit Blocks blocks;
constinit Stacks stacks;
constinit std::uint64_t made = 0;

constexpr std::size_t mostCalls = 32;

// Tells whether an option asks for the census. The options are read before the program's first variable is constructed.
bool isAsked(const char* option) noexcept {
  static constexpr char name[] = "--nodecpp-census";
  return std::strncmp(option, name, sizeof name - 1) == 0;
}

}  // namespace

constinit bool MemoryNotes::noting_ = false;

void MemoryNotes::begin() noexcept {
  if (noting_) return;
  noting_ = true;
  noteSlabs();
#if NODECPP_MALLOC_TELLS
  __sanitizer_install_malloc_and_free_hooks([](const volatile void* memory, std::size_t bytes) { add(const_cast<void*>(memory), bytes); },
                                            [](const volatile void* memory) { remove(const_cast<void*>(memory)); });
#endif
}

std::uint64_t MemoryNotes::next() noexcept { return __atomic_load_n(&made, __ATOMIC_RELAXED); }

void MemoryNotes::add(const void* memory, std::size_t bytes) noexcept {
  if (inside || !memory) return;
  inside = true;
  const void* calls[mostCalls];
  const std::size_t count = upward().callStack ? upward().callStack(calls, mostCalls) : 0;
  {
    const ShortLock::Guard lock(notes);
    blocks.add({static_cast<const char*>(memory), bytes, made++, stacks.add(calls, count), threadNumber});
  }
  inside = false;
}

void MemoryNotes::remove(const void* memory) noexcept {
  // When `inside` is set, this thread holds the lock already, or the block does not belong to the program.
  if (inside) return blocks.remove(static_cast<const char*>(memory));
  inside = true;
  {
    const ShortLock::Guard lock(notes);
    blocks.remove(static_cast<const char*>(memory));
  }
  inside = false;
}

MemoryNotes::Pause::Pause() noexcept : lock_(notes) {
  NODECPP_ASSERT(!inside);
  inside = true;
}
MemoryNotes::Pause::~Pause() { inside = false; }

std::vector<NotedBlock> MemoryNotes::Pause::blocks(std::uint64_t before) const {
  std::vector<NotedBlock> all;
  for (const NotedBlock& block : detail::blocks)
    if (block.address && block.thread == threadNumber && block.number < before) all.push_back(block);
  std::ranges::sort(all, {}, &NotedBlock::address);
  return all;
}

const void* const* MemoryNotes::Pause::calls(std::uint32_t stack, std::size_t& count) noexcept { return stacks[stack, count]; }

// Runs before the program's first variable is constructed, so that the blocks of global variables are noted, too. The C
// library passes the arguments of main() to such functions.
[[gnu::constructor(101)]] static void noteFromTheStart(int argc, char** argv, char** environment) {
  for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; ++i)
    if (isAsked(argv[i])) return MemoryNotes::begin();
  static constexpr char variable[] = "NODECPP_OPTIONS=";
  for (char** at = environment; at && *at; ++at) {
    if (std::strncmp(*at, variable, sizeof variable - 1) != 0) continue;
    for (const char* word = *at + sizeof variable - 2; word; word = std::strchr(word, ' '))
      if (isAsked(++word)) return MemoryNotes::begin();
  }
}

}  // namespace nodecpp::detail

// Notes the memory of the standard library's containers and of a program's own `new`. The functions are weak, so that a
// program which defines its own keeps them. The other forms of operator new (for arrays, without exceptions) call
// these.
#if !NODECPP_FOREIGN_NEW && !NODECPP_PLAIN_MALLOC
[[gnu::weak, gnu::noinline]] void* operator new(std::size_t bytes) {
  while (true) {
    if (void* memory = std::malloc(bytes ? bytes : 1)) [[likely]] {
      if (nodecpp::detail::MemoryNotes::on()) [[unlikely]]
        nodecpp::detail::MemoryNotes::add(memory, bytes);
      return memory;
    }
    const std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}
[[gnu::weak, gnu::noinline]] void operator delete(void* memory) noexcept {
  if (nodecpp::detail::MemoryNotes::on()) [[unlikely]]
    nodecpp::detail::MemoryNotes::remove(memory);
  std::free(memory);
}
[[gnu::weak, gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
#endif
