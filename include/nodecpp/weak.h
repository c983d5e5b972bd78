// WeakMap<K, V>, WeakSet<K> and WeakRef<K>, where K is a handle type or var: they refer to objects without keeping them
// alive. An entry is removed when its object is freed. An object behind a handle is freed after the last handle to it was
// dropped and the running callback has returned; an array, object or function of vars as soon as no var refers to it.
// Objects that are in no weak container have no extra cost.
//
// A value that refers to its own key keeps the key alive until the cycle collector runs, which sees keys that are vars,
// and objects of classes with NODECPP_TRACE. A Map, a Set, an Error, a Buffer and other values that a var refers to by
// a box are kept alive by the weak container: it never loses them, as if JavaScript's collector never ran.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/WeakMap
#pragma once

#include <nodecpp/map/hash_table.h>
#include <nodecpp/missing.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace detail {

struct WeakRecord;
struct WeakLink;

// What a kind of weak containers does with its entries.
struct WeakKind {
  // Called when the key is being freed. Removes the entry from its container, which destroys the link.
  void (*gone)(WeakLink* link) noexcept;
  // Shows the value to the cycle collector, for which the key holds the value.
  void (*show)(WeakLink* link, Tracer& tracer);
};

// An entry of a weak container, linked into the list of all entries with the same key. The container owns the entry.
struct WeakLink {
  const void* key = nullptr;
  WeakLink** link = nullptr;  // null when the entry is in no list, because its container keeps its key alive
  WeakLink* next = nullptr;
  const WeakKind* kind;

  // Enters the link into the list of the record's object. Without a record, the link stays in no list.
  WeakLink(WeakRecord* record, const WeakKind& kind) noexcept;
  WeakLink(const WeakLink&) = delete;
  void leave() noexcept;
  ~WeakLink() { leave(); }
};

// Returns the record of the object, which the object owns; null when the object is already being freed.
[[nodiscard]] WeakRecord* weakRecordOf(Object* object);
// Returns the first of the links that lead to the record's object, or null.
WeakLink* firstWeakLink(const WeakRecord* record) noexcept;
bool weakIsThere(const WeakRecord* record) noexcept;
void retainWeak(WeakRecord* record) noexcept;
void dropWeak(WeakRecord* record) noexcept;
[[noreturn]] void throwInvalidWeak(StringArg message);

// A counted reference to the record that knows whether an object still exists.
class RecordReference {
 public:
  RecordReference() noexcept = default;
  explicit RecordReference(WeakRecord* record) noexcept : record_(record) {
    if (record_) retainWeak(record_);
  }
  RecordReference(const RecordReference& other) noexcept : RecordReference(other.record_) {}
  RecordReference& operator=(const RecordReference& other) noexcept {
    RecordReference copy(other);
    std::swap(record_, copy.record_);
    return *this;
  }
  ~RecordReference() { dropWeak(record_); }
  bool isThere() const noexcept { return record_ && weakIsThere(record_); }
  const WeakRecord* get() const noexcept { return record_; }

 private:
  WeakRecord* record_ = nullptr;
};

// How a weak container stores its keys, and how it comes to their records. This is the case of handles.
template <class K>
struct WeakKeys {
  using Stored = const Object*;
  static Stored stored(const K& key) noexcept { return key.get(); }
  static Stored ofAddress(const void* address) noexcept { return static_cast<const Object*>(address); }
  static bool isValid(const K& key) noexcept { return key.get() != nullptr; }
  // Whether the container counts a reference to the key.
  static bool isKept(const K&) noexcept { return false; }
  static WeakRecord* record(const K& key) { return weakRecordOf(key.get()); }
  static void enroll(const K&) noexcept {}
};
// The case of vars. `kept` is a counted reference to a key that cannot be referred to weakly, otherwise undefined.
template <class K>
struct StoredVar {
  std::uint64_t word = 0;
  K kept{};
};
template <AnyValue K>
struct WeakKeys<K> {
  using Stored = StoredVar<K>;
  static Stored stored(const K& key) noexcept {
    if (isKept(key)) return {key.hashWord(), key};
    return {isValid(key) ? reinterpret_cast<std::uintptr_t>(key.identity()) : 0, K()};
  }
  static Stored ofAddress(const void* address) noexcept { return {reinterpret_cast<std::uintptr_t>(address), K()}; }
  static bool isValid(const K& key) noexcept { return key.weakness() != K::Weakness::none; }
  static bool isKept(const K& key) noexcept { return key.weakness() == K::Weakness::strong; }
  static WeakRecord* record(const K& key) { return key.weakness() == K::Weakness::weak ? key.weakRecord() : nullptr; }
  // A key whose value may lead back to it must be known to the cycle collector.
  static void enroll(const K& key) { key.enrollInCollector(); }
};
template <class K>
struct Hash<StoredVar<K>> {
  static std::uint64_t of(const StoredVar<K>& key, std::uint64_t seed) noexcept { return nodecpp::detail::hashWord(key.word, seed); }
  static bool same(const StoredVar<K>& a, const StoredVar<K>& b) noexcept {
    return a.word == b.word && a.kept.isUndefined() == b.kept.isUndefined() && (a.kept.isUndefined() || a.kept == b.kept);
  }
};

template <class V>
struct WeakNode : WeakLink {
  TableBody* table;
  V value;
};
// An owning pointer to a WeakNode, which it destroys.
template <class V>
class [[clang::trivial_abi]] WeakOwner {
 public:
  WeakOwner(WeakRecord* record, const WeakKind& kind, TableBody* table, V value)
      : node_(::new (allocate(sizeof(WeakNode<V>))) WeakNode<V>{{record, kind}, table, std::move(value)}) {}
  WeakOwner(WeakOwner&& other) noexcept : node_(detail::exchange(other.node_, nullptr)) {}
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
  using Keys = WeakKeys<K>;
  using Table = detail::Table<typename Keys::Stored, WeakOwner<V>>;

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
  bool delete_(const K& key) const { return table()->erase(Keys::stored(key)); }

  explicit operator bool() const noexcept { return table_ != nullptr; }
  friend bool operator==(const WeakTable& a, const WeakTable& b) noexcept { return a.table_ == b.table_; }
  const void* identity() const noexcept { return table_; }

 protected:
  const V* find(const K& key) const {
    const auto* entry = table()->find(Keys::stored(key));
    return entry ? &entry->value.value() : nullptr;
  }
  void put(const K& key, V value, const char* invalid, const char* name) const {
    if (!Keys::isValid(key)) throwInvalidWeak(invalid);
    WeakRecord* const record = Keys::record(key);
    if (!record && !Keys::isKept(key)) return;  // the key is being freed
    if constexpr (AnyValue<V>) {
      value.enrollInCollector();
      if (value.identity()) Keys::enroll(key);
    } else if constexpr (mayRefer<V>) {
      Keys::enroll(key);
    }
    Table* to = table();
    to->set(Keys::stored(key), WeakOwner<V>(record, kind, to, std::move(value)), name);
  }

 private:
  static constexpr WeakKind kind{
      [](WeakLink* link) noexcept {
        auto* node = static_cast<WeakNode<V>*>(link);
        static_cast<Table*>(node->table)->erase(Keys::ofAddress(link->key));
      },
      []([[maybe_unused]] WeakLink* link, [[maybe_unused]] Tracer& tracer) {
        if constexpr (mayRefer<V> && std::is_copy_constructible_v<V>)
          tracer.copy(std::as_const(static_cast<WeakNode<V>*>(link)->value));
      }};
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
  using NodecppBoxed = WeakMap;
  using detail::WeakTable<K, V>::WeakTable;
  WeakMap(std::initializer_list<std::pair<K, V>> entries) : WeakMap() {
    for (const auto& [key, value] : entries) set(key, value);
  }
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
  using NodecppBoxed = WeakSet;
  using detail::WeakTable<K, detail::NoValue>::WeakTable;
  WeakSet(std::initializer_list<K> elements) : WeakSet() {
    for (const K& each : elements) add(each);
  }
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

namespace detail {
// The functions that each WeakRef has, whatever it refers to.
template <class Self>
struct WeakRefWords {
  static Self undefined() noexcept { return {}; }
  explicit operator bool() const noexcept { return !self().isUndefined(); }
  String toString() const { return *this ? "[object WeakRef]" : "undefined"; }
  friend String str(const Self& ref) { return ref.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!*this) return out.undefined();
    out.name("WeakRef");
  }

 private:
  const Self& self() const noexcept { return static_cast<const Self&>(*this); }
};
inline constexpr const char* invalidTarget = "WeakRef: invalid target";
}  // namespace detail

// A weak reference: WeakRef ref(socket); … if (auto socket = ref.deref()) …
template <class K>
class WeakRef : public detail::WeakRefWords<WeakRef<K>> {
 public:
  // Makes an undefined WeakRef, for a field that is not set yet. It refers to no object.
  WeakRef() noexcept = default;
  // Refers to `target`. An object that is already being freed counts as gone. Throws a TypeError when `target` is
  // undefined.
  explicit WeakRef(const K& target) : object_(target.get()) {
    if (!object_) detail::throwInvalidWeak(detail::invalidTarget);
    record_ = detail::RecordReference(detail::weakRecordOf(object_));
  }

  // Returns a handle to the object, or undefined when the object was freed. Until the running callback has returned, an
  // object whose last handle was dropped can still be obtained, and then stays alive.
  K deref() const { return record_.isThere() ? K(object_) : K(); }

  bool isUndefined() const noexcept { return object_ == nullptr; }
  const void* identity() const noexcept { return record_.get() ? record_.get() : static_cast<const void*>(object_); }

 private:
  typename K::ObjectType* object_ = nullptr;
  detail::RecordReference record_;
};

// A weak reference to the array, object, function or handle in a var. What else a var refers to, such as a Map or an
// Error, is kept alive.
template <detail::AnyValue K>
class WeakRef<K> : public detail::WeakRefWords<WeakRef<K>> {
 public:
  WeakRef() noexcept = default;
  // Throws a TypeError when the value is not an object, for example a number, a text or a Date.
  explicit WeakRef(const K& target) : bytes_(target.uncountedBytes()), identity_(target.identity()) {
    if (!detail::WeakKeys<K>::isValid(target)) detail::throwInvalidWeak(detail::invalidTarget);
    if (detail::WeakKeys<K>::isKept(target))
      kept_ = target;
    else
      record_ = detail::RecordReference(target.weakRecord());
  }

  // Returns the value, or undefined when it was freed.
  K deref() const { return record_.isThere() ? K::ofUncounted(bytes_) : kept_; }

  bool isUndefined() const noexcept { return identity_ == nullptr; }
  const void* identity() const noexcept { return record_.get() ? record_.get() : identity_; }

 private:
  // The bytes of the var that this object was made from. They are read only while the value exists.
  decltype(std::declval<const K&>().uncountedBytes()) bytes_{};
  const void* identity_ = nullptr;
  K kept_{};
  detail::RecordReference record_;
};
// A property v["key"] is a var, too.
template <detail::AnyValue K>
WeakRef(const K&) -> WeakRef<var>;

}  // namespace nodecpp
