// Tests that reference counts cannot overflow to 0.
#include <nodecpp/buffer.h>
#include <nodecpp/safety.h>
#include <nodecpp/string.h>

#include <doctest/doctest.h>
#include <cstdint>
#include <string>

#include "support/last_words.h"

using namespace nodecpp;
using detail::Block;
using detail::countCopy;
using detail::countHolder;

TEST_CASE("a holder is one more, also of what has four billion less one already") {
  std::uint32_t refs = 0;
  countHolder(refs);
  CHECK(refs == 1);
  countCopy(refs);
  CHECK(refs == 2);
  countHolder(refs, 1000);
  CHECK(refs == 1002);
  refs = 0xfffffffe;
  countHolder(refs);
  CHECK(refs == 0xffffffff);
  refs = 0xffffffff - 1000;
  countHolder(refs, 1000);
  CHECK(refs == 0xffffffff);
}

#if !NODECPP_TESTS_CANNOT_FORK
TEST_CASE("one holder more than a count has room for is the end of the process") {
  if (!detail::safetyChecks) return;
  static volatile std::uint32_t most = 0xffffffff;
  const auto isEnd = [](const std::string& words) {
    CAPTURE(words);
    return words.find("FATAL ERROR: more than 4294967295 references") != std::string::npos;
  };
  CHECK(isEnd(tests::lastWords([] {
    std::uint32_t refs = most;
    countHolder(refs);
  })));
  CHECK(isEnd(tests::lastWords([] {
    std::uint32_t refs = most;
    countCopy(refs);
  })));
  CHECK(isEnd(tests::lastWords([] {
    std::uint32_t refs = most - 999;
    countHolder(refs, 1000);
  })));
  // Copies a text and bytes, as a program does.
  CHECK(isEnd(tests::lastWords([] {
    Block* block = Block::make(100);
    const String text = String::sliceOf(block, block->bytes(), 100);
    block->refs = most;
    const String copy = text;
  })));
  CHECK(isEnd(tests::lastWords([] {
    Buffer bytes = Buffer::alloc(100);
    bytes.block()->refs = most;
    const Buffer copy = bytes;
  })));
}
#endif
