// Makes a URLPattern of any bytes and matches others with it: it must not crash and may throw only its documented
// errors. The normal form of a part, read again, must be its own normal form.
#include <nodecpp/url_pattern.h>

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace nodecpp;

namespace {

template <class F>
void withItsErrors(F f) {
  try {
    f();
  } catch (const Error& error) {
    // A regular expression of the pattern may need more steps than RegExp allows.
    if (error->code != "ERR_INVALID_URL_PATTERN" && error->name != "RangeError") std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 512) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::size_t cut = data[0] % text.size();
  const std::string pattern = text.substr(0, cut), url = text.substr(cut);
  withItsErrors([&] { make<URLPattern>(pattern, "https://example.com/a/b")->exec(url, "https://example.com/a/b"); });
  withItsErrors([&] { make<URLPattern>(pattern)->test(url); });
  withItsErrors([&] {
    auto made = make<URLPattern>({.protocol = "https", .pathname = pattern});
    made->exec({.pathname = url});
    auto again = make<URLPattern>({.protocol = "https", .pathname = made->pathname()});
    if (again->pathname() != made->pathname()) std::abort();
  });
  return 0;
}
