// The commands nodecpp-log export and nodecpp-log import: they carry a recording encrypted for the holder of a key.
//
// An exported file has these parts: the magic bytes; a key for this file alone, sealed to the public key
// (crypto_box_seal); the header of a stream (crypto_secretstream_xchacha20poly1305); and the stream's messages, each
// after its size in 4 bytes, little-endian. A message is F and a file's name, or D and bytes of that file. The last
// message is empty and has the stream's final tag, so a file that was cut is recognised because the tag is missing. The
// first message authenticates the magic bytes and the sealed key.
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "keys.h"
#include "os/record/log_seal.h"
#include "os/trace/log_reader.h"
#include "os/trace/manifest.h"
#include "secrets.h"

namespace nodecpp::logtool {

namespace {

constexpr std::string_view fileMagic{"NodeCLogExport\0\1", 16};
constexpr std::size_t keyBytes = crypto_secretstream_xchacha20poly1305_KEYBYTES;
constexpr std::size_t sealedBytes = keyBytes + crypto_box_SEALBYTES;
constexpr std::size_t headerBytes = crypto_secretstream_xchacha20poly1305_HEADERBYTES;
constexpr std::size_t addedBytes = crypto_secretstream_xchacha20poly1305_ABYTES;
constexpr std::size_t chunkBytes = 64 << 10;
constexpr unsigned char middle = 0, last = crypto_secretstream_xchacha20poly1305_TAG_FINAL;

// Returns whether the name has the form of a log file, such as NAME.0000.log. It cannot lead to another folder.
bool isLogName(std::string_view name) {
  if (name == os::record::manifestName) return true;
  std::size_t dot = name.find('.');
  if (dot == name.npos || dot == 0 || dot > 64 || name.size() > 80 || !name.ends_with(".log")) return false;
  std::string_view number =
      name.substr(dot + 1, name.size() - dot - 1 - std::min<std::size_t>(name.size() - dot - 1, 4));
  auto isWord = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  return std::ranges::all_of(name.substr(0, dot), isWord) && number.size() >= 4 && number.size() <= 9 &&
         std::ranges::all_of(number, isDigit);
}

std::string because(const char* what, const std::string& path) {
  return std::string(what) + " " + path + ": " + std::strerror(errno);
}

class Sealer {
 public:
  Sealer(int file, const PublicKey& to) : file_(file) {
    unsigned char key[keyBytes];
    crypto_secretstream_xchacha20poly1305_keygen(key);
    std::string start(fileMagic);
    start.resize(fileMagic.size() + sealedBytes);
    auto* at = reinterpret_cast<unsigned char*>(start.data()) + fileMagic.size();
    bool sealed = crypto_box_seal(at, key, sizeof key, to.data()) == 0;
    unsigned char header[headerBytes];
    crypto_secretstream_xchacha20poly1305_init_push(&state_, header, key);
    sodium_memzero(key, sizeof key);
    if (!sealed) throw Failure("the public key is not one that can be sealed to");
    first_ = start;
    start.append(reinterpret_cast<const char*>(header), headerBytes);
    writeAll(file_, start.data(), start.size(), "standard output");
  }
  ~Sealer() { sodium_memzero(&state_, sizeof state_); }

  void push(std::string_view message, unsigned char tag = middle) {
    std::vector<unsigned char> out(4 + message.size() + addedBytes);
    auto size = std::uint32_t(message.size() + addedBytes);
    std::memcpy(out.data(), &size, 4);
    crypto_secretstream_xchacha20poly1305_push(
        &state_, out.data() + 4, nullptr, reinterpret_cast<const unsigned char*>(message.data()), message.size(),
        reinterpret_cast<const unsigned char*>(first_.data()), first_.size(), tag);
    first_.clear();
    writeAll(file_, out.data(), out.size(), "standard output");
  }

 private:
  int file_;
  crypto_secretstream_xchacha20poly1305_state state_;
  std::string first_;
};

class Opener {
 public:
  Opener(int file, const std::string& name, const PrivateKey& secret) : file_(file), name_(name) {
    std::string start(fileMagic.size() + sealedBytes, '\0');
    take(start.data(), start.size());
    if (!start.starts_with(fileMagic)) throw Failure(name_ + " is no file of nodecpp-log export");
    PublicKey open;
    crypto_scalarmult_base(open.data(), secret.data());
    unsigned char key[keyBytes], header[headerBytes];
    if (crypto_box_seal_open(key, reinterpret_cast<const unsigned char*>(start.data()) + fileMagic.size(), sealedBytes,
                             open.data(), secret.data()) != 0)
      throw Failure(name_ + " cannot be opened with this key: it was exported to another one, or is damaged");
    take(header, headerBytes);
    bool good = crypto_secretstream_xchacha20poly1305_init_pull(&state_, header, key) == 0;
    sodium_memzero(key, sizeof key);
    if (!good) throw Failure(damaged());
    first_ = start;
  }
  ~Opener() { sodium_memzero(&state_, sizeof state_); }

  // Reads and decrypts the next message. Returns false after the last message.
  bool pull(std::string& message) {
    std::uint32_t size;
    take(&size, 4);
    if (size < addedBytes || size > chunkBytes + 1 + addedBytes) throw Failure(damaged());
    std::vector<unsigned char> sealed(size);
    take(sealed.data(), size);
    message.resize(size - addedBytes);
    unsigned char tag = 0;
    if (crypto_secretstream_xchacha20poly1305_pull(
            &state_, reinterpret_cast<unsigned char*>(message.data()), nullptr, &tag, sealed.data(), size,
            reinterpret_cast<const unsigned char*>(first_.data()), first_.size()) != 0)
      throw Failure(damaged());
    first_.clear();
    if (tag != last) return true;
    char more;
    if (!message.empty() || readUpTo(file_, &more, 1, name_) != 0) throw Failure(damaged());
    return false;
  }
  std::string damaged() const { return name_ + " is damaged"; }

 private:
  void take(void* to, std::size_t size) {
    if (readUpTo(file_, to, size, name_) != size) throw Failure(name_ + " is cut off");
  }

  int file_;
  std::string name_;
  crypto_secretstream_xchacha20poly1305_state state_;
  std::string first_;
};

bool isSealed(std::string_view segment) { return segment.starts_with(os::record::sealedMagic); }

// Decrypts, piece by piece, the frames of a segment that was encrypted while it was written (src/os/record/log_seal.h).
class SealedSegment {
 public:
  SealedSegment(std::string_view bytes, std::string name, const PrivateKey& secret) : bytes_(bytes), name_(std::move(name)) {
    using os::record::Seal;
    std::uint32_t version = 0;
    if (bytes_.size() < Seal::headBytes) throw Failure(name_ + " is cut off");
    std::memcpy(&version, bytes_.data() + fileHead, sizeof version);
    if (version != os::record::formatVersion) throw Failure(name_ + " has another format");
    PublicKey open;
    crypto_scalarmult_base(open.data(), secret.data());
    unsigned char key[keyBytes];
    if (crypto_box_seal_open(key, at(fileHead + sizeof version), sealedBytes, open.data(), secret.data()) != 0)
      throw Failure(name_ + " cannot be opened with this key: it was recorded to another one, or is damaged");
    bool good = crypto_secretstream_xchacha20poly1305_init_pull(&state_, at(Seal::authenticatedBytes), key) == 0;
    sodium_memzero(key, sizeof key);
    if (!good) throw Failure(name_ + " is damaged");
    place_ = Seal::headBytes;
  }
  ~SealedSegment() { sodium_memzero(&state_, sizeof state_); }

  // Decrypts the next piece. Returns false at the end, which for a killed program is the end of its last complete
  // record.
  bool pull(std::string& piece) {
    std::uint32_t size = 0;
    if (over_ || bytes_.size() - place_ < sizeof size) return false;
    std::memcpy(&size, bytes_.data() + place_, sizeof size);
    if (size == 0) {
      // The length of a frame is written last, so one unfinished frame may follow without a length.
      return false;
    }
    if (size < addedBytes || size > bytes_.size() - place_ - sizeof size) throw Failure(damaged());
    bool first = place_ == os::record::Seal::headBytes;
    piece.resize(size - addedBytes);
    unsigned char tag = 0;
    if (crypto_secretstream_xchacha20poly1305_pull(
            &state_, reinterpret_cast<unsigned char*>(piece.data()), nullptr, &tag, at(place_ + sizeof size), size,
            first ? at(0) : nullptr, first ? os::record::Seal::authenticatedBytes : 0) != 0)
      throw Failure(damaged());
    place_ += sizeof size + size;
    over_ = tag == last;
    return !over_;
  }
  // Returns whether the segment ends with the stream's final tag, so that the program has finished writing it.
  bool finished() const { return over_; }
  std::string damaged() const { return name_ + " is damaged at byte " + std::to_string(place_); }

 private:
  static constexpr std::size_t fileHead = os::record::sealedMagic.size();
  const unsigned char* at(std::size_t place) const {
    return reinterpret_cast<const unsigned char*>(bytes_.data()) + place;
  }
  std::string_view bytes_;
  std::string name_;
  std::size_t place_ = 0;
  bool over_ = false;
  crypto_secretstream_xchacha20poly1305_state state_;
};

// The folder that an import makes. It has a temporary name until it is complete, and is removed when the import fails.
class NewFolder {
 public:
  explicit NewFolder(std::string path) : path_(std::move(path)) {
    while (path_.size() > 1 && path_.back() == '/') path_.pop_back();
    struct stat status{};
    if (::lstat(path_.c_str(), &status) == 0)
      throw UsageError(path_ + " is there already: an import makes a new folder, and writes over nothing");
    temporary_ = path_ + ".import-XXXXXX";
    if (!::mkdtemp(temporary_.data())) throw UsageError(because("cannot make", temporary_));
    folder_ = ::open(temporary_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder_ < 0) {
      std::string why = because("cannot open", temporary_);
      ::rmdir(temporary_.c_str());
      throw Failure(why);
    }
  }
  ~NewFolder() {
    if (!done_) {
      for (const std::string& name : names_) ::unlinkat(folder_, name.c_str(), 0);
      ::rmdir(temporary_.c_str());
    }
    ::close(folder_);
  }

  int make(const std::string& name) {
    int file = ::openat(folder_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) throw Failure(because("cannot make", name));
    names_.insert(name);
    return file;
  }
  bool has(const std::string& name) const { return names_.contains(name); }
  void finish() {
    if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) != 0)
      throw Failure(because("cannot make", path_));
    done_ = true;
  }

 private:
  std::string path_, temporary_;
  int folder_ = -1;
  std::set<std::string> names_;
  bool done_ = false;
};

// Returns the file's size without the zeros at its end. The file of a recording that is running or was killed is larger
// than its contents, and the rest is zeros. A record may itself end in zeros.
std::uint64_t sizeWithoutZeros(int file, const std::string& name) {
  struct stat status{};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) throw Failure(name + " is no file");
  char block[4096];
  for (auto end = std::uint64_t(status.st_size); end > 0;) {
    std::uint64_t begin = (end - 1) & ~std::uint64_t(sizeof block - 1);
    ssize_t got = ::pread(file, block, std::size_t(end - begin), off_t(begin));
    if (got <= 0) throw Failure(because("cannot read", name));
    for (ssize_t i = got; i > 0; --i)
      if (block[i - 1] != 0) return std::min(std::uint64_t(status.st_size), begin + std::uint64_t(i) + sizeof block);
    end = begin;
  }
  return 0;
}

// A private copy of a segment in memory, in which the secret parts are overwritten. Their lengths stay the same, so a
// program that does not look at these values can still be replayed.
class HiddenCopy {
 public:
  HiddenCopy(int file, std::size_t size, const std::string& name) : size_(size) {
    if (size_ == 0) return;
    void* memory = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED) throw Failure(because("cannot read", name));
    bytes_ = static_cast<char*>(memory);
  }
  ~HiddenCopy() {
    if (bytes_) ::munmap(bytes_, size_);
  }
  HiddenCopy(const HiddenCopy&) = delete;

  // Hides the secrets of the segment. Returns an error message, or an empty string. The bytes after a damage are
  // dropped, because secrets cannot be found in them.
  std::string hide(Secrets& secrets) {
    os::record::LogReader reader;
    if (size_ == 0) return {};
    std::string why = reader.open({std::string_view(bytes_, size_)});
    if (!why.empty()) return size_ = 0, why;
    os::record::Entry entry;
    std::size_t end = os::record::preambleBytes;
    while (reader.next(entry)) {
      char* head = bytes_ + entry.offset;
      char* last = bytes_ + (entry.fields.data() - bytes_) + entry.fields.size();
      bool any = false;
      secrets.take(entry, [&](const char* begin, std::size_t size) {
        logtool::hide(bytes_ + (begin - bytes_), size);
        any = true;
      });
      if (any) {
        std::uint32_t sum = os::crc32c(head, std::size_t(last - head));
        std::memcpy(last, &sum, sizeof sum);
      }
      end = std::size_t(last - bytes_) + 4;
    }
    size_ = end;
    return reader.fault();
  }
  std::string_view bytes() const { return {bytes_, size_}; }

 private:
  char* bytes_ = nullptr;
  std::size_t size_;
};

volatile std::sig_atomic_t interrupted = 0;

}  // namespace

int exportCommand(Arguments arguments) {
  std::string to;
  bool secrets = arguments.flag("--secrets");
  if (!arguments.value("--to", to))
    throw UsageError("--to PUBLICKEY is missing: whose recording it is to be (nodecpp-log keygen makes keys)");
  std::string folder = arguments.rest({"the log's folder"})[0];
  initSodium();
  PublicKey key = readPublicKey(to);
  if (::isatty(STDOUT_FILENO)) throw UsageError("an encrypted recording is not for a terminal: export … > FILE");
  File directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) throw UsageError(because("cannot read the folder", folder));
  std::set<std::string> names;
  if (DIR* listing = ::opendir(folder.c_str())) {
    while (dirent* entry = ::readdir(listing))
      if (isLogName(entry->d_name)) names.insert(entry->d_name);
    ::closedir(listing);
  }
  if (names.empty()) throw UsageError("there is no log in " + folder);
  std::fprintf(stderr,
               "nodecpp-log: a recording holds all that the program received, and what it has read of its environment: "
               "passwords, tokens,\n             people's data.%s Who has the private key of %s reads it all.\n",
               secrets ? "" : " Of header fields that carry credentials the values are left out.", to.c_str());
  Sealer out(STDOUT_FILENO, key);
  std::string chunk;
  // the search state of each log, since a field may continue in the log's next segment
  std::map<std::string, Secrets> found;
  int code = 0;
  bool saidSealed = false;
  for (const std::string& name : names) {
    File file(::openat(directory.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.get() < 0) throw Failure(because("cannot read", name));
    std::uint64_t left = sizeWithoutZeros(file.get(), name);
    out.push("F" + name);
    HiddenCopy copy(file.get(), std::size_t(left), name);
    bool sealed = isSealed(copy.bytes());
    if (sealed && !std::exchange(saidSealed, true))
      std::fprintf(stderr, "nodecpp-log: %s was encrypted while it was written: it goes as it is\n", folder.c_str());
    if (!secrets && !sealed && name != os::record::manifestName) {
      std::string fault = copy.hide(found[name.substr(0, name.find('.'))]);
      if (!fault.empty()) {
        code = 1;
        std::fprintf(stderr,
                     "nodecpp-log: %s is damaged, and what stands behind that is left out (%s): --secrets exports all, "
                     "with nothing hidden\n",
                     name.c_str(), fault.c_str());
      }
      for (std::string_view rest = copy.bytes(); !rest.empty(); rest.remove_prefix(std::min(rest.size(), chunkBytes)))
        out.push("D" + std::string(rest.substr(0, chunkBytes)));
      continue;
    }
    while (left > 0) {
      chunk.resize(1 + std::min<std::uint64_t>(left, chunkBytes));
      chunk[0] = 'D';
      std::size_t got = readUpTo(file.get(), chunk.data() + 1, chunk.size() - 1, name);
      if (got == 0) break;
      chunk.resize(1 + got);
      out.push(chunk);
      left -= got;
    }
  }
  out.push("", last);
  return code;
}

namespace {

// Decrypts a folder that was encrypted while it was written into a new folder.
int importFolder(const std::string& from, const std::string& to, const PrivateKey& secret) {
  File directory(::open(from.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::set<std::string> names;
  if (DIR* listing = ::opendir(from.c_str())) {
    while (dirent* entry = ::readdir(listing))
      if (isLogName(entry->d_name)) names.insert(entry->d_name);
    ::closedir(listing);
  }
  if (names.empty()) throw UsageError("there is no log in " + from);
  NewFolder folder(to);
  std::string piece;
  for (const std::string& name : names) {
    File file(::openat(directory.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status{};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0) throw Failure(because("cannot read", name));
    if (!S_ISREG(status.st_mode)) throw Failure(name + " is no file");
    HiddenCopy copy(file.get(), std::size_t(status.st_size), name);
    File made(folder.make(name));
    if (!isSealed(copy.bytes())) {
      writeAll(made.get(), copy.bytes().data(), copy.bytes().size(), name);
      continue;
    }
    SealedSegment segment(copy.bytes(), name, secret);
    while (segment.pull(piece)) writeAll(made.get(), piece.data(), piece.size(), name);
    if (interrupted) throw Failure("interrupted");
    if (!segment.finished())
      std::fprintf(stderr, "nodecpp-log: %s was not finished: the program was killed, or runs on\n", name.c_str());
  }
  folder.finish();
  return 0;
}

}  // namespace

int importCommand(Arguments arguments) {
  std::string key;
  if (!arguments.value("--key", key)) throw UsageError("--key PRIVATEKEY is missing");
  auto words = arguments.rest({"the exported file", "the folder to be made"});
  initSodium();
  PrivateKey secret = readPrivateKey(key);
  File file(::open(words[0].c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) throw UsageError(because("cannot read", words[0]));
  struct stat status{};
  bool isFolder = ::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode);
  if (isFolder) {
    for (int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, [](int) { interrupted = 1; });
    int code = importFolder(words[0], words[1], secret);
    sodium_memzero(secret.data(), secret.size());
    return code;
  }
  Opener in(file.get(), words[0], secret);
  sodium_memzero(secret.data(), secret.size());
  for (int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, [](int) { interrupted = 1; });
  NewFolder folder(words[1]);
  std::unique_ptr<File> to;
  std::string name, message;
  while (in.pull(message)) {
    char what = message.empty() ? '\0' : message[0];
    message.erase(0, 1);
    if (interrupted) throw Failure("interrupted");
    if (what == 'F' && isLogName(message) && !folder.has(message)) {
      name = message;
      to = std::make_unique<File>(folder.make(name));
    } else if (what == 'D' && to) {
      writeAll(to->get(), message.data(), message.size(), name);
    } else {
      // The file is checked strictly, because anybody who has the public key can make a file that decrypts.
      throw Failure(words[0] +
                    " holds something that is no part of a recording, and was not made by nodecpp-log export");
    }
  }
  if (name.empty()) throw Failure(words[0] + " holds no recording");
  folder.finish();
  return 0;
}

}  // namespace nodecpp::logtool
