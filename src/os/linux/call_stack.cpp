// Walks up the stack by the tables that exceptions are thrown with (.eh_frame), which every function has; frame pointers
// are not kept. libgcc's _Unwind_Backtrace reads the tables anew for each frame and takes a quarter of a microsecond for it.
// Here what they say of an address is remembered, so that a frame costs a few nanoseconds.
//
// The tables are those of the System V ABI for x86-64 and DWARF 5, section 6.4.
#include "os/linux/call_stack.h"

#include <pthread.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <memory>

extern "C" {
// libgcc's: the description of the function that an address is in, null where there is none. `bases` gets three
// addresses, of which the last is the function's.
const void* _Unwind_Find_FDE(void* pc, void** bases);
// The end of the first thread's stack, from the dynamic linker. What pthread_getattr_np knows of that thread it reads from
// a file.
extern void* __libc_stack_end;
}

namespace nodecpp::os {

namespace walk {
namespace {

using Word = std::uintptr_t;

// How to come from a frame to its caller's. The return address is where the frame ends: at `cfa` - 8.
struct Step {
  Word at = 0;             // the address that this is for
  std::int32_t cfa = 0;       // from the register
  std::int32_t savedBase = 0; // where the caller's rbp is, from the frame's end; 0: it is unchanged
  bool byBase = false;        // the register is rbp, else rsp
  bool known = false;         // false: the tables say nothing that is understood here, and the walk ends
};

// DWARF's numbers of the registers.
constexpr std::uint64_t rbp = 6, rsp = 7, returnAddress = 16;

class Reader {
 public:
  explicit Reader(const void* at) : at_(static_cast<const unsigned char*>(at)) {}

  template <class T>
  T fixed() {
    T value{};
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::uint64_t unsignedNumber() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const unsigned char byte = *at_++;
      if (shift < 64) value |= std::uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
  }
  std::int64_t signedNumber() {
    std::uint64_t value = 0;
    int shift = 0;
    unsigned char byte = 0;
    do {
      byte = *at_++;
      if (shift < 64) value |= std::uint64_t(byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    if (shift < 64 && (byte & 0x40)) value |= ~std::uint64_t(0) << shift;
    return std::int64_t(value);
  }
  void skip(std::uint64_t bytes) { at_ += bytes; }
  const unsigned char* at() const { return at_; }

 private:
  const unsigned char* at_;
};

// What belongs to many functions (a CIE), and what to one of them (an FDE).
struct Tables {
  const unsigned char* common = nullptr;
  const unsigned char* commonEnd = nullptr;
  const unsigned char* own = nullptr;
  const unsigned char* ownEnd = nullptr;
  std::uint64_t codeUnit = 1;
  std::int64_t dataUnit = 1;
  unsigned char encoding = 0;
  bool isUsual = true;  // no signal's frame, and no encoding that is not known here
};

std::size_t sizeOfPointer(unsigned char encoding) {
  switch (encoding & 0x0f) {
    case 0x02:
    case 0x0a: return 2;
    case 0x03:
    case 0x0b: return 4;
    case 0x00:
    case 0x04:
    case 0x0c: return 8;
    default: return 0;
  }
}

// The letters of a CIE's augmentation tell what stands behind it.
bool readAugmentation(Reader& reader, const char* letters, Tables& tables) {
  if (*letters == 0) return true;
  if (*letters++ != 'z') return false;
  const std::uint64_t bytes = reader.unsignedNumber();
  const unsigned char* end = reader.at() + bytes;
  for (; *letters; ++letters) {
    if (*letters == 'R') {
      tables.encoding = reader.fixed<unsigned char>();
    } else if (*letters == 'L') {
      reader.skip(1);
    } else if (*letters == 'P') {
      const auto encoding = reader.fixed<unsigned char>();
      if (encoding == 0x50) return false;  // aligned
      reader.skip(sizeOfPointer(encoding));
    } else {
      return false;  // 'S', a signal's frame, among them
    }
  }
  reader.skip(std::uint64_t(end - reader.at()));
  return true;
}

Tables readTables(const void* description) {
  Tables tables;
  Reader own(description);
  const auto bytes = own.fixed<std::uint32_t>();
  tables.ownEnd = own.at() + bytes;
  const unsigned char* from = own.at();
  const auto back = own.fixed<std::uint32_t>();

  Reader common(from - back);
  const auto commonBytes = common.fixed<std::uint32_t>();
  tables.isUsual = bytes != 0xffffffff && commonBytes != 0xffffffff;
  if (!tables.isUsual) return tables;
  tables.commonEnd = common.at() + commonBytes;
  common.skip(4);
  const auto version = common.fixed<unsigned char>();
  const char* letters = reinterpret_cast<const char*>(common.at());
  common.skip(std::strlen(letters) + 1);
  tables.codeUnit = common.unsignedNumber();
  tables.dataUnit = common.signedNumber();
  const std::uint64_t returned = version == 1 ? common.fixed<unsigned char>() : common.unsignedNumber();
  tables.isUsual = (version == 1 || version == 3) && returned == returnAddress && readAugmentation(common, letters, tables) &&
                   sizeOfPointer(tables.encoding) != 0;
  if (!tables.isUsual) return tables;
  tables.common = common.at();
  own.skip(2 * sizeOfPointer(tables.encoding));
  if (*letters == 'z') {
    const std::uint64_t more = own.unsignedNumber();
    own.skip(more);
  }
  tables.own = own.at();
  return tables;
}

// Runs the instructions of the tables up to an address.
class Rules {
 public:
  Rules(const Tables& tables, Word function, Word until) : tables_(tables), at_(function), until_(until) {}

  bool find(Step& out) {
    if (!run(tables_.common, tables_.commonEnd)) return false;
    initial_ = now_;
    if (!run(tables_.own, tables_.ownEnd)) return false;
    if (now_.endOfStack || (now_.cfaRegister != rsp && now_.cfaRegister != rbp)) return false;
    if (now_.cfa < 8 || now_.cfa > INT32_MAX || now_.savedBase > 0 || now_.savedBase < INT32_MIN) return false;
    out.cfa = std::int32_t(now_.cfa);
    out.savedBase = std::int32_t(now_.savedBase);
    out.byBase = now_.cfaRegister == rbp;
    return true;
  }

 private:
  struct State {
    std::uint64_t cfaRegister = 0;
    std::int64_t cfa = 0;
    std::int64_t savedBase = 0;
    bool endOfStack = false;
  };

  void saved(std::uint64_t which, std::int64_t where) {
    if (which == rbp) now_.savedBase = where;
    if (which == returnAddress && where != -8) now_.endOfStack = true;
  }
  void lost(std::uint64_t which) {
    if (which == returnAddress) now_.endOfStack = true;
  }
  void restored(std::uint64_t which) {
    if (which == rbp) now_.savedBase = initial_.savedBase;
  }

  bool run(const unsigned char* from, const unsigned char* end) {
    Reader reader(from);
    while (reader.at() < end && at_ <= until_) {
      const auto code = reader.fixed<unsigned char>();
      const std::uint64_t low = code & 0x3f;
      switch (code & 0xc0) {
        case 0x40: at_ += low * tables_.codeUnit; break;
        case 0x80: saved(low, std::int64_t(reader.unsignedNumber()) * tables_.dataUnit); break;
        case 0xc0: restored(low); break;
        default:
          if (!runOther(code, reader)) return false;
      }
    }
    return true;
  }

  bool runOther(unsigned char code, Reader& reader) {
    switch (code) {
      case 0x00: return true;
      case 0x02: return at_ += reader.fixed<std::uint8_t>() * tables_.codeUnit, true;
      case 0x03: return at_ += reader.fixed<std::uint16_t>() * tables_.codeUnit, true;
      case 0x04: return at_ += reader.fixed<std::uint32_t>() * tables_.codeUnit, true;
      case 0x05: {
        const std::uint64_t which = reader.unsignedNumber();
        return saved(which, std::int64_t(reader.unsignedNumber()) * tables_.dataUnit), true;
      }
      case 0x06: return restored(reader.unsignedNumber()), true;
      case 0x07: return lost(reader.unsignedNumber()), true;
      case 0x08: return restored(reader.unsignedNumber()), true;
      case 0x0a: return depth_ < std::size(kept_) && (kept_[depth_++] = now_, true);
      case 0x0b: return depth_ > 0 && (now_ = kept_[--depth_], true);
      case 0x0c:
        now_.cfaRegister = reader.unsignedNumber();
        return now_.cfa = std::int64_t(reader.unsignedNumber()), true;
      case 0x0d: return now_.cfaRegister = reader.unsignedNumber(), true;
      case 0x0e: return now_.cfa = std::int64_t(reader.unsignedNumber()), true;
      case 0x11: {
        const std::uint64_t which = reader.unsignedNumber();
        return saved(which, reader.signedNumber() * tables_.dataUnit), true;
      }
      case 0x12:
        now_.cfaRegister = reader.unsignedNumber();
        return now_.cfa = reader.signedNumber() * tables_.dataUnit, true;
      case 0x13: return now_.cfa = reader.signedNumber() * tables_.dataUnit, true;
      case 0x2e: return reader.unsignedNumber(), true;  // how large the arguments are
      case 0x10:
      case 0x16: {  // an expression: of rbp or the return address it is nothing that is understood here
        const std::uint64_t which = reader.unsignedNumber();
        reader.skip(reader.unsignedNumber());
        return which != rbp && which != returnAddress;
      }
      default: return false;
    }
  }

  const Tables& tables_;
  Word at_, until_;
  State now_, initial_;
  State kept_[8];
  std::size_t depth_ = 0;
};

[[gnu::noinline]] Step findStep(Word at) {
  Step step{.at = at};
  void* bases[3] = {};
  // Behind a call that never returns stands another function, so it is the call itself that is looked for.
  const void* description = _Unwind_Find_FDE(reinterpret_cast<void*>(at - 1), bases);
  if (!description) return step;
  const Tables tables = readTables(description);
  step.known = tables.isUsual && Rules(tables, Word(bases[2]), at - 1).find(step);
  return step;
}

// What has been found for addresses that came up, one of them in each place.
struct Found {
  Step steps[512];
  Word stackEnd;
};

Word endOfThisStack() {
  if (::gettid() == ::getpid()) return Word(__libc_stack_end);
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return 0;
  void* begin = nullptr;
  std::size_t bytes = 0;
  ::pthread_attr_getstack(&attributes, &begin, &bytes);
  ::pthread_attr_destroy(&attributes);
  return Word(begin) + bytes;
}

Found& found() {
  thread_local std::unique_ptr<Found> mine;
  if (!mine) [[unlikely]] {
    mine = std::make_unique<Found>();
    mine->stackEnd = endOfThisStack();
  }
  return *mine;
}

}  // namespace
}  // namespace walk

// What it reads of the stack are addresses that functions have saved, which no sanitizer knows of.
__attribute__((noinline, no_sanitize("address", "undefined", "thread")))
std::size_t callStack(const void** out, std::size_t most) noexcept {
  using namespace walk;
  Found& known = found();
  Word at = 0, stack = 0, base = 0;
  asm("leaq 0(%%rip), %0\n\tmovq %%rsp, %1\n\tmovq %%rbp, %2" : "=r"(at), "=r"(stack), "=r"(base));
  const Word end = known.stackEnd;
  std::size_t count = 0;
  while (true) {
    Step& step = known.steps[(at ^ at >> 9) % std::size(known.steps)];
    if (step.at != at) [[unlikely]]
      step = findStep(at);
    const Word cfa = (step.byBase ? base : stack) + Word(std::int64_t(step.cfa));
    // A frame is above the one that it called, and in this thread's stack.
    if (!step.known || cfa <= stack || cfa > end - 8 || cfa % 8 != 0) return count;
    const Word saved = cfa + Word(std::int64_t(step.savedBase));
    if (step.savedBase != 0) {
      if (saved < stack) return count;
      base = *reinterpret_cast<const Word*>(saved);
    }
    at = *reinterpret_cast<const Word*>(cfa - 8);
    stack = cfa;
    if (at == 0 || count == most) return count;
    out[count++] = reinterpret_cast<const void*>(at);
  }
}

const char* stackEnd() { return reinterpret_cast<const char*>(walk::found().stackEnd); }

}  // namespace nodecpp::os
