#include "json/tree_builder.h"

#include <algorithm>

#include "base/assertion.h"

namespace nodecpp::detail {

namespace {

// The memory in which the last document was built is reused for the next document on this thread. Large memory is freed
// instead.
constexpr std::size_t firstRoom = 512;
constexpr std::size_t mostSpareValues = 16384;
struct Spare {
  var* values = nullptr;
  std::size_t room = 0;
  ShapeGuesses guesses;
  ~Spare() { drop(); }
  void drop() {
    if (values) release(values, sizeof(var) * room);
    values = nullptr;
  }
};
thread_local Spare spare;

}  // namespace

void ShapeGuesses::clear() noexcept {
  for (Shape*& guess : guesses_)
    if (guess) Shape::drop(std::exchange(guess, nullptr));
}

void ShapeGuesses::trim() noexcept {
  constexpr std::uint32_t mostKeys = 512;
  constexpr std::uint32_t mostTogether = 8192;
  constexpr std::size_t longestKey = 64;
  std::uint32_t together = 0;
  for (Shape*& guess : guesses_) {
    if (!guess) continue;
    bool small = guess->count <= mostKeys;
    for (std::uint32_t i = 0; small && guess->longKeys && i < guess->count; ++i)
      small = guess->keys[i].size() <= longestKey;
    if (small)
      together += guess->count;
    else
      Shape::drop(std::exchange(guess, nullptr));
  }
  if (together > mostTogether) clear();
}

TreeBuilder::TreeBuilder() : guesses_(&spare.guesses) {
  if (spare.values) {
    values_ = std::exchange(spare.values, nullptr);
    limit_ = values_ + spare.room;
  } else {
    values_ = static_cast<var*>(allocate(sizeof(var) * firstRoom));
    limit_ = values_ + firstRoom;
  }
  top_ = values_;
}

TreeBuilder::~TreeBuilder() {
  NODECPP_DEBUG_ASSERT(values_ <= top_ && top_ <= limit_, top_ - values_, limit_ - values_);
  while (top_ != values_) (--top_)->~var();
  for (Frame& frame : frames_)
    if (frame.guess) Shape::drop(frame.guess);
  Block::drop(texts_);
  auto room = std::size_t(limit_ - values_);
  if (spare.values || room > mostSpareValues) {
    release(values_, sizeof(var) * room);
  } else {
    spare.values = values_;
    spare.room = room;
  }
}

void TreeBuilder::grow() {
  NODECPP_ASSERT(top_ == limit_, top_ - values_, limit_ - values_);
  auto room = std::size_t(limit_ - values_);
  auto used = std::size_t(top_ - values_);
  NODECPP_ASSERT(used <= room && room > 0, used, room);
  auto* larger = static_cast<var*>(allocate(sizeof(var) * room * 2));
  std::memcpy(static_cast<void*>(larger), static_cast<const void*>(values_), sizeof(var) * used);
  release(values_, sizeof(var) * room);
  values_ = larger;
  top_ = larger + used;
  limit_ = larger + room * 2;
}

String TreeBuilder::text(const char* bytes, std::size_t length) {
  // A program that keeps one string of a document keeps the whole block alive, so a block has at most this many bytes.
  constexpr std::size_t shared = 2000;
  if (length <= 23 || length > shared / 4) return String::copyOf(bytes, length);
  if (!texts_ || shared - usedTexts_ < length) {
    Block::drop(texts_);
    texts_ = Block::make(shared);
    usedTexts_ = 0;
  }
  NODECPP_DEBUG_ASSERT(usedTexts_ + length <= shared, usedTexts_, length);
  char* to = texts_->bytes() + usedTexts_;
  std::memcpy(to, bytes, length);
  usedTexts_ += length;
  return String::sliceOf(texts_, to, length);
}

bool TreeBuilder::swapGuess(Frame& frame, Shape* other) noexcept {
  NODECPP_DEBUG_ASSERT(frame.given <= frame.guess->count && frame.given <= other->count, frame.given, other->count);
  for (std::uint32_t i = 0; i < frame.given; ++i)
    if (other->keys[i] != frame.guess->keys[i]) return false;
  detail::countHolder(other->refs);
  Shape::drop(std::exchange(frame.guess, other));
  return true;
}

bool TreeBuilder::otherGuess(Frame& frame, const char* name, std::size_t length, bool slack) noexcept {
  Shape* other = parting(frame, frame.given, name, length);
  if (!other || frame.given >= other->count || !same(other->keys[frame.given], name, length, slack)) return false;
  if (!swapGuess(frame, other)) return false;
  ++frame.given;
  return true;
}

void TreeBuilder::onWrongGuess(Frame& frame) {
  NODECPP_DEBUG_ASSERT(frame.given <= frame.guess->count, frame.given, frame.guess->count);
  NODECPP_DEBUG_ASSERT(keys_.size() == frame.keys, keys_.size(), frame.keys);
  for (std::uint32_t i = 0; i < frame.given; ++i) keys_.push_back(frame.guess->keys[i]);
  Shape::drop(std::exchange(frame.guess, nullptr));
  frame.wrongAt = std::exchange(frame.given, noSlot);
}

void TreeBuilder::key(String&& name) {
  NODECPP_DEBUG_ASSERT(!frames_.empty() && frames_.back().object);
  Frame& frame = frames_.back();
  if (frame.guess && frame.given < frame.guess->count && frame.guess->keys[frame.given] == name) {
    ++frame.given;
    return;
  }
  if (frame.guess) onWrongGuess(frame);
  frame.given = noSlot;
  keys_.push_back(std::move(name));
}

// Returns the shape of the object that ends. When a key occurs more than once, the last value replaces the first one,
// and `count` becomes the number of different keys.
Shape* TreeBuilder::shapeOf(Frame& frame, std::uint32_t& count) {
  if (frame.guess) {
    Shape* shorter = parting(frame, frame.given, "", 0);
    if (frame.given == frame.guess->count || (shorter && shorter->count == frame.given && swapGuess(frame, shorter)))
      return std::exchange(frame.guess, nullptr);
    onWrongGuess(frame);
  }
  if (count == 0) {
    Shape* none = Shape::empty();
    detail::countHolder(none->refs);
    return none;
  }
  NODECPP_DEBUG_ASSERT(keys_.size() == frame.keys + count, keys_.size(), frame.keys, count);
  var* first = values_ + frame.values;
  Shape* shape = Shape::make(count);
  std::uint32_t to = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t slot = shape->findOrAdd(std::move(keys_[frame.keys + i]));
    NODECPP_DEBUG_ASSERT(slot <= to && to <= i, slot, to, i);
    if (slot < to) {
      first[slot] = std::move(first[i]);
      continue;
    }
    if (to != i) std::memcpy(static_cast<void*>(first + to), static_cast<const void*>(first + i), sizeof(var));
    ++to;
  }
  top_ = first + to;
  count = to;
  NODECPP_DEBUG_ASSERT(to == shape->count, to, shape->count);
  keys_.resize(frame.keys);
  // Remembers the shape for the next object at this place: by its first key, or by the key at which it differed from
  // the guess.
  String telling;
  if (frame.wrongAt == noSlot || frame.wrongAt < to) telling = shape->keys[frame.wrongAt == noSlot ? 0 : frame.wrongAt];
  Shape*& guess = frame.wrongAt == noSlot ? guesses_->at(telling.data(), telling.size(), frame.context)
                                          : parting(frame, frame.wrongAt, telling.data(), telling.size());
  if (guess) Shape::drop(guess);
  detail::countHolder(shape->refs);
  guess = shape;
  return shape;
}

void TreeBuilder::end() {
  NODECPP_DEBUG_ASSERT(!frames_.empty());
  Frame& frame = frames_.back();
  NODECPP_DEBUG_ASSERT(frame.values <= std::size_t(top_ - values_), frame.values, top_ - values_);
  auto count = std::uint32_t(top_ - values_) - frame.values;
  var* first = values_ + frame.values;
  if (frame.object) {
    Shape* shape = shapeOf(frame, count);
    NODECPP_DEBUG_ASSERT(shape->count == count && keys_.size() == frame.keys, shape->count, count);
    VarObject* object = VarObject::make(shape, count);
    if (count) std::memcpy(static_cast<void*>(object->values), static_cast<const void*>(first), sizeof(var) * count);
    object->count = count;
    top_ = first;
    frames_.pop_back();
    next()->become(var::tagObject, reinterpret_cast<std::uintptr_t>(object));
  } else {
    VarArray* array = VarArray::make(count);
    if (count) std::memcpy(static_cast<void*>(array->data), static_cast<const void*>(first), sizeof(var) * count);
    array->size = count;
    top_ = first;
    frames_.pop_back();
    next()->become(var::tagArray, reinterpret_cast<std::uintptr_t>(array));
  }
}

var TreeBuilder::take() {
  NODECPP_ASSERT(frames_.empty() && keys_.empty() && top_ == values_ + 1, frames_.size(), top_ - values_);
  guesses_->trim();
  var out = std::move(*--top_);
  return out;
}

}  // namespace nodecpp::detail
