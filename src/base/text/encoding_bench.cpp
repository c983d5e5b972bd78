// Measures how fast Strings and Buffers validate, count and convert text, and compares each function with one made of
// simdutf when NODECPP_SIMDUTF_FOLDER names its folder (see cmake/Bench.cmake). Both sides return the same result in
// the same form.
#include <benchmark/benchmark.h>
#include <nodecpp/string.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text/encoding.h"
#include "base/text/string_build.h"
#include "base/text/string_units.h"

#if NODECPP_BENCH_SIMDUTF
#include <simdutf.h>
#endif

namespace {

using namespace nodecpp;

// Returns as many repetitions of `piece` as fit into `bytes` bytes, followed by ASCII.
std::string filled(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() + piece.size() <= bytes) text += piece;
  text.append(bytes - text.size(), '.');
  return text;
}

constexpr std::pair<const char*, const char*> kinds[] = {
    {"ascii", "a line of text. "}, {"french", "d\u00e9j\u00e0 vu, "}, {"cyrillic", "\u0416\u0443\u043a"},
    {"chinese", "\u8a9e\u6587"},   {"emoji", "\U0001f600"},
};

std::u16string wide(const std::string& text) { return units::wide(text); }
const char* bytesOf(const std::u16string& text) { return reinterpret_cast<const char*>(text.data()); }

// The measured operations. `prepare` makes the input for both sides from a text, and `ours` and `theirs` do the same
// work.
struct Utf8Validation {
  static std::string prepare(const std::string& text) { return text; }
  static bool ours(const std::string& in) { return detail::utf8Prefix(in.data(), in.size()) == in.size(); }
#if NODECPP_BENCH_SIMDUTF
  static bool theirs(const std::string& in) { return simdutf::validate_utf8(in.data(), in.size()); }
#endif
};
// Measures isWellFormed(). A String is not stored as UTF-16, but both sides answer the same question.
struct Utf16Validation {
  struct Both {
    std::string text;
    std::u16string wide;
  };
  static Both prepare(const std::string& text) { return {text, ::wide(text)}; }
  static bool ours(const Both& in) { return !detail::hasSurrogate(in.text); }
#if NODECPP_BENCH_SIMDUTF
  static bool theirs(const Both& in) { return simdutf::validate_utf16le(in.wide.data(), in.wide.size()); }
#endif
};
struct Utf16Length {
  static std::string prepare(const std::string& text) { return text; }
  static std::size_t ours(const std::string& in) { return units::count(in.data(), in.data() + in.size()); }
#if NODECPP_BENCH_SIMDUTF
  static std::size_t theirs(const std::string& in) { return simdutf::utf16_length_from_utf8(in.data(), in.size()); }
#endif
};
// Measures Buffer.from(text, 'utf16le') into an existing Buffer.
struct Utf8ToUtf16 {
  struct In {
    std::string text;
    mutable std::vector<char> to;
  };
  static In prepare(const std::string& text) { return {text, std::vector<char>(text.size() * 2)}; }
  static std::size_t ours(const In& in) { return detail::encode(in.text, Encoding::utf16le, in.to.data(), in.to.size()); }
#if NODECPP_BENCH_SIMDUTF
  static std::size_t theirs(const In& in) {
    return 2 * simdutf::convert_utf8_to_utf16le(in.text.data(), in.text.size(), reinterpret_cast<char16_t*>(in.to.data()));
  }
#endif
};
// Measures buffer.toString('utf16le').
struct Utf16ToUtf8 {
  static std::u16string prepare(const std::string& text) { return wide(text); }
  static String ours(const std::u16string& in) { return detail::decode(bytesOf(in), in.size() * 2, Encoding::utf16le); }
#if NODECPP_BENCH_SIMDUTF
  static String theirs(const std::u16string& in) {
    return detail::buildString(simdutf::utf8_length_from_utf16le(in.data(), in.size()), [&](char* to) {
      benchmark::DoNotOptimize(simdutf::convert_utf16le_to_utf8(in.data(), in.size(), to));
    });
  }
#endif
};
// Returns the text as latin1. All its characters must exist in latin1.
std::string latin1(const std::string& text) {
  std::string out;
  for (char16_t unit : wide(text)) out += char(unit);
  return out;
}
struct Latin1ToUtf8 {
  static std::string prepare(const std::string& text) { return latin1(text); }
  static String ours(const std::string& in) { return String::fromLatin1(in.data(), in.size()); }
#if NODECPP_BENCH_SIMDUTF
  static String theirs(const std::string& in) {
    return detail::buildString(simdutf::utf8_length_from_latin1(in.data(), in.size()), [&](char* to) {
      benchmark::DoNotOptimize(simdutf::convert_latin1_to_utf8(in.data(), in.size(), to));
    });
  }
#endif
};
struct Utf8ToLatin1 {
  struct In {
    std::string text;
    mutable std::vector<char> to;
  };
  static In prepare(const std::string& text) { return {text, std::vector<char>(text.size())}; }
  static std::size_t ours(const In& in) { return detail::encode(in.text, Encoding::latin1, in.to.data(), in.to.size()); }
#if NODECPP_BENCH_SIMDUTF
  static std::size_t theirs(const In& in) {
    return simdutf::convert_utf8_to_latin1(in.text.data(), in.text.size(), in.to.data());
  }
#endif
};
struct ToBase64 {
  static std::string prepare(const std::string& text) { return text; }
  static String ours(const std::string& in) { return detail::decode(in.data(), in.size(), Encoding::base64); }
#if NODECPP_BENCH_SIMDUTF
  static String theirs(const std::string& in) {
    return detail::buildString(simdutf::base64_length_from_binary(in.size()), [&](char* to) {
      benchmark::DoNotOptimize(simdutf::binary_to_base64(in.data(), in.size(), to));
    });
  }
#endif
};
// Decodes as many digits as the text has bytes.
struct FromBase64 {
  struct In {
    std::string text;
    mutable std::vector<char> to;
  };
  static In prepare(const std::string& text) {
    const String digits = detail::decode(text.data(), text.size() / 4 * 3, Encoding::base64);
    return {std::string(digits.data(), digits.size()), std::vector<char>(text.size())};
  }
  static std::size_t ours(const In& in) { return detail::encode(in.text, Encoding::base64, in.to.data(), in.to.size()); }
#if NODECPP_BENCH_SIMDUTF
  static std::size_t theirs(const In& in) {
    std::size_t room = in.to.size();
    benchmark::DoNotOptimize(simdutf::base64_to_binary_safe(in.text.data(), in.text.size(), in.to.data(), room,
                                                            simdutf::base64_default_or_url));
    return room;
  }
#endif
};

template <class What, bool ours>
void run(benchmark::State& state, const char* piece) {
  auto in = What::prepare(filled(piece, std::size_t(state.range(0))));
  for (auto _ : state) {
    benchmark::DoNotOptimize(in);
    benchmark::ClobberMemory();
#if NODECPP_BENCH_SIMDUTF
    if constexpr (!ours)
      benchmark::DoNotOptimize(What::theirs(in));
    else
#endif
      benchmark::DoNotOptimize(What::ours(in));
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

template <class What>
void add(const std::string& name, const char* only = nullptr, const char* also = nullptr) {
  for (const auto& [kind, piece] : kinds) {
    if (only && std::string_view(kind) != only && (!also || std::string_view(kind) != also)) continue;
    for (long size : {16, 256, 4096, 65536, 1 << 20}) {
      benchmark::RegisterBenchmark((name + "/" + kind + "/ours").c_str(), run<What, true>, piece)->Arg(size);
#if NODECPP_BENCH_SIMDUTF
      benchmark::RegisterBenchmark((name + "/" + kind + "/simdutf").c_str(), run<What, false>, piece)->Arg(size);
#endif
    }
  }
}

const bool added = [] {
  add<Utf8Validation>("text/UTF-8 validation");
  add<Utf16Validation>("text/UTF-16 validation");
  add<Utf16Length>("text/length in units");
  add<Utf8ToUtf16>("text/UTF-8 to UTF-16");
  add<Utf16ToUtf8>("text/UTF-16 to UTF-8");
  add<Latin1ToUtf8>("text/latin1 to UTF-8", "ascii", "french");
  add<Utf8ToLatin1>("text/UTF-8 to latin1", "ascii", "french");
  add<ToBase64>("text/to base64", "ascii");
  add<FromBase64>("text/from base64", "ascii");
  return true;
}();

}  // namespace
