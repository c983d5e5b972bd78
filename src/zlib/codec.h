// A codec compresses or decompresses piece by piece. It is pure computation, so that it may run on any thread, and is
// used by one at a time. Each library has its codec in a folder of its own, so that a program links only the libraries
// that it uses.
#pragma once

#include <nodecpp/zlib/options.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace nodecpp::zlib::detail {

// Node's error of a step, or none. The texts are constants of the program.
struct Failure {
  const char* message = nullptr;
  const char* code = nullptr;
  int number = 0;
  explicit operator bool() const noexcept { return message != nullptr; }
};

inline constexpr Failure endOfFile{"unexpected end of file", "Z_BUF_ERROR", -5};

// What a step reads and writes; a step moves the pointers on.
struct Room {
  const std::uint8_t* in = nullptr;
  std::size_t inLeft = 0;
  std::uint8_t* out = nullptr;
  std::size_t outLeft = 0;
};

class Codec {
 public:
  Codec() = default;
  Codec(const Codec&) = delete;
  virtual ~Codec() = default;
  // Compresses or decompresses until the input or the room is used up, or the compressed data ends. `flush` is Node's
  // number.
  virtual Failure step(Room& room, int flush) noexcept = 0;
  virtual Failure reset() noexcept = 0;
  virtual Failure setParams(int, int) noexcept { return {}; }
};

constexpr bool compresses(Mode mode) noexcept {
  return mode == Mode::deflate || mode == Mode::gzip || mode == Mode::deflateRaw || mode == Mode::brotliCompress ||
         mode == Mode::zstdCompress;
}

struct Settings;

// The functions of a library: what makes its codec, and what does the whole work in one call where that is faster.
struct Library {
  // Returns a codec. Throws Node's error when the library refuses the settings.
  std::unique_ptr<Codec> (*make)(const Settings& settings);
  // Does the whole work at once when it can. Returns false when the codec has to do it: because the settings are
  // unusual, or because something is wrong with the input, so that the codec finds Node's error. `most` is the largest
  // output.
  bool (*whole)(const Settings& settings, const Buffer& input, std::size_t most, Buffer& output,
                std::size_t& used) noexcept;
  // How many bytes of input are compressed on the loop's thread, by the settings.
  std::size_t (*inlineBytes)(const Settings& settings) noexcept;
  // Whether the library gathers input and compresses it later, so that a flush of nothing may be much work.
  bool gathers;
};

// They share no memory with the program, so that they may go to another thread.
struct Settings {
  Mode mode{};
  const Library* library = nullptr;
  int flush = 0;
  int finishFlush = 0;
  int fullFlush = 0;
  int mostFlush = 0;  // the largest number of a flush
  std::size_t chunkSize = 16384;
  double maxOutputLength = 9007199254740991.0;
  bool rejectGarbage = false;
  int windowBits = 15;
  int level = -1;
  int memLevel = 8;
  int strategy = 0;
  std::string dictionary{};
  double pledgedSize = -1;  // negative when it is not given
  std::vector<std::pair<int, int>> params{};
};

}  // namespace nodecpp::zlib::detail
