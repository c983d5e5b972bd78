// Conversion of strings, bytes and bigints.
#include <nodecpp/external_block.h>
#include <nodecpp/native/call.h>

#include <cstring>
#include <string>

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "native/api/errors.h"

namespace nodecpp::native::detail {

namespace {

// Whether the text contains a surrogate in WTF-8, which valid UTF-8 does not contain.
bool hasSurrogate(const char* data, std::size_t size) noexcept {
  const char* end = data + size;
  for (const char* at = data; (at = static_cast<const char*>(std::memchr(at, '\xed', std::size_t(end - at)))); ++at)
    if (end - at >= 3 && static_cast<unsigned char>(at[1]) >= 0xa0) return true;
  return false;
}

}  // namespace

bool hasReplacement(const char* data, std::size_t size) noexcept {
  const char* end = data + size;
  for (const char* at = data; (at = static_cast<const char*>(std::memchr(at, '\xef', std::size_t(end - at)))); ++at)
    if (end - at >= 3 && at[1] == '\xbf' && at[2] == '\xbd') return true;
  return false;
}

std::string longString(napi_env env, napi_value value) {
  std::size_t size = 0;
  check(env, napi_get_value_string_utf8(env, value, nullptr, 0, &size));
  std::string out;
  out.resize_and_overwrite(size + 1, [&](char* data, std::size_t) {
    if (napi_get_value_string_utf8(env, value, data, size + 1, &size) != napi_ok) size = 0;
    return size;
  });
  if (!hasReplacement(out.data(), out.size())) return out;
  // Lone surrogates have become U+FFFD, so the string is read again as UTF-16.
  std::size_t count = 0;
  check(env, napi_get_value_string_utf16(env, value, nullptr, 0, &count));
  std::u16string units(count + 1, u'\0');
  check(env, napi_get_value_string_utf16(env, value, units.data(), count + 1, &count));
  out.clear();
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t code = units[i];
    if (code >= 0xd800 && code < 0xdc00 && i + 1 < count && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000)
      code = 0x10000 + ((code - 0xd800) << 10) + (units[++i] - 0xdc00u);
    char bytes[4];
    out.append(bytes, utf8::put(bytes, code));
  }
  return out;
}

napi_value makeString(napi_env env, const char* data, std::size_t size) {
  napi_value out;
  // V8 need not examine an ASCII text when it is given as latin1.
  if (ascii::isAscii({data, size})) [[likely]] {
    check(env, napi_create_string_latin1(env, data, size, &out));
    return out;
  }
  if (!hasSurrogate(data, size)) [[likely]] {
    check(env, napi_create_string_utf8(env, data, size, &out));
    return out;
  }
  std::u16string units;
  for (const char *at = data, *end = data + size; at < end;) {
    auto byte = [&](int i) { return static_cast<unsigned char>(at[i]); };
    if (end - at >= 3 && byte(0) == 0xed && byte(1) >= 0xa0 && byte(1) < 0xc0 && (byte(2) & 0xc0) == 0x80) {
      units += char16_t(0xd000 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f));
      at += 3;
      continue;
    }
    utf8::Decoded next = utf8::decode(at, end);
    if (next.code >= 0x10000) {
      units += char16_t(0xd800 + ((next.code - 0x10000) >> 10));
      units += char16_t(0xdc00 + ((next.code - 0x10000) & 0x3ff));
    } else {
      units += char16_t(next.code);
    }
    at += next.size;
  }
  check(env, napi_create_string_utf16(env, units.data(), units.size(), &out));
  return out;
}

// The bytes of buffers and views.

namespace {

// Refuses a resizable ArrayBuffer in the promise form: its memory can go when it shrinks, while a thread of the pool
// uses it.
void refuseResizable(const Reader& reader, napi_value value, const Where& where) {
  napi_value buffer, resizable;
  bool isView = false, is = false;
  napi_is_arraybuffer(reader.env, value, &isView);
  buffer = value;
  if (!isView) check(reader.env, napi_get_named_property(reader.env, value, "buffer", &buffer));
  check(reader.env, napi_get_named_property(reader.env, buffer, "resizable", &resizable));
  napi_get_value_bool(reader.env, resizable, &is);
  if (is)
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_VALUE",
                                                 "The argument '" + where.toString() +
                                                     "' must not be of a resizable ArrayBuffer: it is used "
                                                     "while JavaScript goes on");
}

}  // namespace

Bytes bytesOf(const Reader& reader, napi_value value, const Where& where) {
  void* data = nullptr;
  std::size_t size = 0;
  // This function accepts every kind of view, and its size is in bytes.
  if (napi_get_buffer_info(reader.env, value, &data, &size) != napi_ok) {
    bool is = false;
    napi_is_arraybuffer(reader.env, value, &is);
    if (!is || napi_get_arraybuffer_info(reader.env, value, &data, &size) != napi_ok)
      throwWrongType(reader.env, where, "an instance of ArrayBuffer, Buffer, TypedArray, or DataView", value);
  }
  if (reader.promised) refuseResizable(reader, value, where);
  return {static_cast<char*>(data), data ? size : 0};
}

Bytes elementsOf(const Reader& reader, napi_value value, const Where& where, napi_typedarray_type type,
                 const char* expected) {
  napi_typedarray_type actual;
  std::size_t count = 0;
  void* data = nullptr;
  bool is = false;
  napi_is_typedarray(reader.env, value, &is);
  if (!is || napi_get_typedarray_info(reader.env, value, &actual, &count, &data, nullptr, nullptr) != napi_ok ||
      actual != type)
    throwWrongType(reader.env, where, (std::string("an instance of ") + expected).c_str(), value);
  if (reader.promised) refuseResizable(reader, value, where);
  std::size_t width = type == napi_float64_array || type == napi_bigint64_array || type == napi_biguint64_array ? 8
                      : type == napi_float32_array || type == napi_int32_array || type == napi_uint32_array     ? 4
                      : type == napi_int16_array || type == napi_uint16_array                                   ? 2
                                                                                                                : 1;
  return {static_cast<char*>(data), data ? count * width : 0};
}

namespace {

// Keeps the JavaScript memory of a Buffer alive.
struct Keeper {
  Environment& environment;
  napi_ref reference;

  static void gone(void* keeper) noexcept {
    auto* self = static_cast<Keeper*>(keeper);
    if (!self) return;  // the bytes were only lent and have been given back
    self->environment.forget(self->reference);
    self->environment.release();
    delete self;
  }
  static Keeper* make(Environment& environment, napi_value value) {
    napi_ref reference;
    check(environment.env(), napi_create_reference(environment.env(), value, 1, &reference));
    environment.retain();
    return new Keeper{environment, reference};
  }
};

}  // namespace

Buffer keptBuffer(const Reader& reader, napi_value value, const Where& where) {
  Bytes bytes = bytesOf(reader, value, where);
  if (!bytes.size) return Buffer();
  if (reader.promised) keep(reader, value);
  auto* block = nodecpp::detail::ExternalBlock::make(Keeper::gone, Keeper::make(reader.environment, value));
  Buffer out = Buffer::sliceOf(block, bytes.data, bytes.size);
  nodecpp::detail::Block::drop(block);
  return out;
}

Lender::Lender(const Reader& reader, napi_value value, const Where& where, Buffer& lent)
    : environment_(reader.environment), value_(value), lent_(lent) {
  if (reader.promised) {
    lent = keptBuffer(reader, value, where);
    return;
  }
  Bytes bytes = bytesOf(reader, value, where);
  if (!bytes.size) return;
  watch_.set(environment_, value, bytes.data, bytes.size);
  block_ = nodecpp::detail::ExternalBlock::make(Keeper::gone, nullptr);
  lent = Buffer::sliceOf(block_, bytes.data, bytes.size);
}

Lender::~Lender() {
  if (!block_) return;
  lent_ = Buffer();
  if (block_->refs > 1) {
    napi_env env = environment_.env();
    napi_ref reference;
    if (napi_create_reference(env, value_, 1, &reference) == napi_ok) {
      environment_.retain();
      static_cast<nodecpp::detail::ExternalBlock*>(block_)->keeper = new Keeper{environment_, reference};
    }
  }
  nodecpp::detail::Block::drop(block_);
}

napi_value makeBuffer(const Reader& reader, const Buffer& buffer) {
  // Below this size a copy costs less than a finalizer. Memory that belongs to JavaScript is always copied, since it
  // would get two owners.
  constexpr std::size_t small = 2048;
  napi_value out;
  if (buffer.size() >= small && !nodecpp::detail::isExternal(buffer.block())) {
    auto* held = new Buffer(buffer);
    napi_status status = napi_create_external_buffer(
        reader.env, held->size(), held->bytes(), [](napi_env, void*, void* hint) { delete static_cast<Buffer*>(hint); },
        held, &out);
    if (status == napi_ok) return out;
    delete held;
    if (status != napi_no_external_buffers_allowed) throwFailed(reader.env, status);
  }
  check(reader.env,
        napi_create_buffer_copy(reader.env, buffer.size(), buffer.size() ? buffer.bytes() : "", nullptr, &out));
  return out;
}

napi_value makeTypedArray(const Reader& reader, napi_typedarray_type type, void* data, std::size_t bytes,
                          std::size_t count, void (*gone)(void* keeper) noexcept, void* keeper) {
  struct Hint {
    void (*gone)(void* keeper) noexcept;
    void* keeper;
  };
  napi_value buffer, out;
  napi_status status = napi_no_external_buffers_allowed;
  auto* hint = new Hint{gone, keeper};
  if (bytes)
    status = napi_create_external_arraybuffer(
        reader.env, data, bytes,
        [](napi_env, void*, void* data) {
          auto* hint = static_cast<Hint*>(data);
          hint->gone(hint->keeper);
          delete hint;
        },
        hint, &buffer);
  if (status != napi_ok) {
    delete hint;
    if (status == napi_no_external_buffers_allowed) {
      void* copy = nullptr;
      status = napi_create_arraybuffer(reader.env, bytes, &copy, &buffer);
      if (status == napi_ok && bytes) std::memcpy(copy, data, bytes);
    }
    gone(keeper);
    check(reader.env, status);
  }
  check(reader.env, napi_create_typedarray(reader.env, type, count, buffer, 0, &out));
  return out;
}

void Lent::checkAll(Environment& environment) {
  napi_env env = environment.env();
  for (const Lent* one = environment.lent_; one; one = one->outer_) {
    void* data = nullptr;
    std::size_t size = 0;
    if (napi_get_buffer_info(env, one->value_, &data, &size) != napi_ok)
      napi_get_arraybuffer_info(env, one->value_, &data, &size);
    if (one->size_ && (data != one->data_ || size < one->size_))
      throw nodecpp::detail::codedError<TypeError>(
          "ERR_INVALID_STATE", "Invalid state: the bytes of an argument went while the call had them");
  }
}

// Arrays, objects and bigints.

std::uint32_t arrayLength(napi_env env, napi_value value, const Where& where) {
  bool is = false;
  napi_is_array(env, value, &is);
  if (!is) throwWrongType(env, where, "an instance of Array", value);
  std::uint32_t length = 0;
  check(env, napi_get_array_length(env, value, &length));
  return length;
}

void checkObject(napi_env env, napi_value value, const Where& where) {
  napi_valuetype type;
  check(env, napi_typeof(env, value, &type));
  if (type != napi_object) throwWrongType(env, where, "of type object", value);
}

std::int64_t readBigInt64(napi_env env, napi_value value, const Where& where) {
  std::int64_t out = 0;
  bool lossless = false;
  if (napi_get_value_bigint_int64(env, value, &out, &lossless) != napi_ok)
    throwWrongType(env, where, "of type bigint", value);
  if (!lossless) throwOutOfRange(where, ">= -(2n ** 63n) and < 2n ** 63n", rangeBigInt(env, value));
  return out;
}

std::uint64_t readBigUint64(napi_env env, napi_value value, const Where& where) {
  std::uint64_t out = 0;
  bool lossless = false;
  if (napi_get_value_bigint_uint64(env, value, &out, &lossless) != napi_ok)
    throwWrongType(env, where, "of type bigint", value);
  if (!lossless) throwOutOfRange(where, ">= 0n and < 2n ** 64n", rangeBigInt(env, value));
  return out;
}

BigInt readBigInt(napi_env env, napi_value value, const Where& where) {
  std::size_t count = 0;
  if (napi_get_value_bigint_words(env, value, nullptr, &count, nullptr) != napi_ok)
    throwWrongType(env, where, "of type bigint", value);
  BigInt out;
  out.words.resize(count);
  int sign = 0;
  std::uint64_t none;
  check(env, napi_get_value_bigint_words(env, value, &sign, &count, count ? out.words.data() : &none));
  out.words.resize(count);
  out.negative = sign != 0;
  return out;
}

napi_value makeBigInt(napi_env env, const BigInt& value) {
  napi_value out;
  std::uint64_t none = 0;
  check(env, napi_create_bigint_words(env, value.negative ? 1 : 0, value.words.size(),
                                      value.words.empty() ? &none : value.words.data(), &out));
  return out;
}

}  // namespace nodecpp::native::detail
