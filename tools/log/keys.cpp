// The command nodecpp-log keygen, and the functions that read its files.
#include "keys.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "commands.h"
#include "os/record/log_seal.h"

namespace nodecpp::logtool {

namespace {

// A key file has one line: the kind of the key, and the key in base64.
constexpr std::string_view publicWords = os::record::publicKeyWords, privateWords = "nodecpp-log-private-key-1:";

std::string because(const char* what, const std::string& path) {
  return std::string(what) + " " + path + ": " + std::strerror(errno);
}

std::string encoded(std::string_view words, const unsigned char* key, std::size_t size) {
  char text[128];
  sodium_bin2base64(text, sizeof text, key, size, sodium_base64_VARIANT_ORIGINAL);
  std::string line = std::string(words) + text + "\n";
  sodium_memzero(text, sizeof text);
  return line;
}

template <std::size_t size>
std::array<unsigned char, size> readKey(const std::string& path, std::string_view words, std::string_view others,
                                        const char* what) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) throw UsageError(because("cannot read the key", path));
  char text[256];
  std::size_t read = readUpTo(file.get(), text, sizeof text, path);
  std::string_view line(text, read);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  if (line.starts_with(others)) throw UsageError(path + " is the other key of the pair: " + what + " is needed here");
  std::array<unsigned char, size> key{};
  std::size_t found = 0;
  bool good = line.starts_with(words) &&
              sodium_base642bin(key.data(), size, line.data() + words.size(), line.size() - words.size(), nullptr,
                                &found, nullptr, sodium_base64_VARIANT_ORIGINAL) == 0 &&
              found == size;
  sodium_memzero(text, sizeof text);
  if (!good) throw UsageError(path + " is no key of nodecpp-log keygen");
  return key;
}

// Creates a file. Throws a UsageError when the file exists already.
void makeFile(const std::string& path, unsigned mode, const std::string& contents) {
  File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (file.get() < 0) throw UsageError(because("cannot make", path));
  writeAll(file.get(), contents.data(), contents.size(), path);
}

}  // namespace

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void initSodium() {
  if (sodium_init() < 0) throw Failure("libsodium cannot be used on this machine");
}

void writeAll(int file, const void* data, std::size_t size, const std::string& name) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    ssize_t put = ::write(file, from, size);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw Failure(because("cannot write to", name));
    from += put;
    size -= std::size_t(put);
  }
}

std::size_t readUpTo(int file, void* to, std::size_t size, const std::string& name) {
  std::size_t have = 0;
  while (have < size) {
    ssize_t got = ::read(file, static_cast<char*>(to) + have, size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Failure(because("cannot read", name));
    if (got == 0) break;
    have += std::size_t(got);
  }
  return have;
}

PublicKey readPublicKey(const std::string& path) {
  return readKey<crypto_box_PUBLICKEYBYTES>(path, publicWords, privateWords, "the public one, NAME.pub,");
}
PrivateKey readPrivateKey(const std::string& path) {
  return readKey<crypto_box_SECRETKEYBYTES>(path, privateWords, publicWords, "the private one, NAME.key,");
}

int keygenCommand(Arguments arguments) {
  std::string name = arguments.rest({"the keys' name"})[0];
  initSodium();
  PublicKey open;
  PrivateKey secret;
  crypto_box_keypair(open.data(), secret.data());
  makeFile(name + ".key", 0600, encoded(privateWords, secret.data(), secret.size()));
  sodium_memzero(secret.data(), secret.size());
  try {
    makeFile(name + ".pub", 0644, encoded(publicWords, open.data(), open.size()));
  } catch (...) {
    ::unlink((name + ".key").c_str());
    throw;
  }
  std::fprintf(stderr, "nodecpp-log: made %s.pub, to export to, and %s.key, which is to stay with who reads\n",
               name.c_str(), name.c_str());
  return 0;
}

}  // namespace nodecpp::logtool
