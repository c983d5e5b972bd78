#include "crypto/digests.h"

#include <openssl/core_names.h>
#include <openssl/err.h>

#include <cctype>
#include <memory>
#include <string_view>
#include <vector>

#include "crypto/bytes.h"

namespace nodecpp::crypto::detail {

namespace {

// The digests that this thread has used. OpenSSL does not distinguish capital letters, so there are no more than it has
// names.
thread_local std::vector<std::unique_ptr<Digest>> digestsUsed;

std::string lowerCase(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool isSameName(std::string_view lower, std::string_view name) {
  if (lower.size() != name.size()) return false;
  // Nearly all programs write a name in lower case.
  if (nodecpp::detail::sameBytes(lower.data(), name.data(), name.size())) return true;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (lower[i] != name[i] && lower[i] != std::tolower(static_cast<unsigned char>(name[i]))) return false;
  return true;
}

// Returns the digest with this name from OpenSSL. OpenSSL 3 knows names in two tables: those of its providers, and older
// ones, which Node accepts as well. It leaves an error only for a digest that it knows and that no provider computes.
Md fetch(const std::string& name) {
  if (const EVP_MD* older = EVP_get_digestbyname(name.c_str()))
    return Md(EVP_MD_fetch(nullptr, EVP_MD_get0_name(older), nullptr));
  Md found(EVP_MD_fetch(nullptr, name.c_str(), nullptr));
  ERR_clear_error();
  return found;
}

bool fill(Digest& digest, std::string_view name) {
  digest.name = lowerCase(name);
  // OpenSSL's names end at a zero.
  if (name.empty() || name.find('\0') != name.npos) return false;
  digest.md = fetch(digest.name);
  if (!digest.md || EVP_MD_is_a(digest.md.get(), "NULL")) return false;
  digest.macName = EVP_MD_get0_name(digest.md.get());
  digest.isXof = EVP_MD_get_flags(digest.md.get()) & EVP_MD_FLAG_XOF;
  // Later versions of OpenSSL have no default length for these two, and Node keeps the one that they had.
  digest.size = digest.isXof ? (EVP_MD_is_a(digest.md.get(), "SHAKE-128") ? 16 : 32) : std::size_t(EVP_MD_get_size(digest.md.get()));
  return true;
}

}  // namespace

MdContext Digest::begin() {
  MdContext context = spare ? std::move(spare) : MdContext(EVP_MD_CTX_new());
  if (!context || EVP_DigestInit_ex2(context.get(), md.get(), nullptr) != 1) throwOpenssl();
  return context;
}

void Digest::giveBack(MdContext context) noexcept {
  if (!spare) spare = std::move(context);
}

Md Digest::share() const {
  EVP_MD_up_ref(md.get());
  return Md(md.get());
}

Digest* findDigest(const StringArg& name) {
  const std::string_view wanted(name.data(), name.size());
  for (auto& each : digestsUsed)
    if (isSameName(each->name, wanted)) return each.get();
  ERR_clear_error();
  auto made = std::make_unique<Digest>();
  if (!fill(*made, wanted)) return nullptr;
  return digestsUsed.emplace_back(std::move(made)).get();
}

Digest& digestFor(const StringArg& name) {
  if (Digest* found = findDigest(name)) return *found;
  ERR_clear_error();
  throw nativeError<TypeError>("ERR_CRYPTO_INVALID_DIGEST", "Invalid digest: " + name.toString());
}

}  // namespace nodecpp::crypto::detail
