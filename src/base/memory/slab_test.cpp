#include <nodecpp/string.h>

#include <doctest/doctest.h>
#include <cstring>
#include <thread>
#include <vector>

using namespace nodecpp;

TEST_CASE("memory is aligned, apart, and of the size asked for") {
  std::vector<std::pair<char*, std::size_t>> taken;
  for (std::size_t size : {0, 1, 31, 32, 33, 64, 100, 2047, 2048, 2049, 5000, 70000})
    for (int i = 0; i < 20; ++i) {
      auto* memory = static_cast<char*>(detail::allocate(size));
      CHECK(reinterpret_cast<std::uintptr_t>(memory) % 16 == 0);
      std::memset(memory, int(taken.size() & 0xff), size);
      taken.emplace_back(memory, size);
    }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    bool intact = true;
    for (std::size_t k = 0; k < taken[i].second; ++k) intact &= taken[i].first[k] == char(i & 0xff);
    CHECK(intact);
    detail::release(taken[i].first, taken[i].second);
  }
}

TEST_CASE("blocks count, and large ones come zeroed or not at all") {
  for (std::size_t size : {1, 100, 2024, 2025, 2048, 100000}) {
    detail::Block* block = detail::Block::tryMake(size, true);
    REQUIRE(block);
    CHECK(block->capacity == size);
    bool zero = true;
    for (std::size_t i = 0; i < size; ++i) zero &= block->bytes()[i] == 0;
    CHECK(zero);
    std::memset(block->bytes(), 1, size);  // Leaves nonzero bytes for the next block in this memory.
    detail::Block::retain(block);
    detail::Block::drop(block);
    CHECK(block->refs == 1);
    detail::Block::drop(block);
  }
  CHECK(detail::Block::tryMake(std::size_t(1) << 45, false) == nullptr);
}

TEST_CASE("memory may be given back on another thread") {
  std::vector<void*> taken;
  for (int i = 0; i < 1000; ++i) taken.push_back(detail::allocate(48));
  std::thread([&] {
    for (void* memory : taken) detail::release(memory, 48);
    for (int i = 0; i < 1000; ++i) taken[std::size_t(i)] = detail::allocate(48);
  }).join();
  for (void* memory : taken) detail::release(memory, 48);
}
