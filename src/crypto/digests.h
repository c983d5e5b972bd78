// The digests of OpenSSL by Node's names, with what a thread keeps of each so that the next computation costs no
// allocation.
#pragma once

#include <nodecpp/buffer.h>

#include <openssl/evp.h>

#include <string>

#include "crypto/openssl.h"
#include "crypto/secret.h"

namespace nodecpp::crypto::detail {

using MdContext = Owned<EVP_MD_CTX, EVP_MD_CTX_free>;
using MacContext = Owned<EVP_MAC_CTX, EVP_MAC_CTX_free>;
using Md = Owned<EVP_MD, EVP_MD_free>;

// A digest of this thread. It lives as long as the thread.
struct Digest {
  std::string name;  // In lower case, as a program has asked for it.
  Md md;
  std::string macName;  // As the provider of HMAC knows it.
  std::size_t size = 0;
  bool isXof = false;
  MdContext spare;     // A context for the next computation, or null.
  MacContext spareMac;  // A context of HMAC with this digest, or null.
  // The key that was set last, and its number; and the number of the spare context's key. A program that uses a key again finds
  // it in the context, which saves half of the work for a short text. The context has the key anyway.
  Secret macKey{};
  std::uint64_t macKeyNumber = 0, spareMacKeyNumber = 0;

  // Returns a context that is ready for data. Throws OpenSSL's error.
  MdContext begin();
  // Takes a context that is not used any more.
  void giveBack(MdContext context) noexcept;
  // Returns another reference to the digest, for a job on another thread.
  Md share() const;
};

// Returns the digest with this name, or null when there is none.
Digest* findDigest(const StringArg& name);
// As findDigest, but throws ERR_CRYPTO_INVALID_DIGEST when there is none.
Digest& digestFor(const StringArg& name);

// Returns the digest with which the stream of a Hash or an Hmac ends. As in Node, the program may still ask for the digest itself.
template <class State, class Finish>
const Buffer& endOfStream(State& state, Finish finish) {
  if (!state.digestCalled) {
    state.result = finish();
    state.digestCalled = false;
  }
  return state.result;
}

}  // namespace nodecpp::crypto::detail
