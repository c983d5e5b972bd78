#include "fetch/integrity.h"

#include <nodecpp/crypto.h>

#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::detail {

namespace {

constexpr std::string_view algorithms[] = {"sha256", "sha384", "sha512"};  // the strongest is the last

// Returns the hash in the alphabet of base64, without padding.
std::string plain(std::string_view hash) {
  std::string out(hash);
  for (int i = 0; i < 2 && out.ends_with('='); ++i) out.pop_back();
  for (char& c : out) c = c == '-' ? '+' : c == '_' ? '/' : c;
  return out;
}

}  // namespace

bool matchesIntegrity(const Buffer& bytes, const String& integrity) {
  std::size_t strongest = 0;
  std::vector<std::string> wanted;
  for (const String& item : integrity.split(" ")) {
    std::string_view text(item.data(), item.size());
    text = text.substr(0, text.find('?'));
    for (std::size_t i = 0; i < std::size(algorithms); ++i) {
      if (text.substr(0, 6) != algorithms[i]) continue;
      if (i > strongest) wanted.clear();
      if (i < strongest && !wanted.empty()) continue;
      strongest = i;
      wanted.push_back(plain(text.size() > 7 ? text.substr(7) : std::string_view()));
    }
  }
  if (wanted.empty()) return true;
  const String hash = crypto::createHash(String(algorithms[strongest]))->update(bytes)->digest("base64");
  const std::string actual = plain({hash.data(), hash.size()});
  for (const std::string& each : wanted)
    if (each == actual) return true;
  return false;
}

}  // namespace nodecpp::detail
