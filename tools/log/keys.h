// Files: keys, and such as are made whole or not at all.
#pragma once

#include <sodium.h>

#include <array>
#include <string>

namespace nodecpp::logtool {

using PublicKey = std::array<unsigned char, crypto_box_PUBLICKEYBYTES>;
using PrivateKey = std::array<unsigned char, crypto_box_SECRETKEYBYTES>;

// Throw a Failure or UsageError that names the file.
PublicKey readPublicKey(const std::string& path);
PrivateKey readPrivateKey(const std::string& path);
void initSodium();

// A descriptor, closed at the end.
class File {
 public:
  explicit File(int descriptor = -1) : descriptor_(descriptor) {}
  File(const File&) = delete;
  ~File();
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// Writes all of it, or throws.
void writeAll(int file, const void* data, std::size_t size, const std::string& name);
// Reads up to `size` bytes, fewer at the end alone.
std::size_t readUpTo(int file, void* to, std::size_t size, const std::string& name);

}  // namespace nodecpp::logtool
