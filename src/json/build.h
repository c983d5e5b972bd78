// Builds the tree of a document from its parts in their order, without recursion.
#pragma once

#include "json/tree.h"

#if defined(__SSE2__)
#include <emmintrin.h>

#include <vector>
#endif

namespace nodecpp::detail {

// Shapes that objects are likely to have: those of earlier objects, of this document and of others, by their first key
// and by what they stand in. Objects of one form, which is most of them, then share the keys, and each key costs one
// comparison.
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
  // Lets go of large ones, and of all when they are much together: they are kept from one document to the next.
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
  // A key that stands in the text without escapes; false when it is not the one that was guessed: then `key` follows.
  // `slack`: 24 bytes may be read from `name` on.
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
    to->number_ = of;
    to->tail_.tag = var::tagNumber;
  }
  // A text of at most 23 bytes; 24 may be read.
  void shortText(const char* bytes, std::size_t length) {
    var* to = next();
    std::memcpy(static_cast<void*>(to), bytes, 24);
    to->tail_.tag = static_cast<unsigned char>(length);
  }
  // A copy, in memory that it shares with other strings of the document.
  String text(const char* bytes, std::size_t length);
  var take();

 private:
  struct Frame {
    std::uint32_t values;
    std::uint32_t keys;     // of those in keys_ the first
    std::uint32_t given;    // as many as the guess has had right
    std::uint32_t context;  // tells the places apart at which an object can stand
    bool object;
    Shape* guess;                    // null when it was wrong; then the keys are in keys_
    std::uint32_t wrongAt = noSlot;  // the number of the key that showed it
  };

  void begin(bool object) {
    // Its way from the root, as the numbers of the members.
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
      const char* bytes = reinterpret_cast<const char*>(&key);  // where a short one stands
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
  // Where a shape is noted that parts from others at its key number `at`, with that key or by its end.
  Shape*& parting(const Frame& frame, std::uint32_t at, const char* name, std::size_t length) noexcept {
    return guesses_->at(name, length, (frame.context + at) * 0x85ebca6bu + 1);
  }
  // A shape with the keys so far and this one; false when none is noted.
  bool otherGuess(Frame& frame, const char* name, std::size_t length, bool slack) noexcept;
  bool swapGuess(Frame& frame, Shape* other) noexcept;
  void wrongGuess(Frame& frame);
  Shape* shapeOf(Frame& frame, std::uint32_t& count);

  std::vector<Frame> frames_;
  std::vector<String> keys_;
  var* values_ = nullptr;
  var* top_ = nullptr;
  var* limit_ = nullptr;
  ShapeGuesses* guesses_;
  Block* texts_ = nullptr;
  std::size_t textsUsed_ = 0;
};

}  // namespace nodecpp::detail
