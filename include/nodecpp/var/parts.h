// What a var's arrays and objects are made of. An object is a row of values and a Shape, which names them. Objects that
// were given the same keys in the same order share one Shape, as in V8, and so cost neither the keys nor their comparison.
// Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/buffer.h>

#include <new>

namespace nodecpp {

class var;

namespace detail {

inline constexpr std::uint32_t noSlot = 0xffffffff;

// Six bits of a key, by which most keys of one object differ. Of a literal the compiler computes it.
constexpr std::uint32_t keyBits(const char* key, std::size_t size) noexcept {
  if (size == 0) return 0;
  const auto at = [key](std::size_t i) { return std::uint32_t(static_cast<unsigned char>(key[i])); };
  return ((at(0) + (at(size - 1) << 8) + (at(size / 2) << 16) + (std::uint32_t(size) << 24)) * 0x9e3779b1u) >> 26;
}

// Keys in the order of their insertion, and where each is. Shapes of which one is the other with a key more share a row.
struct KeyRow {
  std::uint32_t refs;
  std::uint32_t used;
  std::uint32_t capacity;
  std::uint32_t tableSize;  // a power of two; 0 while few keys are compared one by one
  std::uint32_t* table;     // slot + 1; 0 is free
  std::uint64_t seed;       // of this table, which may be older than the running program
  std::uint8_t* attributes; // of each key's property; null where none has any. Only of a row that one object owns

  String* keys() noexcept { return reinterpret_cast<String*>(this + 1); }
  static KeyRow* make(std::uint32_t capacity);
  static void drop(KeyRow* row) noexcept {
    if (--row->refs == 0) row->destroy();
  }
  // The last slot of that key; noSlot when there is none.
  std::uint32_t find(const StringArg& key) const noexcept;
  // Behind the others. There is room.
  void append(String&& key);
  // A row of its own with the first keys of this one, and room for more.
  KeyRow* copy(std::uint32_t count, std::uint32_t capacity) const;
  // The same keys with more room, in place of this row, which nothing else refers to.
  KeyRow* grown(std::uint32_t capacity) noexcept;

  static constexpr std::uint32_t fewKeys = 8;
  enum Attribute : std::uint8_t { hidden = 1, readOnly = 2, permanent = 4 };
  std::uint8_t attributesOf(std::uint32_t slot) const noexcept { return attributes ? attributes[slot] : 0; }
  void setAttributes(std::uint32_t slot, std::uint8_t to);

 private:
  void destroy() noexcept;
  void dropTable() noexcept;
  void index(std::uint32_t slot) noexcept;
  void rehash();
};

struct Shape;
// The shapes that are another one with one key more.
struct ShapeChildren {
  std::uint32_t count;
  std::uint32_t capacity;
  Shape** items;
};

// The keys of an object. One that several objects share never changes; an object that has many keys, or of which some were
// deleted, has one of its own.
struct Shape {
  std::uint32_t refs = 1;
  std::uint32_t count = 0;
  String* keys = nullptr;    // the row's
  std::uint64_t present = 0; // a bit for the keyBits of each key
  std::uint8_t guess[64] = {};  // by these bits: the slot of a key that was asked for; may be wrong
  KeyRow* row = nullptr;
  ShapeChildren children{};
  std::uint32_t holes = 0;     // of deleted properties
  bool own = false;            // the one object that has it may change it
  bool indexKeys = false;      // some key is an array's index: the order is not that of insertion
  bool longKeys = false;       // some key is too long to stand in its String
  bool symbolKeys = false;     // some key is a Symbol's, which begins with a byte that no text has

  // Whether all keys are enumerated, in the order of their slots.
  bool inOrder() const noexcept { return !indexKeys && !symbolKeys && holes == 0 && !row->attributes; }

  // With room for so many keys, for one who fills it.
  static Shape* make(std::uint32_t capacity);
  // That of all empty objects of the thread; the reference to it is not the caller's.
  static Shape* empty();
  static void drop(Shape* shape) noexcept {
    if (--shape->refs == 0) shape->destroy();
  }
  void destroy() noexcept;
  // Appends a key that is not there; only while nothing else has this shape.
  void add(String&& key);
  // The slot of that key, which is added when it is not there; as add.
  std::uint32_t findOrAdd(String&& key);
  // This one and a key that is not there: the same for all who ask. Null where that is not worth it, or there are too many.
  // The reference to it is not the caller's, who holds this one meanwhile.
  Shape* with(const StringArg& key) {
    if (children.count != 0 && same(children.items[0]->keys[count], key)) [[likely]]
      return children.items[0];
    return otherWith(key);
  }
  // A copy of the keys that one object owns.
  Shape* copy(std::uint32_t capacity) const;

  // The last slot of that key; noSlot when there is none.
  [[gnu::always_inline]] std::uint32_t find(const StringArg& key) const noexcept {
    return find(key, keyBits(key.data(), key.size()));
  }
  [[gnu::always_inline]] std::uint32_t find(const StringArg& key, std::uint32_t bits) const noexcept {
    if (!(present >> bits & 1)) return noSlot;
    const std::uint32_t slot = guess[bits];
    return slot < count && same(keys[slot], key) ? slot : search(key, bits);
  }
  // Only where it is guessed.
  [[gnu::always_inline]] std::uint32_t guessed(const StringArg& key) const noexcept {
    const std::uint32_t slot = guess[keyBits(key.data(), key.size())];
    return slot < count && same(keys[slot], key) ? slot : noSlot;
  }
  // A key of up to 22 bytes stands in its String.
  [[gnu::always_inline]] static bool same(const String& key, const StringArg& wanted) noexcept {
    if (wanted.size() > shortKey)
      return key.size() == wanted.size() && std::memcmp(key.data(), wanted.data(), wanted.size()) == 0;
    const char* bytes = reinterpret_cast<const char*>(&key);
    return static_cast<unsigned char>(bytes[sizeof(String) - 1]) == wanted.size() &&
           sameBytes(bytes, wanted.data(), wanted.size());
  }

  static constexpr std::size_t shortKey = 22;
  static constexpr std::uint32_t mostShared = 64;  // an object with more keys has a shape of its own

 private:
  Shape* otherWith(const StringArg& key);
  std::uint32_t search(const StringArg& key, std::uint32_t bits) const noexcept;
  void note(const StringArg& key, std::uint32_t slot) noexcept;
  void append(String&& key);
};

// Whether a key is an array's index, which JavaScript puts before all others; its number then.
bool indexKey(StringArg key, std::uint32_t& index) noexcept;

struct VarObject;
struct VarArray {
  std::uint32_t refs = 1;
  std::uint32_t size = 0;
  std::uint32_t capacity = 0;
  std::uint32_t openIn = 0;  // the writer that is inside it
  std::uint32_t front = 0;   // room before `data`, which shift() has left
  bool locked = false;       // it was frozen
  bool sealed = false;       // nothing may be taken away
  bool fixed = false;        // nothing may be added
  bool hasNamed = false;     // it has properties beside its elements
  var* data = nullptr;
  std::uint32_t place = 0;  // among what the collector of circles looks at: once something was put into it that may refer on
  union {
    VarObject* named = nullptr;  // these properties, which belong to this array alone
    VarArray* nextDying;
  };

  static VarArray* make(std::uint32_t capacity);
  void enroll() {
    if (place == 0) enrollNow();
  }
  void enrollNow();
  void reserve(std::size_t wanted);
  void append(var&& element);
  // A RangeError for more than an array may hold.
  void resize(std::size_t length);
};

struct VarObject {
  std::uint32_t refs = 1;
  std::uint32_t count = 0;  // slots in use, holes among them; as many as the shape has keys
  std::uint32_t capacity = 0;
  std::uint32_t openIn = 0;  // the writer that is inside it
  Shape* shape = nullptr;
  var* values = nullptr;
  union {
    VarObject* nextDying = nullptr;
    std::uint32_t place;  // as an array's, until it dies
  };
  std::uint32_t roomInside = 0;  // values that have their place behind this object
  bool isFunction = false;       // a VarFunction
  bool locked = false;           // some property may not be assigned to
  bool fixed = false;            // nothing may be added
  bool bare = false;             // Object.create(null)
  VarObject* proto = nullptr;    // counted
  VarObject* maker = nullptr;    // of the object made for a function's `prototype` the function, and the other way round

  static VarObject* make(Shape* shape, std::uint32_t capacity);  // takes over the reference to the shape
  void destroy() noexcept;
  void enroll() {
    if (place == 0) enrollNow();
  }
  void enrollNow();
  // Of a function: no properties yet, and no room for any.
  void beginFunction() noexcept;
  // Null when there is none.
  var* find(const StringArg& key) noexcept;
  void set(const StringArg& key, var&& value);
  // Behind all others, a key that is not there.
  void append(const StringArg& key, var&& value);
  // Leaves a hole.
  void remove(std::uint32_t slot);
  // Gives this object a shape that it may change.
  void own();
  std::uint32_t live() const noexcept { return count - shape->holes; }

 private:
  var* inside() noexcept { return reinterpret_cast<var*>(this + 1); }
  void reserve(std::uint32_t wanted);
  void compact();
};

// A property with a getter or a setter.
struct VarAccessor;

// A Symbol: as a property's name it is a text that no other key can be.
struct VarSymbol {
  std::uint32_t refs;
  String key;  // the byte 0xff, eight bytes that no other symbol has, the description
};

struct VarBuffer {
  std::uint32_t refs = 1;
  Buffer buffer;
  explicit VarBuffer(const Buffer& of) : buffer(of) {}
  static void* operator new(std::size_t bytes) { return allocate(bytes); }
  static void operator delete(void* memory, std::size_t bytes) noexcept { release(memory, bytes); }
};

}  // namespace detail
}  // namespace nodecpp
