// Walks up the stack by the tables that serve exceptions (.eh_frame), which every function has; frame pointers are not
// kept. libgcc's _Unwind_Backtrace reads the tables anew for each frame, which takes a quarter of a microsecond. Here
// the result for each address is cached, so that a frame costs a few nanoseconds.
//
// The format of the tables is that of the System V ABI for x86-64 and of DWARF 5, section 6.4.
#include "os/linux/linux_call_stack.h"

#include <pthread.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <memory>

extern "C" {
// A function of libgcc. Returns the description (FDE) of the function that contains `pc`, or null when there is none.
// Sets three addresses in `bases`, the last of which is the function's.
const void* _Unwind_Find_FDE(void* pc, void** bases);
// The end of the first thread's stack, from the dynamic linker. pthread_getattr_np would read it from a file.
extern void* __libc_stack_end;
}

namespace nodecpp::os {

namespace walk {
namespace {

using Word = std::uintptr_t;

// One step of a stack walk: how to get from a frame to its caller's frame. `cfa` is DWARF's canonical frame address,
// the end of the frame; the return address is stored 8 bytes below it.
struct Step {
  Word at = 0;           // The return address for which this step holds.
  std::int32_t cfa = 0;  // The distance in bytes from rbp or rsp to the end of the frame.
  // Where the frame stores the caller's rbp, as an offset from the frame's end; 0 when the function leaves rbp
  // unchanged.
  std::int32_t savedBase = 0;
  bool byBase = false;  // Whether the distance `cfa` counts from rbp; otherwise it counts from rsp.
  bool known = false;   // False when the tables describe the frame in no way that is supported; the walk ends there.
};

// The numbers by which DWARF's tables name the registers rbp, rsp and the return address.
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

// The unwinding tables for one function: the CIE, a part that many functions share, and the FDE, the function's own
// part.
struct Tables {
  const unsigned char* common = nullptr;
  const unsigned char* commonEnd = nullptr;
  const unsigned char* own = nullptr;
  const unsigned char* ownEnd = nullptr;
  std::uint64_t codeUnit = 1;
  std::int64_t dataUnit = 1;
  unsigned char encoding = 0;
  bool isUsual = true;  // False for a signal's frame and for encodings that are not supported here.
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

// Reads the augmentation data of a CIE, the shared part of unwinding tables. The letters of the augmentation string say
// which data there are.
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
      if (encoding == 0x50) return false;  // Pointers in the encoding DW_EH_PE_aligned are not supported.
      reader.skip(sizeOfPointer(encoding));
    } else {
      return false;  // Other letters are not supported, among them 'S', a signal's frame.
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

// Executes the instructions of unwinding tables up to a code address, to find where that address's frame keeps its
// registers.
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
          if (!runExtendedOperation(code, reader)) return false;
      }
    }
    return true;
  }

  bool runExtendedOperation(unsigned char code, Reader& reader) {
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
      case 0x2e: return reader.unsignedNumber(), true;  // DW_CFA_GNU_args_size, which the walk does not need.
      case 0x10:
      // The rule for a register is an expression, which this walk does not evaluate. So the walk ends if the register
      // is rbp or the return address.
      case 0x16: {
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
  // A call that never returns may be the last instruction of its function, so that the return address belongs to the
  // next function. Therefore the address before it, inside the call, is looked up.
  const void* description = _Unwind_Find_FDE(reinterpret_cast<void*>(at - 1), bases);
  if (!description) return step;
  const Tables tables = readTables(description);
  step.known = tables.isUsual && Rules(tables, Word(bases[2]), at - 1).find(step);
  return step;
}

// A cache of the steps of stack walks. Each entry holds the step of one address and is replaced when another address
// needs the entry.
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

// Reads return addresses and saved registers directly from the stack, which sanitizers do not know to be valid.
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
    // A caller's frame lies above the frame of the function that it called, and inside this thread's stack. Otherwise
    // the walk ends.
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
