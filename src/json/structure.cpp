#include "json/structure.h"

#if NODECPP_NODE_MODULE || !NODECPP_SIMDJSON

// Without simdjson the scanner parses all texts. A native module is built without simdjson because Node.js exports the
// symbols of its own simdjson, which is another version.
bool nodecpp::detail::canFindStructure() noexcept { return false; }
bool nodecpp::detail::structureOf(const char*, std::size_t, JsonStructure&) { return false; }

#else

#include <simdjson.h>

#include <memory>

// The first stage alone is not part of simdjson's public interface, whose documents would cost a second walk over the
// text. structure_test.cpp describes what the first stage has to do; any version of simdjson that passes the test can
// be used.
static_assert(simdjson::SIMDJSON_VERSION_MAJOR == 3,
              "Node.cpp uses the first stage of simdjson 3, and this is another version: configure with "
              "-DNODECPP_SIMDJSON=OFF to do without, or change this line and see whether the test structure_test passes");

namespace nodecpp::detail {

namespace {

constexpr std::size_t firstCapacity = 64 * 1024;
constexpr std::size_t mostKeptCapacity = 1024 * 1024;

struct Indexer {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> implementation;
  bool prepare(std::size_t size) {
    if (implementation && implementation->capacity() > size &&
        (size > mostKeptCapacity || implementation->capacity() <= mostKeptCapacity))
      return true;
    std::size_t capacity = size < firstCapacity ? firstCapacity : size + 1;
    constexpr std::size_t depth = 1;  // of simdjson's second stage, which is not used
    if (!implementation)
      return !simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, depth, implementation);
    return !implementation->set_capacity(capacity);
  }
};
thread_local Indexer indexer;

}  // namespace

bool canFindStructure() noexcept { return true; }

bool structureOf(const char* text, std::size_t size, JsonStructure& out) {
  if (!indexer.prepare(size)) return false;
  auto& stage = *indexer.implementation;
  if (stage.stage1(reinterpret_cast<const std::uint8_t*>(text), size, simdjson::stage1_mode::regular)) return false;
  out.at = stage.structural_indexes.get();
  out.count = stage.n_structural_indexes;
  return true;
}

}  // namespace nodecpp::detail

#endif
