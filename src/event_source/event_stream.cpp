#include "event_source/event_stream.h"

#include <nodecpp/buffer.h>

#include <algorithm>
#include <cstring>

namespace nodecpp::detail {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

// Returns the text of UTF-8, with U+FFFD for what is invalid.
String decoded(std::string_view bytes) { return Buffer::copyOf(bytes.data(), bytes.size()).toString(); }

// Returns the first end of a line in the bytes, or their end.
const char* lineEnd(const char* from, const char* to) {
  const auto* feed = static_cast<const char*>(std::memchr(from, '\n', std::size_t(to - from)));
  const char* end = feed ? feed : to;
  const auto* carriage = static_cast<const char*>(std::memchr(from, '\r', std::size_t(end - from)));
  return carriage ? carriage : end;
}

}  // namespace

void EventStream::restart() {
  line_.clear();
  data_.clear();
  type_.clear();
  id_.clear();
  hasData_ = hasId_ = afterCr_ = stopped_ = false;
  pendingRetry_ = -1;
  held_ = 0;
  marked_ = 0;
}

// Skips a byte order mark at the beginning of the stream. Returns false when more bytes are needed.
bool EventStream::skipMark(const char*& bytes, std::size_t& size) {
  while (size > 0 && std::size_t(marked_) < byteOrderMark.size()) {
    if (*bytes != byteOrderMark[std::size_t(marked_)]) {
      // What looked like a mark belongs to the first line.
      line_.assign(byteOrderMark.substr(0, std::size_t(marked_)));
      marked_ = -1;
      return true;
    }
    ++marked_, ++bytes, --size;
  }
  if (std::size_t(marked_) < byteOrderMark.size()) return false;
  marked_ = -1;
  return true;
}

bool EventStream::take(Sink& sink, const char* bytes, std::size_t size) {
  if (marked_ >= 0 && !skipMark(bytes, size)) return true;
  const char* const end = bytes + size;
  while (bytes < end && !stopped_) {
    if (std::exchange(afterCr_, false) && *bytes == '\n') {
      ++bytes;
      continue;
    }
    const char* at = lineEnd(bytes, end);
    if (!grows(std::size_t(at - bytes) + (at != end))) return false;
    if (at == end) {
      line_.append(bytes, end);
      return true;
    }
    afterCr_ = *at == '\r';
    if (line_.empty()) {
      endLine(sink, {bytes, std::size_t(at - bytes)});
    } else {
      line_.append(bytes, at);
      const std::string line = std::exchange(line_, {});
      endLine(sink, line);
    }
    bytes = at + 1;
  }
  return true;
}

void EventStream::endLine(Sink& sink, std::string_view line) {
  if (line.empty()) return dispatch(sink);
  const std::size_t colon = line.find(':');
  if (colon == 0) {
    held_ -= std::min(held_, line.size() + 1);  // a comment is not kept
    return;
  }
  if (colon == line.npos) return field(line, {});
  std::string_view value = line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  field(line.substr(0, colon), value);
}

void EventStream::field(std::string_view name, std::string_view value) {
  if (name == "data") {
    if (hasData_) data_ += '\n';
    hasData_ = true;
    data_ += value;
  } else if (name == "event") {
    if (!value.empty()) type_ = value;
  } else if (name == "id") {
    if (value.find('\0') != value.npos) return;
    hasId_ = true;
    id_ = value;
  } else if (name == "retry") {
    if (value.empty() || !std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; })) return;
    pendingRetry_ = 0;
    for (const char digit : value) pendingRetry_ = pendingRetry_ * 10 + (digit - '0');
  }
}

void EventStream::dispatch(Sink& sink) {
  held_ = 0;
  if (pendingRetry_ >= 0) retry_ = pendingRetry_;
  if (hasId_) lastEventId_ = decoded(id_);
  const bool tells = std::exchange(hasData_, false);
  hasId_ = false;
  pendingRetry_ = -1;
  const std::string type = std::exchange(type_, {});
  const std::string data = std::exchange(data_, {});
  if (tells) sink.onEvent(type.empty() ? String("message") : decoded(type), decoded(data));
}

}  // namespace nodecpp::detail
