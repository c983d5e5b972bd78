// The backtracking stack of the matcher.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace nodecpp::regexp {

// An entry of the backtracking stack. A `go` entry continues the program at `pc` and the text at `at`. An `undo` entry
// restores the former value of a register.
struct Choice {
  enum Kind : std::uint32_t { go, undo, run, runLazily, mark };
  Kind kind;
  std::uint32_t pc;  // of an undo entry: the number of the register
  std::uint32_t at;  // of undo: the former value; of run: the position to which the run may be shortened
  std::uint32_t more;  // of run: the current end of the run; of runLazily: how many more characters may be taken
};

constexpr std::size_t maxChoices = std::size_t(64) << 20 >> 4;  // an entry has 16 bytes, so the limit is 64 MiB

class Choices {
 public:
  ~Choices() { std::free(all_); }
  std::uint32_t size() const noexcept { return size_; }
  Choice& operator[](std::uint32_t i) noexcept { return all_[i]; }
  // Pushes an entry. Returns false when the stack has reached its limit or no memory is left.
  bool push(Choice::Kind kind, std::uint32_t pc, std::uint32_t at, std::uint32_t more = 0) noexcept {
    if (size_ == room_ && !grow()) [[unlikely]]
      return false;
    all_[size_++] = {kind, pc, at, more};
    return true;
  }
  Choice pop() noexcept { return all_[--size_]; }
  void cut(std::uint32_t size) noexcept { size_ = size; }
  void clear() noexcept {
    size_ = 0;
    constexpr std::size_t kept = 1 << 16;
    if (room_ <= kept) return;
    std::free(all_);
    all_ = nullptr;
    room_ = 0;
  }

 private:
  [[gnu::noinline]] bool grow() noexcept {
    if (room_ >= maxChoices) return false;
    const std::uint32_t room = room_ ? room_ * 2 : 256;
    auto* more = static_cast<Choice*>(std::realloc(all_, room * sizeof(Choice)));
    if (!more) return false;
    all_ = more;
    room_ = room;
    return true;
  }
  Choice* all_ = nullptr;
  std::uint32_t size_ = 0, room_ = 0;
};

}  // namespace nodecpp::regexp
