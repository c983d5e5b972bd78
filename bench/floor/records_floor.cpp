// The floor of record streams: a loop of read(2) or write(2) with a buffer of 64 KiB, and memcpy from or to the record.
//   records_floor read FILE RECORD
//   records_floor write FILE BYTES RECORD
// Prints what examples/records prints.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr std::size_t blockSize = 64 * 1024;
char block[blockSize];

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "records_floor: %s: %s\n", what, std::strerror(errno));
  std::exit(1);
}

std::size_t readAll(int fd, char* record, std::size_t size) {
  std::size_t bytes = 0, at = 0, end = 0, filled = 0;
  while (true) {
    if (at == end) {
      ssize_t got = ::read(fd, block, blockSize);
      if (got < 0) fail("read");
      if (got == 0) return bytes + filled;
      at = 0;
      end = std::size_t(got);
    }
    std::size_t some = size - filled < end - at ? size - filled : end - at;
    std::memcpy(record + filled, block + at, some);
    at += some;
    filled += some;
    if (filled < size) continue;
    bytes += size;
    filled = 0;
    asm volatile("" : : "r"(record) : "memory");  // the compiler must assume that the record is read here
  }
}

void writeBlock(int fd, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    ssize_t sent = ::write(fd, block + done, size - done);
    if (sent < 0) fail("write");
    done += std::size_t(sent);
  }
}

void writeAll(int fd, std::size_t bytes, const char* record, std::size_t size) {
  std::size_t end = 0;
  for (std::size_t left = bytes; left > 0;) {
    std::size_t length = size < left ? size : left;
    for (std::size_t put = 0; put < length;) {
      std::size_t some = length - put < blockSize - end ? length - put : blockSize - end;
      std::memcpy(block + end, record + put, some);
      end += some;
      put += some;
      if (end < blockSize) continue;
      writeBlock(fd, end);
      end = 0;
    }
    left -= length;
  }
  writeBlock(fd, end);
}

}  // namespace

int main(int argc, char** argv) {
  bool reads = argc == 4 && std::strcmp(argv[1], "read") == 0;
  if (!reads && !(argc == 5 && std::strcmp(argv[1], "write") == 0)) {
    std::fputs("records_floor read FILE RECORD | write FILE BYTES RECORD\n", stderr);
    return 1;
  }
  std::size_t size = std::strtoull(argv[reads ? 3 : 4], nullptr, 10);
  std::size_t bytes = reads ? 0 : std::strtoull(argv[3], nullptr, 10);
  if (size == 0) return 1;
  double start = now();
  char* record = static_cast<char*>(std::malloc(size));
  std::memset(record, 'x', size);
  int fd = reads ? ::open(argv[2], O_RDONLY) : ::open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0) fail(argv[2]);
  if (reads)
    bytes = readAll(fd, record, size);
  else
    writeAll(fd, bytes, record, size);
  if (::close(fd) < 0) fail("close");
  std::printf("{\"op\":\"%s\",\"record\":%zu,\"bytes\":%zu,\"seconds\":%.6f}\n", argv[1], size, bytes, now() - start);
}
