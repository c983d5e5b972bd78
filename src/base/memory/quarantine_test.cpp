#include "base/memory/quarantine.h"

#include <nodecpp/owning_ptr.h>

#include <doctest/doctest.h>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define NODECPP_TEST_POISON 1
#endif
#endif

using namespace nodecpp;
using detail::Quarantine;

TEST_CASE("a quarantine gives back the oldest when it is full, by number or by bytes") {
  static Quarantine quarantine;
  std::vector<std::size_t> released;
  auto release = [&](const Quarantine::QuarantinedBlock& kept) { released.push_back(kept.size); };
  for (std::size_t i = 0; i < Quarantine::maxCount; ++i) quarantine.keep({nullptr, 1, i}, release);
  CHECK(released.empty());
  quarantine.keep({nullptr, 1, 5000}, release);
  CHECK(released == std::vector<std::size_t>{0});
  quarantine.keep({nullptr, Quarantine::maxBytes - 2, 5001}, release);
  REQUIRE(released.size() == Quarantine::maxCount - 1);
  CHECK(released.back() == Quarantine::maxCount - 2);
  released.clear();
  quarantine.empty(release);
  CHECK(released == std::vector<std::size_t>{Quarantine::maxCount - 1, 5000, 5001});
}

TEST_CASE("what is written to freed memory is noticed") {
  std::vector<char> memory(100);
  Quarantine::fill(memory.data(), memory.size());
  CHECK(Quarantine::isIntact(memory.data(), memory.size()));
  for (std::size_t at : {0, 1, 50, 99}) {
    memory[at] ^= 1;
    CHECK_FALSE(Quarantine::isIntact(memory.data(), memory.size()));
    memory[at] ^= 1;
  }
  CHECK(Quarantine::isIntact(memory.data(), 0));
}

#ifdef NODECPP_TEST_POISON
TEST_CASE("a freed object of an owning_ptr is poisoned, and its slot is not used again at once") {
  struct Item {
    long values[5];
  };
  auto item = make_owning<Item>();
  Item* where = &*item;
  soft_ptr<Item> soft = item;
  CHECK_FALSE(__asan_address_is_poisoned(where));
  CHECK_FALSE(__asan_address_is_poisoned(&where->values[4]));
  CHECK(__asan_address_is_poisoned(where + 1));
  item.reset();
  CHECK(__asan_address_is_poisoned(where));
  CHECK(__asan_address_is_poisoned(&where->values[4]));
  CHECK_FALSE(soft);
  auto next = make_owning<Item>();
  CHECK(&*next != where);
  CHECK(__asan_address_is_poisoned(where));
}
#endif
