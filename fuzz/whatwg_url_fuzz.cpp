// Runs URL and URLSearchParams on any bytes: they must not crash and may throw only their documented errors. Parsing a
// URL's href must give the same URL, also after any setter. canParse must agree with the constructor.
#include <nodecpp/url.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace nodecpp;

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void checkWhole(const URL& u) {
  const String href = u->href();
  auto again = make<URL>(href);
  check(again->href() == href);
  check(again->origin() == u->origin() && again->protocol() == u->protocol());
  check(again->username() == u->username() && again->password() == u->password());
  check(again->host() == u->host() && again->port() == u->port() && again->pathname() == u->pathname());
  check(again->search() == u->search() && again->hash() == u->hash());
  check(again->searchParams()->toString() == u->searchParams()->toString());
  check(u->host() == (u->port().empty() ? u->hostname() : u->hostname() + ":" + u->port()));
  for (char c : href) check(c >= ' ' && c < '\x7f');
}

void change(const URL& u, unsigned which, const String& value) {
  switch (which % 12) {
    case 0: return u->setProtocol(value);
    case 1: return u->setUsername(value);
    case 2: return u->setPassword(value);
    case 3: return u->setHost(value);
    case 4: return u->setHostname(value);
    case 5: return u->setPort(value);
    case 6: return u->setPathname(value);
    case 7: return u->setSearch(value);
    case 8: return u->setHash(value);
    case 9: return u->searchParams()->append(value, value);
    case 10: return u->searchParams()->delete_(value);
    default:
      if (URL::canParse(value)) u->setHref(value);
  }
}

void parameters(const String& text) {
  auto params = make<URLSearchParams>(text);
  const String printed = params->toString();
  check(make<URLSearchParams>(printed)->toString() == printed);
  params->sort();
  const std::size_t size = params->size();
  params->sort();
  check(params->size() == size);
  for (auto& [name, value] : params) check(params->has(name, value) && !params->get(name).isNull());
}

}  // namespace

// The first byte gives the length of the base URL, which follows. The rest is cut at 0xff into the input and the values
// for setters. The first byte of each value chooses its setter.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::size_t baseSize = data[0] % rest.size();
  const String base = rest.substr(0, baseSize);
  rest.remove_prefix(baseSize);
  const String input = rest.substr(0, rest.find('\xff'));
  rest.remove_prefix(std::min(input.size() + 1, rest.size()));

  parameters(input);
  const bool based = baseSize > 0;
  URL u = based ? URL::parse(input, base) : URL::parse(input);
  check(bool(u) == (based ? URL::canParse(input, base) : URL::canParse(input)));
  if (!u) return 0;
  checkWhole(u);
  while (!rest.empty()) {
    const std::string_view step = rest.substr(0, rest.find('\xff'));
    rest.remove_prefix(std::min(step.size() + 1, rest.size()));
    if (step.empty()) continue;
    change(u, static_cast<unsigned char>(step[0]), step.substr(1));
    checkWhole(u);
  }
  try {
    url::urlToHttpOptions(u);
  } catch (const URIError&) {
  }
  for (bool windows : {false, true}) try {
      url::fileURLToPath(u, {.windows = windows});
    } catch (const Error& error) {
      check(error->name == "URIError" || error->code.startsWith("ERR_INVALID_"));
    }
  return 0;
}
