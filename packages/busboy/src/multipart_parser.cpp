#include "multipart_parser.h"

#include <algorithm>
#include <cstring>

namespace nodecpp::detail {

namespace {

constexpr std::size_t mostHeaderBytes = 16 * 1024, mostHeaderFields = 2000;

bool isNameCharacter(char c) {
  if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) return true;
  return c != '\0' && std::strchr("!#$%&'*+-.^_`|~", c);
}
bool isBlank(char c) { return c == ' ' || c == '\t'; }
bool isFieldCharacter(char c) { return isBlank(c) || static_cast<unsigned char>(c) > ' '; }

}  // namespace

PartHeaderParser::State PartHeaderParser::push(std::string_view& data) {
  while (!data.empty()) {
    if (bytes_++ == mostHeaderBytes) return State::malformed;
    bool consumed = true;
    const State state = step(data.front(), consumed);
    if (consumed) data.remove_prefix(1);
    if (state != State::going) return state;
  }
  return State::going;
}

// A byte that begins what follows is not consumed, and counts again there, as in busboy.
PartHeaderParser::State PartHeaderParser::step(char c, bool& consumed) {
  switch (place_) {
    case Place::name:
      if (c != ':') {
        name_ += c;
        return isNameCharacter(c) ? State::going : State::malformed;
      }
      place_ = Place::beforeValue;
      return name_.empty() ? State::malformed : State::going;
    case Place::beforeValue:
      if (isBlank(c)) return State::going;
      place_ = Place::value;
      consumed = false;
      return State::going;
    case Place::value:
      if (c == '\r') {
        place_ = Place::lineFeed;
        return State::going;
      }
      value_ += c;
      return isFieldCharacter(c) && c != '\x7f' ? State::going : State::malformed;
    case Place::lineFeed: place_ = Place::nextLine; return c == '\n' ? State::going : State::malformed;
    case Place::nextLine:
      consumed = false;
      if (isBlank(c)) {  // the line continues the value
        place_ = Place::value;
        return State::going;
      }
      addField();
      if (c == '\r') {
        consumed = true;
        place_ = Place::lastLineFeed;
      } else {
        place_ = Place::name;
      }
      return State::going;
    case Place::lastLineFeed: return c == '\n' ? State::done : State::malformed;
  }
  return State::malformed;
}

void PartHeaderParser::addField() {
  for (char& c : name_)
    if (c >= 'A' && c <= 'Z') c = char(c + ('a' - 'A'));
  if (++fields_ < mostHeaderFields) header_.try_emplace(std::move(name_), std::move(value_));
  name_.clear();
  value_.clear();
}

PartHeader PartHeaderParser::take() {
  PartHeader header = std::move(header_);
  *this = PartHeaderParser();
  return header;
}

MultipartParser::MultipartParser(std::string_view boundary, MultipartSink& sink)
    : needle_("\r\n--" + std::string(boundary)), sink_(sink) {}

void MultipartParser::stop() noexcept { isStopped_ = true; }

void MultipartParser::push(const Buffer& chunk) {
  if (isStopped_ || isComplete() || chunk.empty()) return;
  findBoundaries(chunk);
}

void MultipartParser::findBoundaries(const Buffer& chunk) {
  std::size_t at = finishMatch(chunk);
  while (at < chunk.size() && !isStopped_ && !isComplete()) {
    const char* const from = chunk.bytes() + at;
    const std::size_t size = chunk.size() - at;
    const auto* found = static_cast<const char*>(::memmem(from, size, needle_.data(), needle_.size()));
    if (!found) {
      matched_ = partialMatch(std::string_view(from, size));
      return segment(chunk.subarray(std::ptrdiff_t(at), std::ptrdiff_t(chunk.size() - matched_)));
    }
    const auto end = std::size_t(found - chunk.bytes());
    segment(chunk.subarray(std::ptrdiff_t(at), std::ptrdiff_t(end)));
    endPart();
    at = end + needle_.size();
  }
}

void MultipartParser::endPart() {
  if (isStopped_ || isComplete()) return;
  const bool isInHeader = state_ == State::header;
  state_ = State::afterBoundary;
  if (isInHeader) {
    header_.take();
    sink_.onMalformedHeader();
  }
  if (!isStopped_) sink_.onBoundary();
}

// Takes up the beginning of a boundary that the last chunk has ended with. Returns from where on the chunk is to be
// searched. What has turned out not to be a boundary belongs to the part.
std::size_t MultipartParser::finishMatch(const Buffer& chunk) {
  if (matched_ == 0) return 0;
  const std::size_t before = matched_;
  std::string both = needle_.substr(0, before);
  both.append(chunk.bytes(), std::min(chunk.size(), needle_.size() - 1));
  const std::size_t found = both.find(needle_);
  if (found < before) {
    matched_ = 0;
    if (found > 0) segment(Buffer::from(both.substr(0, found)));
    endPart();
    return found + needle_.size() - before;
  }
  // With a chunk that is shorter than a boundary, the bytes before may still begin one.
  const std::size_t still = partialMatch(both);
  const std::size_t given = both.size() - still;
  if (given >= before) {
    matched_ = 0;
    segment(Buffer::from(both.substr(0, before)));
    return 0;
  }
  matched_ = still;
  if (given > 0) segment(Buffer::from(both.substr(0, given)));
  return chunk.size();
}

// Returns how many bytes at the end begin a boundary.
std::size_t MultipartParser::partialMatch(std::string_view data) const {
  for (std::size_t size = std::min(data.size(), needle_.size() - 1); size > 0; --size)
    if (data[data.size() - size] == needle_[0] &&
        data.substr(data.size() - size) == std::string_view(needle_).substr(0, size))
      return size;
  return 0;
}

// Takes bytes that contain no boundary.
void MultipartParser::segment(const Buffer& data) {
  std::string_view rest(data.bytes(), data.size());
  while (!rest.empty() && !isStopped_) {
    switch (state_) {
      case State::skipped:
      case State::complete: return;
      case State::afterBoundary:
      case State::afterDash:
      case State::afterReturn: afterBoundary(rest); break;
      case State::header: {
        const PartHeaderParser::State state = header_.push(rest);
        if (state == PartHeaderParser::State::going) break;
        const PartHeader header = header_.take();
        state_ = state == PartHeaderParser::State::done ? State::body : State::skipped;
        if (state_ == State::body)
          sink_.onHeader(header);
        else
          sink_.onMalformedHeader();
        break;
      }
      case State::body: return sink_.onData(data.subarray(std::ptrdiff_t(data.size() - rest.size())));
    }
  }
}

// Two dashes behind a boundary are the end of the body, a line end begins a part, and what else stands there belongs to
// no part.
void MultipartParser::afterBoundary(std::string_view& data) {
  const char c = data.front();
  data.remove_prefix(1);
  if (state_ == State::afterBoundary)
    state_ = c == '-' ? State::afterDash : c == '\r' ? State::afterReturn : State::skipped;
  else if (state_ == State::afterDash)
    state_ = c == '-' ? State::complete : State::skipped;
  else
    state_ = c == '\n' && sink_.wantsPart() ? State::header : State::skipped;
}

}  // namespace nodecpp::detail
