#define PCRE2_CODE_UNIT_WIDTH 8
#include "regexp/jit.h"

#include <pcre2.h>

#include "regexp/translate.h"

namespace nodecpp::regexp {

class Jit {
 public:
  pcre2_code* code;
  pcre2_match_data* data;
  const PCRE2_SIZE* found;  // the places of the last match, in `data`
  std::size_t places;       // two for each group
  bool sticky;
};

namespace {

// The limits of steps and of stack for PCRE2. When a search exceeds them, the matcher runs the search instead, so that
// the matcher's documented limits decide.
constexpr std::uint32_t mostJitSteps = 10'000'000;
constexpr std::size_t leastStack = std::size_t(32) << 10, mostStack = std::size_t(1) << 20;

// The objects that PCRE2 needs for matching; each thread has its own.
struct Context {
  pcre2_match_context* context = pcre2_match_context_create(nullptr);
  pcre2_jit_stack* stack = pcre2_jit_stack_create(leastStack, mostStack, nullptr);
  Context() {
    if (!context || !stack) return;
    pcre2_set_match_limit(context, mostJitSteps);
    pcre2_jit_stack_assign(context, nullptr, stack);
  }
  ~Context() {
    if (stack) pcre2_jit_stack_free(stack);
    if (context) pcre2_match_context_free(context);
  }
};
thread_local Context context;

}  // namespace

Jit* makeJit(const Pattern& pattern, bool sticky) {
  const std::string text = translated(pattern, sticky);
  if (text.empty()) return nullptr;
  constexpr std::uint32_t options = PCRE2_MATCH_UNSET_BACKREF | PCRE2_DOTALL | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP;
  int error = 0;
  PCRE2_SIZE at = 0;
  pcre2_code* code =
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), options, &error, &at, nullptr);
  if (!code) return nullptr;
  pcre2_match_data* data =
      pcre2_jit_compile(code, PCRE2_JIT_COMPLETE) == 0 ? pcre2_match_data_create(pattern.groups, nullptr) : nullptr;
  if (data) return new Jit{code, data, pcre2_get_ovector_pointer(data), pcre2_get_ovector_count(data) * std::size_t(2), sticky};
  pcre2_code_free(code);
  return nullptr;
}

void dropJit(Jit* jit) noexcept {
  if (!jit) return;
  pcre2_match_data_free(jit->data);
  pcre2_code_free(jit->code);
  delete jit;
}

JitAnswer jitMatch(const Jit& jit, std::string_view text, std::size_t from, bool only, Places& places) {
  if (only != jit.sticky) return JitAnswer::unable;
  const int count = pcre2_jit_match(jit.code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from, 0, jit.data,
                                    context.context);
  if (count == PCRE2_ERROR_NOMATCH) return JitAnswer::none;
  if (count <= 0) return JitAnswer::unable;
  // PCRE2 sets both places of a group that took no part to PCRE2_UNSET, of which `unset` is the lower half.
  static_assert(std::uint32_t(PCRE2_UNSET) == unset);
  if (places.size() != jit.places) [[unlikely]]
    places.resize(jit.places);
  // Most patterns have too few groups for vector instructions to be worth their preparation.
#pragma clang loop vectorize(disable) unroll(disable)
  for (std::size_t i = 0; i < jit.places; i += 2) {
    places[i] = std::uint32_t(jit.found[i]);
    places[i + 1] = std::uint32_t(jit.found[i + 1]);
  }
  return JitAnswer::matched;
}

}  // namespace nodecpp::regexp
