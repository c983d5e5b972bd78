// Reading and writing key files, and helpers to read and write all bytes of a file.
#pragma once

#include <sodium.h>

#include <array>
#include <string>

namespace nodecpp::logtool {

using PublicKey = std::array<unsigned char, crypto_box_PUBLICKEYBYTES>;
using PrivateKey = std::array<unsigned char, crypto_box_SECRETKEYBYTES>;

// These functions throw a Failure or a UsageError that names the file.
PublicKey readPublicKey(const std::string& path);
PrivateKey readPrivateKey(const std::string& path);
void initSodium();

// Owns a file descriptor and closes it in the destructor.
class File {
 public:
  explicit File(int descriptor = -1) : descriptor_(descriptor) {}
  File(const File&) = delete;
  ~File();
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// Writes all `size` bytes, or throws a Failure.
void writeAll(int file, const void* data, std::size_t size, const std::string& name);
// Reads `size` bytes, or fewer when the file ends before. Returns the number of bytes that were read.
std::size_t readUpTo(int file, void* to, std::size_t size, const std::string& name);

}  // namespace nodecpp::logtool
