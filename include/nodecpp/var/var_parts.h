// The data of arrays and objects in a var. An object is an array of values and a Shape (a hidden class), which lists
// the keys. Objects that were given the same keys in the same order share one Shape, as in V8, so each object neither
// stores its keys nor compares them one by one. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/buffer.h>

#include <new>

namespace nodecpp {

class var;

namespace detail {

inline constexpr std::uint32_t noSlot = 0xffffffff;

// A hash of six bits, by which most keys of one object differ. For a literal the compiler computes it.
constexpr std::uint32_t keyBits(const char* key, std::size_t size) noexcept {
  if (size == 0) return 0;
  const auto at = [key](std::size_t i) { return std::uint32_t(static_cast<unsigned char>(key[i])); };
  return ((at(0) + (at(size - 1) << 8) + (at(size / 2) << 16) + (std::uint32_t(size) << 24)) * 0x9e3779b1u) >> 26;
}

// The keys of a Shape in the order of their insertion, and a hash table of their slots. A shape and the shape with one
// more key share a KeyRow.
struct KeyRow {
  std::uint32_t refs;
  std::uint32_t used;
  std::uint32_t capacity;
  std::uint32_t tableSize;  // a power of two, or 0 while the keys are few and compared one by one
  std::uint32_t* table;     // an entry is slot + 1; 0 is free
  std::uint64_t seed;       // the seed of this table's hash; a table may be older than the running program
  // The attributes of each key's property; null when no property has any. Only a row that one object owns has
  // attributes.
  std::uint8_t* attributes;

  String* keys() noexcept { return reinterpret_cast<String*>(this + 1); }
  static KeyRow* make(std::uint32_t capacity);
  static void drop(KeyRow* row) noexcept {
    if (--row->refs == 0) row->destroy();
  }
  // Returns the last slot of the key in this row, or noSlot.
  std::uint32_t find(const StringArg& key) const noexcept;
  // Appends a key. The caller has made sure that there is room.
  void append(String&& key);
  // Returns a new row with the first `count` keys of this row and room for `capacity` keys.
  KeyRow* copy(std::uint32_t count, std::uint32_t capacity) const;
  // Returns a row with the same keys and more room, and frees this row, which must have no other user.
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
// The shapes that extend a shape by one key.
struct ShapeChildren {
  std::uint32_t count;
  std::uint32_t capacity;
  Shape** items;
};

// The keys of one or more objects (a hidden class). A shape that several objects share never changes. An object with
// many keys, or with deleted keys, has a shape of its own.
struct Shape {
  std::uint32_t refs = 1;
  std::uint32_t count = 0;
  String* keys = nullptr;    // the keys in `row`
  std::uint64_t present = 0; // has a bit set for the keyBits of each key
  // By keyBits: the slot of the key that was looked up last; a guess that must be verified.
  std::uint8_t guess[64] = {};
  // The same as `count`, or 0 when the object may have holes or accessors, whose slots are then not guessed.
  std::uint32_t guessable = 0;
  KeyRow* row = nullptr;
  ShapeChildren children{};
  std::uint32_t holes = 0;     // the number of deleted properties
  bool own = false;            // the shape belongs to one object, which may change it
  bool indexKeys = false;      // some key is an array index, so the order of keys is not the order of insertion
  bool longKeys = false;       // some key is too long to be stored inline in its String
  bool symbolKeys = false;     // some key is a Symbol's, which begins with a byte that no text contains

  // Whether all keys are enumerable and their order is the order of their slots.
  bool inOrder() const noexcept { return !indexKeys && !symbolKeys && holes == 0 && !row->attributes; }

  // Returns a new shape with room for `capacity` keys, for a caller that fills it.
  static Shape* make(std::uint32_t capacity);
  // Returns the shape of all empty objects of this thread. The caller does not own a reference.
  static Shape* empty();
  static void drop(Shape* shape) noexcept {
    if (--shape->refs == 0) shape->destroy();
  }
  void destroy() noexcept;
  // Appends a key that the shape does not have yet. Allowed only while nothing else refers to this shape.
  void add(String&& key);
  // Returns the slot of the key and appends the key when it is missing, under the same condition as add.
  std::uint32_t findOrAdd(String&& key);
  // Returns the shape that extends this one by a key that it does not have; all callers get the same shape. Returns
  // null when there are too many keys or too many extensions, so that the object needs a shape of its own. The caller
  // does not own a reference to the result and keeps this shape alive meanwhile.
  Shape* with(const StringArg& key) {
    Shape* const known = extended(key);
    return known ? known : siblingWithKey(key);
  }
  // Returns a copy of the keys as a shape that belongs to one object.
  Shape* copy(std::uint32_t capacity) const;

  // Returns the last slot of the key in this shape, or noSlot.
  [[gnu::always_inline]] std::uint32_t find(const StringArg& key) const noexcept {
    return find(key, keyBits(key.data(), key.size()));
  }
  [[gnu::always_inline]] std::uint32_t find(const StringArg& key, std::uint32_t bits) const noexcept {
    if (!(present >> bits & 1)) return noSlot;
    const std::uint32_t slot = guess[bits];
    return slot < count && same(keys[slot], key) ? slot : search(key, bits);
  }
  // Returns the slot of the key only when the guess is right, otherwise noSlot. The slot has a plain value.
  [[gnu::always_inline]] std::uint32_t guessed(const StringArg& key, std::uint32_t bits) const noexcept {
    const std::uint32_t slot = guess[bits];
    if (slot < guessable && same(keys[slot], key)) [[likely]]
      return slot;
    return noSlot;
  }
  // Returns the extension by this key if it was asked for last, otherwise null. This shape then does not have the key.
  [[gnu::always_inline]] Shape* extended(const StringArg& key) const noexcept {
    return children.count != 0 && same(children.items[0]->keys[count], key) ? children.items[0] : nullptr;
  }
  // Compares a key with a text. A key of up to 22 bytes is always stored inline in its String.
  [[gnu::always_inline]] static bool same(const String& key, const StringArg& wanted) noexcept {
    if (wanted.size() > shortKey)
      return key.size() == wanted.size() && std::memcmp(key.data(), wanted.data(), wanted.size()) == 0;
    const char* bytes = reinterpret_cast<const char*>(&key);
    return static_cast<unsigned char>(bytes[sizeof(String) - 1]) == wanted.size() &&
           sameBytes(bytes, wanted.data(), wanted.size());
  }

  static constexpr std::size_t shortKey = 22;
  static constexpr std::uint32_t maxShared = 64;  // an object with more keys gets a shape of its own

 private:
  Shape* siblingWithKey(const StringArg& key);
  std::uint32_t search(const StringArg& key, std::uint32_t bits) const noexcept;
  void note(const StringArg& key, std::uint32_t slot) noexcept;
  void append(String&& key);
};

// Returns whether a key is an array index, which JavaScript orders before all other keys, and sets `index` to its
// number.
bool indexKey(StringArg key, std::uint32_t& index) noexcept;

struct VarObject;
struct VarArray {
  std::uint32_t refs = 1;
  std::uint32_t size = 0;
  std::uint32_t capacity = 0;
  // While this array is being written as JSON, the id of the writer; while it is being cloned, its number in the clone.
  // A circular reference is recognised by it.
  std::uint32_t openIn = 0;
  std::uint32_t front = 0;   // the number of unused places before `data`, left by shift()
  bool locked = false;       // the elements may not be assigned to (frozen)
  bool sealed = false;       // no element may be deleted
  bool fixed = false;        // no element may be added
  bool hasNamed : 1 = false; // the array has properties besides its elements
  bool weak : 1 = false;     // a weak container or a WeakRef refers to this array (src/json/weak/var_weak.h)
  var* data = nullptr;
  // The place on the cycle collector's list; 0 until an element is stored that may refer to further objects.
  std::uint32_t place = 0;
  union {
    VarObject* named = nullptr;  // the object with these properties, owned by this array alone
    VarArray* nextToDestroy;
  };

  static VarArray* make(std::uint32_t capacity);
  void enroll() {
    if (place == 0) enrollNow();
  }
  void enrollNow();
  void reserve(std::size_t wanted);
  void append(var&& element);
  // Throws a RangeError when `length` exceeds the greatest length of an array.
  void resize(std::size_t length);
};

struct VarObject {
  std::uint32_t refs = 1;
  std::uint32_t count = 0;  // slots in use, including holes; equals the number of keys of the shape
  std::uint32_t capacity = 0;
  std::uint32_t openIn = 0;  // the same as VarArray::openIn, for an object
  Shape* shape = nullptr;
  var* values = nullptr;
  union {
    VarObject* nextToDestroy = nullptr;
    std::uint32_t place;  // the place on the cycle collector's list, until the object is being destroyed
  };
  std::uint32_t roomInside = 0;  // the number of values stored directly behind this object
  bool isFunction = false;       // whether this object is a VarFunction
  bool locked = false;           // some property may not be assigned to
  bool fixed = false;            // no property may be added
  bool bare : 1 = false;         // made by Object.create(null)
  bool weak : 1 = false;         // as VarArray::weak
  VarObject* proto = nullptr;    // the object's prototype, counted
  // For the `prototype` object of a function: the function; for that function: its `prototype` object. Null when the
  // other one was destroyed.
  VarObject* maker = nullptr;

  static VarObject* make(Shape* shape, std::uint32_t capacity);  // takes over the reference to the shape
  void destroy() noexcept;
  void enroll() {
    if (place == 0) enrollNow();
  }
  void enrollNow();
  // Initializes the object part of a function, without properties or room for them.
  void beginFunction() noexcept;
  // Returns null when there is no such property. The pointer dangles once the object's properties change.
  var* find(const StringArg& key) noexcept;
  // Returns a property of a prototype, such as a method, that is a plain value and found at its guessed slot, or an
  // undefined value when none of the objects has the property. Returns null when this object itself may have it, and when
  // the property must be looked for.
  const var* findInherited(const char* key, std::size_t size, std::uint32_t bits) const noexcept;
  // Whether neither this object nor a prototype has or had the property. May be false although it is so.
  bool isNowhere(const StringArg& key) const noexcept;
  // Returns the prototype when this object itself does not have the property, otherwise null.
  [[gnu::always_inline]] const VarObject* firstToInherit(const StringArg& key, std::uint32_t bits) const noexcept {
    constexpr std::size_t sizeOfConstructor = 11;  // which the `prototype` object of a function has without a slot
    return (shape->present >> bits & 1) || key.size() == sizeOfConstructor ? nullptr : proto;
  }
  void set(const StringArg& key, var&& value);
  // Appends a property with a key that the object does not have yet.
  void append(const StringArg& key, var&& value);
  // Deletes the property in this slot, which becomes a hole.
  void remove(std::uint32_t slot);
  // Gives this object a shape that only it refers to and may change.
  void own();
  std::uint32_t live() const noexcept { return count - shape->holes; }

 private:
  var* inside() noexcept { return reinterpret_cast<var*>(this + 1); }
  void reserve(std::uint32_t wanted);
  void compact();
};

// The getter and setter of a property.
struct VarAccessor;

// A Symbol. As the name of a property it is a text that no other key can equal.
struct VarSymbol {
  std::uint32_t refs;
  String key;  // the byte 0xff, eight bytes that no other symbol has, and the description
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
