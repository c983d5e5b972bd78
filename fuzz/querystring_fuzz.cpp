// Runs querystring on any bytes: it must not crash, and must be able to parse what it wrote.
#include <nodecpp/querystring.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace nodecpp;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  // The first two bytes choose the lengths of the separators.
  std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t sepSize = data[0] % 4, eqSize = data[1] % 4;
  text.erase(0, 2);
  std::string sep = text.substr(0, std::min(sepSize, text.size()));
  text.erase(0, sep.size());
  std::string eq = text.substr(0, std::min(eqSize, text.size()));
  text.erase(0, eq.size());

  auto query = querystring::parse(text, sep, eq);
  for (const auto& [key, value] : query)
    if (query[key].toString() != value.toString()) std::abort();
  querystring::unescapeBuffer(text, true);
  try {
    String written = querystring::stringify(query);
    if (querystring::unescape(querystring::escape(text)).empty() != text.empty()) std::abort();
    // Parsing may only drop keys after the limit, and invalid UTF-8.
    if (querystring::parse(written).size() > query.size()) std::abort();
  } catch (const Error& error) {
    if (error->code != "ERR_INVALID_URI") std::abort();
  }
  return 0;
}
