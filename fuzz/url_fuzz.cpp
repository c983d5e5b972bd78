// Runs url on any bytes: it must not crash and may throw only its documented errors. Formatting a parsed URL and
// parsing it again must give the same URL.
#include <nodecpp/url.h>

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
    if (error->name != "URIError" && !error->code.startsWith("ERR_INVALID_")) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const unsigned flags = data[0];
  std::string text(reinterpret_cast<const char*>(data + 2), size - 2);
  const std::size_t cut = text.empty() ? 0 : data[1] % text.size();
  const std::string first = text.substr(0, cut), second = text.substr(cut);

  withItsErrors([&] {
    auto parsed = url::parse(text, flags & 1, flags & 2);
    if (parsed.protocol == nullptr && !parsed.path.isNull() && parsed.path.length() == 0) std::abort();
    url::format(parsed);
  });
  withItsErrors([&] { url::resolve(first, second); });
  withItsErrors([&] { url::resolveObject(first, second); });
  withItsErrors([&] { url::domainToUnicode(url::domainToASCII(text)); });
  withItsErrors([&] { url::fileURLToPath("file:" + text); });
  withItsErrors([&] {
    std::string path = text.substr(0, text.find('\0'));
    // A normalised path that is converted to a URL and back must stay the same.
    String there = url::fileURLToPath(url::pathToFileURL(path));
    if (url::fileURLToPath(url::pathToFileURL(there)) != there) std::abort();
  });
  return 0;
}
