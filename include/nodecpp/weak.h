// WeakMap<K, V>, WeakSet<K> and WeakRef<K>, where K is a handle type: they refer to objects without keeping them alive.
// An entry is removed when its object is freed, which happens after the last handle to the object was dropped and the
// running callback has returned. Objects that are in no weak container have no extra cost.
//
// A difference from JavaScript: a value that refers to its own key keeps the key alive, because handles are counted.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/WeakMap
#pragma once

#include <nodecpp/map/hash_table.h>
#include <nodecpp/missing.h>
#include <nodecpp/object.h>

namespace nodecpp {

namespace detail {

struct WeakRecord;

// An entry of a weak container, linked into the list of all entries with the same key. The container owns the entry.
struct WeakLink {
  Object* key;
  WeakLink** link = nullptr;
  WeakLink* next = nullptr;
  TableBody* table;
  void (*gone)(TableBody* table, Object* key) noexcept;

  // When the object is already being freed, the entry is removed at once.
  WeakLink(Object* key, TableBody* table, void (*gone)(TableBody*, Object*) noexcept) noexcept;
  WeakLink(const WeakLink&) = delete;
  void leave() noexcept;
  ~WeakLink() { leave(); }
};

// Returns the record that knows whether the object still exists. The caller owns one reference to the record.
[[nodiscard]] WeakRecord* weakRecord(Object* object);
void retainWeak(WeakRecord* record) noexcept;
void dropWeak(WeakRecord* record) noexcept;
bool weakIsThere(const WeakRecord* record) noexcept;
bool isBeingFreed(const Object* object) noexcept;
[[noreturn]] void throwInvalidWeak(const char* message);

template <class V>
struct WeakNode : WeakLink {
  V value;
};
// An owning pointer to a WeakNode, which it destroys.
template <class V>
class [[clang::trivial_abi]] WeakOwner {
 public:
  WeakOwner(Object* key, V value, TableBody* table, void (*gone)(TableBody*, Object*) noexcept)
      : node_(::new (allocate(sizeof(WeakNode<V>))) WeakNode<V>{{key, table, gone}, std::move(value)}) {}
  WeakOwner(WeakOwner&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  WeakOwner& operator=(WeakOwner&&) = delete;
  ~WeakOwner() {
    if (!node_) return;
    node_->~WeakNode<V>();
    release(node_, sizeof(WeakNode<V>));
  }
  const V& value() const noexcept { return node_->value; }

 private:
  WeakNode<V>* node_;
};

// The common base of WeakMap and WeakSet: a counted reference to a hash table with objects as keys.
template <class K, class V>
class WeakTable {
  using Table = detail::Table<Object*, WeakOwner<V>>;

 public:
  WeakTable() : table_(Table::make()) {}
  WeakTable(std::nullptr_t) noexcept : table_(nullptr) {}
  WeakTable(const WeakTable& other) noexcept : table_(other.table_) {
    if (table_) detail::countHolder(table_->refs);
  }
  WeakTable& operator=(const WeakTable& other) noexcept {
    WeakTable copy(other);
    std::swap(table_, copy.table_);
    return *this;
  }
  ~WeakTable() {
    if (table_) Table::drop(table_);
  }

  bool has(const K& key) const { return find(key) != nullptr; }
  // JavaScript's `delete`: removes the entry. Returns whether there was one.
  bool delete_(const K& key) const { return table()->erase(objectOf(key)); }

  explicit operator bool() const noexcept { return table_ != nullptr; }
  friend bool operator==(const WeakTable& a, const WeakTable& b) noexcept { return a.table_ == b.table_; }
  const void* identity() const noexcept { return table_; }

 protected:
  const V* find(const K& key) const {
    const auto* entry = table()->find(objectOf(key));
    return entry ? &entry->value.value() : nullptr;
  }
  void put(const K& key, V value, const char* invalid, const char* name) const {
    Object* object = objectOf(key);
    if (!object) throwInvalidWeak(invalid);
    if (isBeingFreed(object)) return;
    Table* to = table();
    to->set(object, WeakOwner<V>(object, std::move(value), to, &gone), name);
  }

 private:
  static Object* objectOf(const K& key) noexcept { return key.get(); }
  static void gone(TableBody* table, Object* key) noexcept { static_cast<Table*>(table)->erase(key); }
  Table* table() const {
    if constexpr (safetyChecks) {
      if (NODECPP_FAILS(nullWeak, !table_)) [[unlikely]]
        throwUndefined();
    }
    return table_;
  }

  Table* table_;
};

}  // namespace detail

template <class K, class V>
class WeakMap : public detail::WeakTable<K, V> {
 public:
  using detail::WeakTable<K, V>::WeakTable;
  static WeakMap undefined() noexcept { return nullptr; }

  // Returns a copy of the value of `key`. For a missing key it returns undefined or NaN where V has one of them, and
  // otherwise throws a RangeError; the second form returns `other` instead.
  V get(const K& key) const {
    if (const V* found = this->find(key)) return *found;
    return detail::missing<V>([] { return String("The WeakMap has no entry for this key"); });
  }
  V get(const K& key, V other) const {
    const V* found = this->find(key);
    return found ? *found : other;
  }
  // Adds or changes an entry. Returns this map; the reference dangles once this WeakMap is destroyed. Throws a
  // TypeError when the key is undefined.
  const WeakMap& set(const K& key, V value) const [[clang::lifetimebound]] {
    this->put(key, std::move(value), "Invalid value used as weak map key", "WeakMap");
    return *this;
  }

  String toString() const { return *this ? "[object WeakMap]" : "undefined"; }
  friend String str(const WeakMap& map) { return map.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!*this) return out.undefined();
    out.text("WeakMap { <items unknown> }");
  }
};

template <class K>
class WeakSet : public detail::WeakTable<K, detail::NoValue> {
 public:
  using detail::WeakTable<K, detail::NoValue>::WeakTable;
  static WeakSet undefined() noexcept { return nullptr; }

  // Adds an object. Returns this set; the reference dangles once this WeakSet is destroyed. Throws a TypeError when the
  // element is undefined.
  const WeakSet& add(const K& element) const [[clang::lifetimebound]] {
    this->put(element, {}, "Invalid value used in weak set", "WeakSet");
    return *this;
  }

  String toString() const { return *this ? "[object WeakSet]" : "undefined"; }
  friend String str(const WeakSet& set) { return set.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!*this) return out.undefined();
    out.text("WeakSet { <items unknown> }");
  }
};

// A weak reference: WeakRef ref(socket); … if (auto socket = ref.deref()) …
template <class K>
class WeakRef {
 public:
  // Makes an undefined WeakRef, for a field that is not set yet. It refers to no object.
  WeakRef() noexcept = default;
  static WeakRef undefined() noexcept { return {}; }
  // Refers to `target`. An object that is already being freed counts as gone. Throws a TypeError when `target` is
  // undefined.
  explicit WeakRef(const K& target) : object_(target.get()), record_(nullptr) {
    if (!object_) detail::throwInvalidWeak("WeakRef: invalid target");
    record_ = detail::weakRecord(object_);
  }
  WeakRef(const WeakRef& other) noexcept : object_(other.object_), record_(other.record_) {
    if (record_) detail::retainWeak(record_);
  }
  WeakRef& operator=(const WeakRef& other) noexcept {
    WeakRef copy(other);
    std::swap(object_, copy.object_);
    std::swap(record_, copy.record_);
    return *this;
  }
  ~WeakRef() { detail::dropWeak(record_); }

  // Returns a handle to the object, or undefined when the object was freed. Until the running callback has returned, an
  // object whose last handle was dropped can still be obtained, and then stays alive.
  K deref() const { return record_ && detail::weakIsThere(record_) ? K(object_) : K(); }

  explicit operator bool() const noexcept { return record_ != nullptr; }
  bool isUndefined() const noexcept { return record_ == nullptr; }
  const void* identity() const noexcept { return record_; }
  String toString() const { return *this ? "[object WeakRef]" : "undefined"; }
  friend String str(const WeakRef& ref) { return ref.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!*this) return out.undefined();
    out.name("WeakRef");
  }

 private:
  typename K::ObjectType* object_ = nullptr;
  detail::WeakRecord* record_ = nullptr;
};

}  // namespace nodecpp
