// What a var's arrays and objects are made of. An object is a row of values and a Shape, which names them; objects that
// JSON::parse makes of the same keys share one Shape, as in V8, and so cost neither the keys nor their comparison.
#pragma once

#include <nodecpp/var.h>

#include <new>
#include <vector>

namespace nodecpp::detail {

inline constexpr std::uint32_t noSlot = 0xffffffff;

// The keys of an object in the order of their insertion; changed only by the one object that has it.
struct Shape {
  std::uint32_t refs = 1;
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;
  std::uint32_t tableSize = 0;  // a power of two; 0 while few keys are compared one by one
  bool indexKeys = false;       // some key is an array's index: the order is not that of insertion
  bool longKeys = false;        // some key is too long to stand in its String
  String* keys = nullptr;
  std::uint32_t* table = nullptr;  // slot + 1; 0 is free
  std::uint64_t seed = 0;          // of this table, which may be older than the running program

  static Shape* make(std::uint32_t capacity);
  // That of all empty objects of the thread; the reference to it is not the caller's.
  static Shape* empty();
  static void drop(Shape* shape) noexcept {
    if (--shape->refs == 0) shape->destroy();
  }
  void destroy() noexcept;
  // Appends a key that is not there.
  void add(const String& key);
  void add(String&& key);
  // The slot of that key, which is added when it is not there.
  std::uint32_t findOrAdd(String&& key);
  // The last slot of that key; noSlot when there is none.
  std::uint32_t find(StringArg key) const noexcept;

  static constexpr std::uint32_t fewKeys = 8;

 private:
  void grow(std::uint32_t wanted);
  void append(String&& key);
  std::uint32_t& place(const StringArg& key) const noexcept;
  void rehash();
};

// Whether a key is an array's index, which JavaScript puts before all others; its number then.
bool indexKey(StringArg key, std::uint32_t& index) noexcept;

// What a var holds, for those who have looked at its kind.
struct VarParts {
  static const String& string(const var& of) noexcept { return of.string_; }
  static double number(const var& of) noexcept { return of.number_; }
  static bool boolean(const var& of) noexcept { return of.boolean_; }
  static var::Kind kind(const var& of) noexcept {
    using Kind = var::Kind;
    unsigned char tag = of.tail_.tag;
    if (tag <= var::mostInlined || tag == var::tagSlice) return Kind::string;
    constexpr Kind low[] = {Kind::undefined, Kind::null, Kind::boolean, Kind::number, Kind::date, Kind::undefined};
    constexpr Kind high[] = {Kind::array, Kind::object, Kind::buffer, Kind::handle};
    return tag & var::counted ? high[tag - var::tagArray] : low[tag - var::tagUndefined];
  }
};

struct VarArray {
  std::uint32_t refs = 1;
  std::uint32_t size = 0;
  std::uint32_t capacity = 0;
  std::uint32_t openIn = 0;  // the writer that is inside it
  std::uint32_t front = 0;   // room before `data`, which shift() has left
  var* data = nullptr;
  VarArray* nextDying = nullptr;

  static VarArray* make(std::uint32_t capacity);
  void reserve(std::size_t wanted);
  void append(var&& element) {
    if (size == capacity) [[unlikely]]
      reserve(std::size_t(size) + 1);
    ::new (static_cast<void*>(data + size)) var(std::move(element));
    ++size;
  }
  // A RangeError for more than an array may hold.
  void resize(std::size_t length);
};

struct VarObject {
  std::uint32_t refs = 1;
  std::uint32_t count = 0;  // slots in use, holes among them; as many as the shape has keys
  std::uint32_t capacity = 0;
  std::uint32_t holes = 0;   // of deleted properties
  std::uint32_t openIn = 0;  // the writer that is inside it
  Shape* shape = nullptr;
  var* values = nullptr;
  VarObject* nextDying = nullptr;

  static VarObject* make(Shape* shape, std::uint32_t capacity);  // takes over the reference to the shape
  // Null when there is none.
  var* find(StringArg key) noexcept;
  void set(StringArg key, var&& value);
  // Behind all others, a key that is not there.
  void append(const String& key, var&& value);
  bool remove(StringArg key);
  std::uint32_t live() const noexcept { return count - holes; }
  static bool isHole(const var& value) noexcept { return value.tail_.tag == var::tagHole; }

 private:
  void own();
  void reserve(std::uint32_t wanted);
  void compact();
};

struct VarBuffer {
  std::uint32_t refs = 1;
  Buffer buffer;
  explicit VarBuffer(const Buffer& of) : buffer(of) {}
  static void* operator new(std::size_t bytes) { return allocate(bytes); }
  static void operator delete(void* memory, std::size_t bytes) noexcept { release(memory, bytes); }
};

// The slots of an object in the order in which JavaScript enumerates them, without holes.
class SlotOrder {
 public:
  explicit SlotOrder(const VarObject& object);
  std::uint32_t size() const noexcept { return size_; }
  std::uint32_t operator[](std::uint32_t i) const noexcept { return sorted_.empty() ? i : sorted_[i]; }

 private:
  std::uint32_t size_;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace nodecpp::detail
