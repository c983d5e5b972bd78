// Builds the tree of a JSON document from its parts, which are given in document order. Uses a stack of its own instead
// of recursion.
#pragma once

#include "json/var_tree.h"

#if defined(__SSE2__)
#include <emmintrin.h>

#include <vector>
#endif

namespace nodecpp::detail {

// Remembers shapes of earlier objects, of this document and of former ones, by an object's first key and its place in
// the document. Most objects at one place have the same keys in the same order. Such objects share one Shape, and each
// of their keys costs one comparison.
class ShapeGuesses {
 public:
  static constexpr std::size_t size = 256;
  ShapeGuesses() = default;
  ShapeGuesses(const ShapeGuesses&) = delete;
  ~ShapeGuesses() { clear(); }
  Shape*& at(const char* firstKey, std::size_t length, std::uint32_t context) noexcept {
    std::uint64_t word = length ? static_cast<unsigned char>(firstKey[0]) : 0;
    if (length >= 2) word |= std::uint64_t(static_cast<unsigned char>(firstKey[length - 1])) << 8;
    word = (std::uint64_t(context) << 32 | word << 16 | (length & 0xffff)) * 0x9e3779b97f4a7c15u;
    return guesses_[word >> 56];
  }
  // Forgets large shapes, and all shapes when they have too many keys together, because the remembered shapes stay in
  // memory between documents.
  void trim() noexcept;
  void clear() noexcept;

 private:
  Shape* guesses_[size]{};
};

class TreeBuilder {
 public:
  TreeBuilder();
  TreeBuilder(const TreeBuilder&) = delete;
  ~TreeBuilder();

  bool insideObject() const noexcept { return frames_.back().object; }
  bool atTop() const noexcept { return frames_.empty(); }

  void beginArray() { begin(false); }
  void beginObject() { begin(true); }
  void end();

  void key(String&& name);
  // Compares a key, which the text contains without escapes, with the next key of the guessed shape. Returns false when
  // they differ; the caller then calls key(). `slack` says that 24 bytes may be read from `name` on.
  bool guessedKey(const char* name, std::size_t length, bool slack) noexcept {
    Frame& frame = frames_.back();
    if (!frame.guess) {
      if (frame.given) return false;
      frame.guess = guesses_->at(name, length, frame.context);
      if (!frame.guess) return false;
      detail::countHolder(frame.guess->refs);
    }
    if (frame.given >= frame.guess->count || !same(frame.guess->keys[frame.given], name, length, slack))
      return otherGuess(frame, name, length, slack);
    ++frame.given;
    return true;
  }

  void value(var&& of) { ::new (next()) var(std::move(of)); }
  void null() { next()->tail_.tag = var::tagNull; }
  void boolean(bool of) {
    var* to = next();
    to->become(var::tagBoolean, std::uint64_t(of));
  }
  void number(double of) {
    var* to = next();
    to->become(var::tagNumber, of);
  }
  // Adds a string of at most 23 bytes, stored as a String stores a short text. Reads 24 bytes from `bytes`.
  void shortText(const char* bytes, std::size_t length) {
    var* to = next();
    std::memcpy(static_cast<void*>(to), bytes, 24);
    to->tail_.tag = static_cast<unsigned char>(length);
  }
  // Returns a copy of a text of the document. Longer copies are slices of a block of memory that several strings of the
  // document share.
  String text(const char* bytes, std::size_t length);
  var take();

 private:
  struct Frame {
    std::uint32_t values;
    std::uint32_t keys;     // the index in keys_ of the object's first key
    std::uint32_t given;    // How many keys of the object were equal to those of the guessed shape.
    std::uint32_t context;  // a hash of the object's place in the document
    bool object;
    Shape* guess;                    // the guessed shape; null after a wrong guess, when the keys are in keys_
    std::uint32_t wrongAt = noSlot;  // the index of the key that the guessed shape does not have
  };

  void begin(bool object) {
    // The context of an object is a hash of the path from the root: the indices of the members that lead to the object.
    std::uint32_t context = 1;
    if (!frames_.empty()) {
      const Frame& outer = frames_.back();
      context = outer.context * 31;
      if (outer.object) context += outer.guess ? outer.given : std::uint32_t(keys_.size()) - outer.keys;
    }
    frames_.push_back({std::uint32_t(top_ - values_), std::uint32_t(keys_.size()), 0, context, object, nullptr});
  }
  static bool same(const String& key, const char* name, std::size_t length, bool slack) noexcept {
    if (key.size() != length) return false;
#if defined(__SSE2__)
    if (slack && length <= 23) {
      auto load = [](const char* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); };
      auto load8 = [](const char* at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at)); };
      const char* bytes = reinterpret_cast<const char*>(&key);  // a short key is stored inside its String
      unsigned low = unsigned(_mm_movemask_epi8(_mm_cmpeq_epi8(load(bytes), load(name))));
      unsigned high = unsigned(_mm_movemask_epi8(_mm_cmpeq_epi8(load8(bytes + 16), load8(name + 16))));
      return (~(low | high << 16) & ((1u << length) - 1)) == 0;
    }
#endif
    return std::memcmp(key.data(), name, length) == 0;
  }
  var* next() {
    if (top_ == limit_) [[unlikely]]
      grow();
    return top_++;
  }
  void grow();
  // Returns the table's entry for a shape that differs from the other shapes at the same place of a document in its key
  // number `at`. The key there is `name`; an empty name means that the shape has only `at` keys.
  Shape*& parting(const Frame& frame, std::uint32_t at, const char* name, std::size_t length) noexcept {
    return guesses_->at(name, length, (frame.context + at) * 0x85ebca6bu + 1);
  }
  // Looks for a remembered shape that has the keys read so far and the key `name` next. Returns false when there is
  // none.
  bool otherGuess(Frame& frame, const char* name, std::size_t length, bool slack) noexcept;
  bool swapGuess(Frame& frame, Shape* other) noexcept;
  void onWrongGuess(Frame& frame);
  Shape* shapeOf(Frame& frame, std::uint32_t& count);

  std::vector<Frame> frames_;
  std::vector<String> keys_;
  var* values_ = nullptr;
  var* top_ = nullptr;
  var* limit_ = nullptr;
  ShapeGuesses* guesses_;
  Block* texts_ = nullptr;
  std::size_t usedTexts_ = 0;
};

}  // namespace nodecpp::detail
