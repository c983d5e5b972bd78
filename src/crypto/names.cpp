// The lists of names: getHashes, getCiphers and getCurves.
#include <nodecpp/crypto/cipher.h>
#include <nodecpp/crypto/hash.h>
#include <nodecpp/crypto/key_object.h>

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "crypto/openssl.h"

namespace nodecpp::crypto {

namespace {

// Names by their spelling in lower case. Of two spellings the last counts, as in Node; OpenSSL gives them in order.
using Names = std::map<std::string, std::string>;

void add(Names& names, const char* name) {
  std::string lower(name);
  for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
  names[lower] = name;
}

Array<String> listOf(const Names& names) {
  std::set<std::string> sorted;
  for (const auto& [lower, name] : names) sorted.insert(name);
  Array<String> list;
  for (const std::string& name : sorted) list.push(String::copyOf(name.data(), name.size()));
  ERR_clear_error();
  return list;
}

}  // namespace

// OpenSSL names also algorithms that none of its providers computes, so each is fetched, as in Node.
Array<String> getHashes() {
  Names names;
  EVP_MD_do_all_sorted(
      [](const EVP_MD*, const char* from, const char*, void* all) {
        const EVP_MD* digest = from ? EVP_get_digestbyname(from) : nullptr;
        if (!digest) return;
        detail::Owned<EVP_MD, EVP_MD_free> found(EVP_MD_fetch(nullptr, EVP_MD_get0_name(digest), nullptr));
        if (found) add(*static_cast<Names*>(all), from);
      },
      &names);
  return listOf(names);
}

Array<String> getCiphers() {
  Names names;
  EVP_CIPHER_do_all_sorted(
      [](const EVP_CIPHER*, const char* from, const char*, void* all) {
        const EVP_CIPHER* cipher = from ? EVP_get_cipherbyname(from) : nullptr;
        if (!cipher) return;
        detail::Owned<EVP_CIPHER, EVP_CIPHER_free> found(EVP_CIPHER_fetch(nullptr, EVP_CIPHER_get0_name(cipher), nullptr));
        if (found) add(*static_cast<Names*>(all), from);
      },
      &names);
  return listOf(names);
}

Array<String> getCurves() {
  std::vector<EC_builtin_curve> curves(EC_get_builtin_curves(nullptr, 0));
  EC_get_builtin_curves(curves.data(), curves.size());
  Names names;
  for (const EC_builtin_curve& each : curves)
    if (const char* name = OBJ_nid2sn(each.nid)) add(names, name);
  return listOf(names);
}

}  // namespace nodecpp::crypto
