// The types for the data of streams: Chunk, the parameter types that accept a chunk, and the callbacks for
// implementations of streams.
// https://nodejs.org/docs/latest-v24.x/api/stream.html
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/describe.h>
#include <nodecpp/function.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

#include <new>

namespace nodecpp::stream {

// A value of any type in a Chunk, for streams in object mode.
class ChunkObject : public Object {
 public:
  const void* const type;
  const bool isNumber;
  virtual double number() const noexcept { return 0; }
  virtual void describe(util::Value& out) const = 0;
  // Constructs a copy of the value in `room`.
  virtual void copyTo(void* room) const = 0;

 protected:
  ChunkObject(const void* typeId, bool number) noexcept : type(typeId), isNumber(number) {}
  void describeUnknown(util::Value& out) const;
};

class Chunk;
class ChunkArg;

namespace detail {

template <class T>
class ChunkObjectOf final : public ChunkObject {
 public:
  template <class V>
  explicit ChunkObjectOf(V&& v) : ChunkObject(&nodecpp::detail::typeIdOf<T>, nodecpp::detail::Arithmetic<T>), value(std::forward<V>(v)) {}
  double number() const noexcept override {
    if constexpr (nodecpp::detail::Arithmetic<T>) return double(value);
    return 0;
  }
  void describe(util::Value& out) const override {
    if (&nodecpp::detail::describeInto<T>)
      nodecpp::detail::describeInto<T>(out, value);
    else
      describeUnknown(out);
  }
  void copyTo(void* room) const override { ::new (room) T(value); }
  const T value;
};

[[noreturn]] void throwWrongChunk();

// A type with the members of var. A var chunk is stored as what the var holds. The class var itself cannot be named
// here, because this header is below var.h.
template <class T>
concept VarLike = requires(const T& v) {
  { v.isString() } -> std::same_as<bool>;
  { v.isBuffer() } -> std::same_as<bool>;
  { v.isNullish() } -> std::same_as<bool>;
  v.text();
  v.buffer();
  v.orElse(v);
};
template <VarLike T>
using VarOf = std::remove_cvref_t<decltype(std::declval<const T&>().orElse(std::declval<const T&>()))>;

// The types that a chunk may have in object mode besides bytes and text: numbers, handles, structs, pairs and
// containers.
template <class T>
concept ChunkValue =
    !std::same_as<T, Chunk> && !std::same_as<T, ChunkArg> && !std::same_as<T, Buffer> && !VarLike<T> && !std::is_pointer_v<T> &&
    !nodecpp::detail::DerivedFrom<T, nodecpp::detail::ViewBase> &&
    !std::is_null_pointer_v<T> && !std::is_array_v<T> && !nodecpp::detail::StringLike<const T&> &&
    (nodecpp::detail::Arithmetic<T> || std::is_aggregate_v<T> || requires { typename T::ObjectType; } ||
     requires { typename T::IsChunkValue; } || requires(const T& v) { v.first, v.second; } || requires(const T& v) {
       typename T::value_type;
       v.begin();
       v.end();
     });

}  // namespace detail

// A piece of a stream's data: a Buffer, a String, in object mode any value, or nothing. Nothing corresponds to
// JavaScript's null, which stands for the end of a stream and for a read() that finds too little data. A Chunk converts
// implicitly to a Buffer (a string as UTF-8), to a String (bytes decoded as UTF-8), and to the type of its value if
// that is a number, a handle, a struct or a container. as<T>() converts to every type.
class Chunk {
 public:
  enum class Kind : unsigned char { none, buffer, string, object };

  Chunk() noexcept {}
  Chunk(std::nullptr_t) noexcept {}
  template <class T>
    requires detail::ChunkValue<T>
  Chunk(const T& value) : kind_(Kind::object) {
    ::new (&object_) Handle<ChunkObject>(make<detail::ChunkObjectOf<T>>(value));
  }
  template <detail::VarLike T>
  Chunk(const T& value) {
    if (value.isNullish()) return;
    if (value.isString())
      ::new (this) Chunk(value.text());
    else if (value.isBuffer())
      ::new (this) Chunk(value.buffer());
    else {
      ::new (&object_) Handle<ChunkObject>(make<detail::ChunkObjectOf<detail::VarOf<T>>>(value));
      kind_ = Kind::object;
    }
  }
  // A typed array or a DataView becomes a Buffer of its bytes.
  template <nodecpp::detail::DerivedFrom<nodecpp::detail::ViewBase> T>
  Chunk(const T& view) : Chunk(nodecpp::detail::bytesOf(view)) {}
  Chunk(const Buffer& buffer) noexcept : kind_(Kind::buffer) { ::new (&buffer_) Buffer(buffer); }
  Chunk(Buffer&& buffer) noexcept : kind_(Kind::buffer) { ::new (&buffer_) Buffer(std::move(buffer)); }
  Chunk(const String& text) noexcept : kind_(Kind::string) { ::new (&string_) String(text); }
  Chunk(String&& text) noexcept : kind_(Kind::string) { ::new (&string_) String(std::move(text)); }
  Chunk(const Chunk& other) noexcept : kind_(other.kind_) {
    if (kind_ == Kind::buffer)
      ::new (&buffer_) Buffer(other.buffer_);
    else if (kind_ == Kind::string)
      ::new (&string_) String(other.string_);
    else if (kind_ == Kind::object)
      ::new (&object_) Handle<ChunkObject>(other.object_);
  }
  Chunk(Chunk&& other) noexcept : kind_(other.kind_) {
    if (kind_ == Kind::buffer)
      ::new (&buffer_) Buffer(std::move(other.buffer_));
    else if (kind_ == Kind::string)
      ::new (&string_) String(std::move(other.string_));
    else if (kind_ == Kind::object)
      ::new (&object_) Handle<ChunkObject>(std::move(other.object_));
    other.clear();
  }
  Chunk& operator=(const Chunk& other) noexcept {
    if (this != &other) {
      clear();
      ::new (this) Chunk(other);
    }
    return *this;
  }
  Chunk& operator=(Chunk&& other) noexcept {
    if (this != &other) {
      clear();
      ::new (this) Chunk(std::move(other));
    }
    return *this;
  }
  ~Chunk() { clear(); }

  Kind kind() const noexcept { return kind_; }
  bool isBuffer() const noexcept { return kind_ == Kind::buffer; }
  bool isString() const noexcept { return kind_ == Kind::string; }
  bool isObject() const noexcept { return kind_ == Kind::object; }
  bool isNumber() const noexcept { return kind_ == Kind::object && object_->isNumber; }
  // The number of a Chunk that holds one, otherwise 0.
  double toNumber() const noexcept { return isNumber() ? object_->number() : 0; }
  template <class T>
  bool is() const noexcept {
    return kind_ == Kind::object && object_->type == &nodecpp::detail::typeIdOf<T>;
  }
  // Returns the value as a T, where numbers of different types convert to each other. Throws a TypeError
  // (ERR_INVALID_ARG_TYPE) when the value has another type.
  template <class T>
  T as() const {
    if constexpr (std::same_as<T, String>) {
      return toString();
    } else if constexpr (std::same_as<T, Buffer>) {
      return toBuffer();
    } else if constexpr (std::same_as<T, Chunk>) {
      return *this;
    } else {
      if (is<T>()) return static_cast<const detail::ChunkObjectOf<T>*>(object_.get())->value;
      if constexpr (detail::VarLike<T>) {
        if (kind_ == Kind::string) return T(string_);
        if (kind_ == Kind::buffer) return T(buffer_);
        if (kind_ == Kind::none) return T(nullptr);
      }
      if constexpr (nodecpp::detail::Arithmetic<T>)
        if (isNumber()) return static_cast<T>(toNumber());
      detail::throwWrongChunk();
    }
  }
  template <class T>
    requires((detail::ChunkValue<T> || detail::VarLike<T>) && !std::same_as<T, bool> && !std::same_as<T, char>)
  operator T() const {
    return as<T>();
  }
  // A Chunk converts to false only when it holds nothing.
  explicit operator bool() const noexcept { return kind_ != Kind::none; }
  friend bool operator==(const Chunk& chunk, std::nullptr_t) noexcept { return chunk.kind_ == Kind::none; }

  // The number of bytes in the Chunk, also when it holds a string.
  std::size_t size() const noexcept {
    return kind_ == Kind::buffer ? buffer_.size() : kind_ == Kind::string ? string_.size() : 0;
  }
  // The number of bytes of a Buffer, or of UTF-16 code units of a string, as in JavaScript.
  std::ptrdiff_t length() const noexcept { return kind_ == Kind::string ? string_.length() : std::ptrdiff_t(size()); }
  // Returns the byte at `index`, or -1 when `index` is out of range.
  int operator[](std::size_t index) const noexcept {
    if (index >= size()) return -1;
    return static_cast<unsigned char>(kind_ == Kind::buffer ? buffer_.bytes()[index] : string_.data()[index]);
  }
  // Returns the text. A string is returned unchanged, whatever the encoding. Bytes from `from` up to `to` are decoded
  // as Buffer::toString does.
  String toString() const { return kind_ == Kind::string ? string_ : toText(Encoding::utf8, 0, PTRDIFF_MAX); }
  String toString(const EncodingArg& encoding, std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const {
    return toText(encoding, from, to);
  }
  // Returns the bytes; a string is encoded in `encoding`.
  Buffer toBuffer(const EncodingArg& encoding = Encoding::utf8) const {
    return kind_ == Kind::buffer ? buffer_ : toBytes(encoding);
  }
  operator Buffer() const { return toBuffer(); }
  operator String() const { return toString(); }
  // Returns a part that shares the bytes. Negative indices count from the end.
  Chunk slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  Chunk subarray(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const { return slice(from, to); }

  friend bool operator==(const Chunk& a, const Chunk& b) noexcept;
  // Compares the Chunk with a string as texts.
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend bool operator==(const Chunk& a, const T& b) {
    return a.equals(StringArg(b));
  }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const T& a, const Chunk& b) {
    return nodecpp::detail::concat(a, b.toString());
  }
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  friend String operator+(const Chunk& a, const T& b) {
    return nodecpp::detail::concat(a.toString(), b);
  }
  friend String operator+(const Chunk& a, const Chunk& b) {
    return nodecpp::detail::concat(a.toString(), b.toString());
  }
  friend String& operator+=(String& a, const Chunk& b) { return b.appendTo(a); }
  friend String str(const Chunk& chunk) { return chunk ? chunk.toString() : String("null"); }

  // util.inspect prints the chunk's value.
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (kind_ == Kind::object)
      out.describe(*object_);
    else if (kind_ == Kind::buffer)
      out.value(buffer_);
    else if (kind_ == Kind::string)
      out.value(string_);
    else
      out.value(nullptr);
  }

  // Supports listeners of events named by a string: constructs the Buffer or String that the listener's parameter
  // expects in `room`. Returns false for any other type.
  bool becomeArgument(const void* type, void* room) const;
  // For the runtime: direct access to the value. Throws a TypeError when the Chunk holds another kind of value. The
  // reference dangles once the Chunk is destroyed or assigned to.
  const Buffer& buffer() const [[clang::lifetimebound]] {
    if (NODECPP_FAILS(chunkKind, kind_ != Kind::buffer)) [[unlikely]]
      detail::throwWrongChunk();
    return buffer_;
  }
  const String& string() const [[clang::lifetimebound]] {
    if (NODECPP_FAILS(chunkKind, kind_ != Kind::string)) [[unlikely]]
      detail::throwWrongChunk();
    return string_;
  }
  const Handle<ChunkObject>& object() const noexcept [[clang::lifetimebound]] { return object_; }

 private:
  void clear() noexcept {
    if (kind_ == Kind::buffer)
      buffer_.~Buffer();
    else if (kind_ == Kind::string)
      string_.~String();
    else if (kind_ == Kind::object)
      object_.~Handle();
    kind_ = Kind::none;
  }
  String toText(const EncodingArg& encoding, std::ptrdiff_t from, std::ptrdiff_t to) const;
  Buffer toBytes(const EncodingArg& encoding) const;
  bool equals(StringArg text) const noexcept;
  String& appendTo(String& text) const;

  union {
    Buffer buffer_;
    String string_;
    Handle<ChunkObject> object_;
  };
  Kind kind_ = Kind::none;
};

// A chunk parameter of write(), push(), unshift() and end(): a Buffer, a Chunk, any string, or nullptr. It is a view of
// its argument, which must outlive the call.
class ChunkArg {
 public:
  ChunkArg(std::nullptr_t) noexcept : text_("") {}
  ChunkArg(const Chunk& chunk) noexcept : chunk_(chunk), text_("") {}
  ChunkArg(Chunk&& chunk) noexcept : chunk_(std::move(chunk)), text_("") {}
  ChunkArg(const Buffer& buffer) noexcept : chunk_(buffer), text_("") {}
  ChunkArg(Buffer&& buffer) noexcept : chunk_(std::move(buffer)), text_("") {}
  template <class T>
    requires detail::ChunkValue<T> || nodecpp::detail::DerivedFrom<T, nodecpp::detail::ViewBase>
  ChunkArg(const T& value) : chunk_(value), text_("") {}
  template <detail::VarLike T>
  ChunkArg(const T& value) : chunk_(value), text_("") {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  ChunkArg(const T& text [[clang::lifetimebound]]) : text_(text), isText_(true) {}
  // What a look-up has found: end(query["q"]). One that is undefined or null is nullptr, and any other but a text throws
  // a TypeError.
  template <nodecpp::detail::FromLookup T>
  ChunkArg(const T& value)
      : chunk_(value == nullptr ? Chunk() : Chunk(StringArg(value).toString())), text_("") {}

  bool isNull() const noexcept { return !isText_ && !chunk_; }
  bool isString() const noexcept { return isText_ || chunk_.isString(); }
  bool isObject() const noexcept { return chunk_.isObject(); }
  // The number of bytes in the argument, also when it is a string.
  std::size_t size() const noexcept { return isText_ ? text_.size() : chunk_.size(); }
  // Returns the text of a string. The result is valid as long as the argument.
  StringArg text() const { return isText_ ? text_ : StringArg(chunk_.string()); }
  // Returns the Buffer of a chunk that is bytes. The reference dangles once this ChunkArg is destroyed.
  const Buffer& buffer() const [[clang::lifetimebound]] { return chunk_.buffer(); }
  // Returns the argument as a Chunk. With an encoding, a string is returned as its bytes.
  Chunk toChunk() const { return isText_ ? Chunk(text_.toString()) : chunk_; }
  Chunk toChunk(Encoding encoding) const;

 private:
  Chunk chunk_;
  StringArg text_;
  bool isText_ = false;
};

// An encoding parameter of write(), push() and end(), where Node also accepts "buffer".
class EncodingParam {
 public:
  EncodingParam() noexcept : encoding_(Encoding::utf8) {}
  EncodingParam(Encoding encoding) noexcept : encoding_(encoding), given_(true) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  EncodingParam(const T& name) : encoding_(name), given_(!StringArg(name).empty()) {
    isBuffer_ = StringArg(name) == StringArg("buffer");
  }
  // False when there is no encoding or an empty name, so the stream's default applies.
  bool given() const noexcept { return given_; }
  bool isBuffer() const noexcept { return isBuffer_; }
  // Returns the encoding, UTF-8 when none was given. Throws ERR_UNKNOWN_ENCODING.
  Encoding encoding() const { return given_ ? Encoding(encoding_) : Encoding::utf8; }

 private:
  EncodingArg encoding_;
  bool given_ = false;
  bool isBuffer_ = false;
};

// The callback that _write, _final, _destroy and _construct call when they are done: `callback()`, or
// `callback(error)`. write(), end() and destroy() accept the same type. A default-made Callback is empty.
class [[clang::trivial_abi]] Callback {
 public:
  Callback() noexcept = default;
  Callback(std::nullptr_t) noexcept {}
  Callback(Function<void(Error)> function) noexcept : function_(std::move(function)) {}
  template <class F>
    requires(!nodecpp::detail::DerivedFrom<std::remove_cvref_t<F>, Callback>) &&
            (!std::same_as<std::remove_cvref_t<F>, Function<void(Error)>>) && nodecpp::detail::TakesSomeOf<F, Error> &&
            (!nodecpp::detail::StringLike<F>)
  Callback(F&& f) : function_(std::forward<F>(f)) {}

  void operator()(Error error = nullptr) const { function_(std::move(error)); }
  explicit operator bool() const noexcept { return bool(function_); }
  friend bool operator==(const Callback& a, const Callback& b) noexcept { return a.function_ == b.function_; }
  const void* identity() const noexcept { return function_.identity(); }

 private:
  Function<void(Error)> function_;
};

// The callback that _transform and _flush call: `callback()`, `callback(error)` or `callback(nullptr, data)`.
class [[clang::trivial_abi]] TransformCallback {
 public:
  TransformCallback() noexcept = default;
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, TransformCallback>) && nodecpp::detail::TakesSomeOf<F, Error, Chunk>
  TransformCallback(F&& f) : function_(std::forward<F>(f)) {}

  void operator()(Error error = nullptr) const { function_(std::move(error), Chunk()); }
  void operator()(Error error, const ChunkArg& data) const { function_(std::move(error), data.toChunk()); }
  explicit operator bool() const noexcept { return bool(function_); }

 private:
  Function<void(Error, Chunk)> function_;
};

// One of the chunks that _writev is given. `encoding` is "buffer" when the chunk is bytes.
struct WriteRequest {
  Chunk chunk;
  String encoding;
};

}  // namespace nodecpp::stream
