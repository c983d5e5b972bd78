#include "base/memory/chunks.h"

#include <nodecpp/owning_ptr.h>
#include <nodecpp/string.h>

#include <doctest/doctest.h>
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "base/memory/local_slabs.h"
#include "base/memory/memory_count.h"
#include "support/last_words.h"

// When memory comes from malloc, there are no chunks. The sanitizer then finds the errors that are tested here.
#define ONLY_WITH_CHUNKS \
  if (NODECPP_PLAIN_MALLOC) return

using namespace nodecpp;
using detail::allocate;
using detail::MemoryCount;
using detail::release;
using tests::lastWords;

namespace {

bool holds(const std::string& words, const char* what) {
  CAPTURE(words);
  return words.starts_with("FATAL ERROR: ") && words.find(what) != std::string::npos;
}

std::vector<void*> many(std::size_t count, std::size_t bytes) {
  std::vector<void*> all(count);
  for (void*& each : all) std::memset(each = allocate(bytes), 1, bytes);
  return all;
}

struct Room {
  char bytes[200];
};

}  // namespace

TEST_CASE("blocks of a size are side by side in chunks of their own") {
  ONLY_WITH_CHUNKS;
  for (std::size_t bytes : {0, 1, 16, 17, 100, 1024, 2047, 2048}) {
    std::vector<void*> all = many(3000, bytes);
    std::vector<void*> sorted = all;
    std::ranges::sort(sorted);
    CHECK(std::ranges::adjacent_find(sorted) == sorted.end());
    for (void* each : all) {
      REQUIRE(detail::chunkOf(each)->blockBytes == std::max<std::size_t>(16, (bytes + 15) / 16 * 16));
      REQUIRE(reinterpret_cast<std::uintptr_t>(each) % 16 == 0);
    }
    for (void* each : all) release(each, bytes);
  }
}

TEST_CASE("what is free is given out again before there is more") {
  ONLY_WITH_CHUNKS;
  std::vector<void*> all = many(20000, 80);
  MemoryCount::flush();
  const std::size_t held = MemoryCount::held();
  for (int round = 0; round < 20; ++round) {
    // Frees every third block, so that all chunks get free blocks.
    for (std::size_t i = std::size_t(round) % 3; i < all.size(); i += 3) release(all[i], 80);
    for (std::size_t i = std::size_t(round) % 3; i < all.size(); i += 3) std::memset(all[i] = allocate(80), 2, 80);
  }
  MemoryCount::flush();
  CHECK(MemoryCount::held() <= held + detail::chunkBytes);  // At most one chunk more than before may have been made.
  std::ranges::sort(all);
  CHECK(std::ranges::adjacent_find(all) == all.end());
  for (void* each : all) release(each, 80);
}

TEST_CASE("chunks that are empty go back to the system, and come again for other sizes") {
  ONLY_WITH_CHUNKS;
  constexpr std::size_t all = 64 << 20;
  MemoryCount::flush();
  const std::size_t before = MemoryCount::held();
  for (std::size_t bytes : {32, 1000, 48}) {
    std::vector<void*> blocks = many(all / bytes, bytes);
    MemoryCount::flush();
    CHECK(MemoryCount::held() >= before + all * 15 / 16);
    for (void* each : blocks) release(each, bytes);
    MemoryCount::flush();
    CHECK(MemoryCount::held() <= before + (5 << 20));
  }
}

TEST_CASE("slots that are empty go back to the system, and their generations do not come again") {
  ONLY_WITH_CHUNKS;
  std::vector<soft_ptr<Room>> gone;
  for (int round = 0; round < 3; ++round) {
    std::vector<owning_ptr<Room>> rooms;
    for (int i = 0; i < 50000; ++i) {
      rooms.push_back(make_owning<Room>());
      gone.emplace_back(rooms.back());
    }
    for (const auto& each : rooms) REQUIRE(each->bytes[0] == 0);
    rooms.clear();
    bool none = true;
    for (const auto& each : gone) none &= !each;
    CHECK(none);
  }
  auto room = make_owning<Room>();
  bool none = true;
  for (const auto& each : gone) none &= !each;
  CHECK(none);
}

TEST_CASE("what another thread frees comes back to the one that has made it") {
  ONLY_WITH_CHUNKS;
  MemoryCount::flush();
  std::size_t held = 0;
  for (int round = 0; round < 50; ++round) {
    std::vector<void*> all = many(10000, 64);
    std::thread([&] {
      for (void* each : all) release(each, 64);
    }).join();
    MemoryCount::flush();
    if (round == 2) held = MemoryCount::held();
  }
  CHECK(MemoryCount::held() <= held + (1 << 20));
}

TEST_CASE("threads that free each other's memory, at once") {
  ONLY_WITH_CHUNKS;
  constexpr int count = 4, places = 512;
  static std::atomic<void*> shared[places];
  std::vector<std::thread> threads;
  for (int number = 0; number < count; ++number)
    threads.emplace_back([number] {
      std::uint32_t random = std::uint32_t(number) * 2654435761u + 1;
      for (int i = 0; i < 100000; ++i) {
        random = random * 1664525 + 1013904223;
        void* mine = allocate(96);
        std::memset(mine, number, 96);
        if (void* other = shared[random >> 8 & (places - 1)].exchange(mine)) {
          auto* bytes = static_cast<unsigned char*>(other);
          if (bytes[0] >= count || bytes[0] != bytes[95]) std::abort();
          release(other, 96);
        }
      }
    });
  for (std::thread& each : threads) each.join();
  for (auto& each : shared)
    if (void* memory = each.exchange(nullptr)) release(memory, 96);
}

TEST_CASE("a thread that ends leaves nothing behind but what is in use") {
  ONLY_WITH_CHUNKS;
  MemoryCount::flush();
  const std::size_t before = MemoryCount::held();
  std::vector<void*> kept;
  std::thread([&] {
    std::vector<void*> all = many(100000, 128);
    kept.assign(all.begin(), all.begin() + 1000);
    for (std::size_t i = 1000; i < all.size(); ++i) release(all[i], 128);
    make_owning<Room>();
  }).join();
  CHECK(MemoryCount::held() <= before + (1 << 20));
  for (void* each : kept) release(each, 128);
  CHECK(MemoryCount::held() <= before + (1 << 20));
}

namespace {
// A variable of a thread that frees memory in its destructor. When the variable is constructed before the thread first
// needs memory, the destructor runs after the thread has given up its heap.
struct Late {
  void* memory = nullptr;
  ~Late() {
    if (!memory) return;
    release(memory, 40);
    for (int i = 0; i < 100; ++i) release(std::memset(allocate(40), 3, 40), 40);
  }
};
thread_local Late late;
}  // namespace

TEST_CASE("threads that need memory when they have left it leave nothing behind") {
  ONLY_WITH_CHUNKS;
  std::uint32_t heaps = 0;
  std::size_t held = 0;
  for (int round = 0; round < 300; ++round) {
    std::thread([&] {
      late.memory = nullptr;  // The first access constructs the variable.
      late.memory = allocate(40);
      if (round == 10) heaps = detail::localSlabs.heap->number;
      CHECK((round <= 10 || detail::localSlabs.heap->number <= heaps));
    }).join();
    MemoryCount::flush();
    if (round == 10) held = MemoryCount::held();
  }
  CHECK(MemoryCount::held() <= held);
}

TEST_CASE("blocks are not taken for free ones, whatever is in them") {
  ONLY_WITH_CHUNKS;
  for (std::uint64_t i = 0; i < 1 << 17; ++i) {
    auto* block = static_cast<std::uint64_t*>(allocate(48));
    // The values include all 16 bits that a link may begin with, and bits of real links.
    *block = i < 1 << 16 ? i : detail::linkKey ^ i << 16 ^ i % 3;
    release(block, 48);
  }
}

#if !NODECPP_TESTS_CANNOT_FORK
TEST_CASE("memory that is freed wrongly is the end of the process, with a sentence") {
  ONLY_WITH_CHUNKS;
  if (!detail::safetyChecks) return;
  const auto twice = [](std::size_t between) {
    return lastWords([=] {
      void* memory = allocate(48);
      std::vector<void*> others;
      for (std::size_t i = 0; i < between; ++i) others.push_back(allocate(48));
      release(memory, 48);
      for (void* each : others) release(each, 48);
      release(memory, 48);
    });
  };
  CHECK(holds(twice(0), "was freed twice"));
  CHECK(holds(twice(100), "was freed twice"));
  // With quarantines, a block that is freed on two threads is not detected, because each thread has a quarantine of its
  // own.
  if (NODECPP_QUARANTINE) return;
  CHECK(holds(lastWords([] {
                void* memory = allocate(48);
                release(memory, 48);
                std::thread([=] { release(memory, 48); }).join();
              }),
              "was freed twice"));
  CHECK(holds(lastWords([] {
                void* memory = allocate(48);
                std::thread([=] { release(memory, 48); }).join();
                release(memory, 48);
              }),
              "was freed twice"));
  // When the block is freed for the second time, its chunk and its area have already been given back to the system.
  CHECK(holds(lastWords([] {
                std::vector<void*> all = many(100000, 1024);
                for (void* each : all) release(each, 1024);
                release(all[50000], 1024);
              }),
              "was freed twice"));
  CHECK(holds(lastWords([] {
                void* memory = allocate(48);
                release(memory, 64);
              }),
              "was freed as 64 bytes, and is in a block of 48"));
}

TEST_CASE("a free block that was written to is the end of the process, before it is given out") {
  ONLY_WITH_CHUNKS;
  if (!detail::safetyChecks || NODECPP_QUARANTINE) return;
  for (int at = 0; at < 6; ++at) {  // The first six bytes of the link tell the chunk; the last two tell only the place in it.
    CHECK(holds(lastWords([=] {
                  char* memory = static_cast<char*>(allocate(48));
                  release(memory, 48);
                  memory[at] ^= 1;
                  static_cast<void>(allocate(48));
                }),
                "was written to after it had been freed"));
  }
  // Writes to the reference count at the beginning of a freed block.
  CHECK(holds(lastWords([] {
                auto* refs = static_cast<std::uint32_t*>(allocate(48));
                release(refs, 48);
                ++*refs;
                static_cast<void>(allocate(48));
              }),
              "was written to after it had been freed"));
  // Writes to a block that another thread has freed, while the block still waits to go back to the heap of the thread
  // that allocated it.
  CHECK(holds(lastWords([] {
                std::vector<void*> all = many(5000, 48);
                std::thread([&] { release(all[0], 48); }).join();
                std::memset(all[0], 'x', 16);
                for (int i = 0; i < 5000; ++i) static_cast<void>(allocate(48));
              }),
              "was written to after it had been freed"));
}

TEST_CASE("an owner that ends on another thread is the end of the process") {
  ONLY_WITH_CHUNKS;
  if (NODECPP_QUARANTINE) return;
  CHECK(holds(lastWords([] {
                auto room = make_owning<Room>();
                std::thread([&] {
                  static_cast<void>(make_owning<Room>());
                  room.reset();
                }).join();
              }),
              "an owning_ptr ended on another thread"));
}

TEST_CASE("more memory than the process may have is its end, with Node's words") {
  const auto within = [](std::size_t most, auto f) {
    return lastWords([=] {
      MemoryCount::flush();
      MemoryCount::setLimit(MemoryCount::held() + most);
      f();
    });
  };
  constexpr const char* words = "Reached heap limit Allocation failed";
  constexpr std::size_t MiB = 1 << 20;
  CHECK(holds(within(8 * MiB, [] { many(100000, 128); }), words));
  CHECK(holds(within(8 * MiB, [] { static_cast<void>(allocate(9 * MiB)); }), words));
  CHECK(holds(within(8 * MiB, [] { static_cast<void>(detail::Block::tryMake(9 * MiB, true)); }), words));
  CHECK(holds(within(8 * MiB, [] { for (int i = 0; i < 1000; ++i) static_cast<void>(allocate(10000)); }), words));
  // Freed memory does not count towards the limit.
  CHECK(within(8 * MiB, [] {
          for (int i = 0; i < 1000; ++i) {
            release(allocate(4 * MiB), 4 * MiB);
            detail::Block::drop(detail::Block::tryMake(4 * MiB, true));
            release(allocate(100), 100);
          }
        }) == "");
}
#endif
