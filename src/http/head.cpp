// The headers of messages that are sent: setHeader and similar functions, and the head that Node makes of the headers.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/text/string_units.h"
#include "http/head_builder.h"
#include "http/parser/parser_scan.h"
#include "http/received_fields.h"

namespace nodecpp::http {

namespace {

using nodecpp::detail::codedError;
using units::view;

Error headersSentError(const char* action) {
  return codedError<Error>("ERR_HTTP_HEADERS_SENT",
                           String("Cannot ") + action + " headers after they are sent to the client");
}

// The name of a field in lower case. Nearly all names are short and consist of letters, digits and '-', which are
// looked at sixteen at a time and need no memory.
class LowerName {
 public:
  explicit LowerName(const StringArg& name) {
    if (name.size() <= most) {
      std::memcpy(bytes_, name.data(), name.size());
      if (detail::scan::isPlainToken(bytes_, name.size())) {
        size_ = name.size();
        // Of these characters only the capital letters lack the bit 0x20.
        for (std::size_t i = 0; i < size_; ++i) bytes_[i] = char(bytes_[i] | 0x20);
        return;
      }
    }
    text_ = name.toString().toLowerCase();
  }
  LowerName(const LowerName&) = delete;
  // Whether the name is one of those that need no further look. Another name may be a token, too.
  bool isPlainToken() const { return size_ > 0; }
  // The view is valid while this object lives.
  std::string_view text() const { return size_ > 0 ? std::string_view(bytes_, size_) : view(text_); }
  String toString() const { return size_ > 0 ? String::copyOf(bytes_, size_) : text_; }

 private:
  static constexpr std::size_t most = 32;
  char bytes_[most + detail::scan::slack]{};
  std::size_t size_ = 0;
  String text_;
};

bool wordChar(char c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_'; }

}  // namespace

namespace detail {

void ByteString::widen(std::size_t more) {
  NODECPP_ASSERT(block_ || size_ == 0, size_);
  if (!block_) {
    block_ = nodecpp::detail::Block::make(std::max<std::size_t>(more, 488));
    return;
  }
  auto* larger = nodecpp::detail::Block::make((size_ + more) * 2);
  NODECPP_ASSERT(size_ <= block_->capacity && larger->capacity - size_ >= more, size_, more);
  std::memcpy(larger->bytes(), block_->bytes(), size_);
  nodecpp::detail::Block::drop(block_);
  block_ = larger;
}

bool containsWord(std::string_view text, std::string_view lowerWord) noexcept {
  for (std::size_t i = 0; i + lowerWord.size() <= text.size(); ++i) {
    if (i > 0 && wordChar(text[i - 1])) continue;
    std::size_t end = i + lowerWord.size();
    if (end < text.size() && wordChar(text[end])) continue;
    if (equalsIgnoringCase(text.substr(i, lowerWord.size()), lowerWord)) return true;
  }
  return false;
}

namespace {

// Returns the "Connection: keep-alive" and "Keep-Alive: …" lines. The last ones made are cached, since most programs
// always send the same ones. The view is valid until the next call.
std::string_view keepAliveLines(double timeout, double maxRequests) {
  struct Lines {
    double timeout = -1;
    double maxRequests = -1;
    std::size_t size = 0;
    char text[128];
  };
  static constinit thread_local Lines lines{};
  if (lines.timeout == timeout && lines.maxRequests == maxRequests) [[likely]]
    return {lines.text, lines.size};
  String text = "Connection: keep-alive\r\nKeep-Alive: timeout=" + str(std::floor(timeout / 1000));
  if (maxRequests >= 1) text += ", max=" + str(maxRequests);
  text += "\r\n";
  lines.timeout = timeout;
  lines.maxRequests = maxRequests;
  // The text has at most 74 characters and two numbers of at most 25.
  lines.size = text.size();
  NODECPP_ASSERT(lines.size <= sizeof lines.text, lines.size);
  std::memcpy(lines.text, text.data(), text.size());
  return {lines.text, lines.size};
}

}  // namespace

// Writes the lines that a message adds to the given headers, into memory that is reserved for all of them. They become
// a part of the head when end() is called.
class OwnLines {
 public:
  OwnLines(ByteString& out, std::string_view date)
      : out_(out), room_(room + date.size()), start_(out.reserve(room_)), to_(start_) {
    text(date);
  }
  OwnLines(const OwnLines&) = delete;
  // Returns whether the lines written so far fit into the memory that the constructor has reserved.
  bool fits() const { return std::size_t(to_ - start_) <= room_; }
  void end() { out_.grow(std::size_t(to_ - start_)); }
  void text(std::string_view text) {
    std::memcpy(to_, text.data(), text.size());
    to_ += text.size();
  }
  template <std::size_t size>
  void literal(const char (&text)[size]) {
    std::memcpy(to_, text, size - 1);
    to_ += size - 1;
  }
  void number(std::uint64_t value) { to_ = std::to_chars(to_, to_ + 20, value).ptr; }

 private:
  // One line about the connection (at most 128 bytes, see keepAliveLines), one about the length (38), and the empty
  // line.
  static constexpr std::size_t room = 256;
  ByteString& out_;
  std::size_t room_;
  char* start_;
  char* to_;
};

}  // namespace detail

void OutgoingMessageObject::storeHead(StringArg firstLine, const HeadersArg& headers, bool fromSetHeader) {
  NODECPP_DEBUG_ASSERT(!hasHead_ && !waitsForWholeBody_);
  NODECPP_DEBUG_ASSERT(!fromSetHeader || fields_);
  // hasHead_ is set only at the end, so that an exception leaves the message without a head.
  head_.clear();
  wideHead_ = false;
  detail::HeadBuilder build{*this, head_};
  build.out.append(firstLine.data(), firstLine.size());
  if (fromSetHeader) {
    const Array<String>* const unique = uniqueHeaders();
    fields_->each([&](const Field& field) { build.addStored(field.name, field.value, unique); });
  } else {
    headers.check();
    const Array<String>* const unique = uniqueHeaders();
    for (const HeaderFieldArg& field : headers) build.add(field.name, field.value, true, unique);
  }

  detail::OwnLines lines(head_, sendDate && !build.date ? view(dateLine()) : "");

  // Responses with status 204 and 304 have no body. An empty chunk would confuse the next reader of the connection, so
  // the connection ends instead.
  NODECPP_DEBUG_ASSERT(!head_.empty());
  int status = statusOf();
  if (chunkedEncoding && (status == 204 || status == 304)) {
    chunkedEncoding = false;
    shouldKeepAlive = false;
  }

  if (removedConnection_) {
    last_ = !shouldKeepAlive;
  } else if (!build.connection) {
    bool keep = shouldKeepAlive && (build.length || useChunkedEncodingByDefault || hasAgent());
    if (keep && lastRequest_) {
      lines.literal("Connection: close\r\n");
    } else if (keep) {
      if (keepAliveTimeout_ && defaultKeepAlive_)
        lines.text(detail::keepAliveLines(keepAliveTimeout_, maxRequestsPerSocket_));
      else
        lines.literal("Connection: keep-alive\r\n");
    } else {
      last_ = true;
      lines.literal("Connection: close\r\n");
    }
  }

  if (!build.length && !build.coding) {
    if (!hasBody_) {
      chunkedEncoding = false;
    } else if (!useChunkedEncodingByDefault) {
      last_ = true;
    } else if (!build.trailer && !removedLength_ && contentLength_ >= 0) {
      lines.literal("Content-Length: ");
      // Here contentLength_ is the number of bytes of the body, because the program has set no Content-Length header.
      lines.number(std::uint64_t(contentLength_));
      lines.literal("\r\n");
    } else if (!removedCoding_) {
      lines.literal("Transfer-Encoding: chunked\r\n");
      chunkedEncoding = true;
    } else {
      // The end of the connection marks the end of the body.
      last_ = true;
    }
  }

  if (!chunkedEncoding && build.trailer)
    throw codedError<Error>("ERR_HTTP_TRAILER_INVALID", "Trailers are invalid with this transfer encoding");

  lines.literal("\r\n");
  NODECPP_DEBUG_ASSERT(lines.fits());
  // The end of a body is marked in exactly one way: by a length, by chunks or by the end of the connection.
  NODECPP_DEBUG_ASSERT(hasBody_ || build.coding || build.length || !chunkedEncoding);
  lines.end();
  hasHead_ = true;
  headSent_ = false;
  if (build.expect) send(nullptr, 0, {}, false, true);
}

OutgoingMessageObject::Field* OutgoingMessageObject::findField(StringArg name) {
  if (!fields_) return nullptr;
  const LowerName lower(name);
  const std::uint32_t at = fields_->find(lower.text());
  NODECPP_DEBUG_ASSERT(at == nodecpp::detail::NameIndex::none || view(fields_->all[at].lower) == lower.text(), at);
  return at == nodecpp::detail::NameIndex::none ? nullptr : &fields_->all[at];
}

std::uint32_t OutgoingMessageObject::FieldList::find(std::string_view lower) const {
  if (!index.empty()) return index.find(lower, nameAt());
  for (std::uint32_t i = 0; i < all.size(); ++i)
    if (view(all[i].lower) == lower) return i;
  return nodecpp::detail::NameIndex::none;
}

void OutgoingMessageObject::FieldList::add(Field field) {
  NODECPP_DEBUG_ASSERT(!field.lower.empty() && find(view(field.lower)) == nodecpp::detail::NameIndex::none);
  if (all.capacity() == 0) all.reserve(8);  // as many as most messages have
  all.push_back(std::move(field));
  if (!index.empty())
    index.add(std::uint32_t(all.size() - 1), nameAt());
  else if (all.size() > nodecpp::detail::NameIndex::walked)
    for (std::uint32_t i = 0; i < all.size(); ++i) index.add(i, nameAt());
}

void OutgoingMessageObject::FieldList::remove(std::string_view lower) {
  const std::uint32_t at = find(lower);
  if (at == nodecpp::detail::NameIndex::none) return;
  NODECPP_ASSERT(at < all.size() && holes < all.size(), at, holes, all.size());
  // Only a list with an index keeps empty entries (holes) in place of removed fields.
  NODECPP_ASSERT(!index.empty() || holes == 0, holes);
  if (index.empty()) {
    all.erase(all.begin() + at);
    return;
  }
  index.remove(at, nameAt());
  all[at] = Field();
  if (++holes * 2 <= all.size()) return;
  std::erase_if(all, [](const Field& field) { return field.lower.empty(); });
  holes = 0;
  NODECPP_DEBUG_ASSERT(find(lower) == nodecpp::detail::NameIndex::none || !index.empty());
  index.clear();
  if (all.size() > nodecpp::detail::NameIndex::walked)
    for (std::uint32_t i = 0; i < all.size(); ++i) index.add(i, nameAt());
}

void OutgoingMessageObject::storeHeaderField(StringArg name, const HeaderValue& value) {
  if (hasHead_) throw headersSentError("set");
  const LowerName lower(name);
  if (!lower.isPlainToken()) validateHeaderName(name);
  validateHeaderValue(name, value);
  if (!fields_) fields_ = new FieldList;
  if (const std::uint32_t at = fields_->find(lower.text()); at != nodecpp::detail::NameIndex::none) {
    fields_->all[at].name = name.toString();
    fields_->all[at].value = value.toLookup();
    return;
  }
  fields_->add({lower.toString(), name.toString(), value.toLookup()});
}

void detail::HeadBuilder::store(OutgoingMessageObject& message, String lower, String name, Lookup value) {
  NODECPP_DEBUG_ASSERT(!message.hasHead_ && lower == name.toLowerCase());
  if (!message.fields_) message.fields_ = new OutgoingMessageObject::FieldList;
  message.fields_->add({std::move(lower), std::move(name), std::move(value)});
}

void OutgoingMessageObject::storeHeaderFields(const Headers& headers) {
  if (hasHead_) throw headersSentError("set");
  Array<String> cookies;
  for (const auto& [name, value] : headers.entries()) {
    if (name != "set-cookie") {
      storeHeaderField(name, value);
      continue;
    }
    for (const String& cookie : value.values()) cookies.push(cookie);
  }
  if (!cookies.empty()) storeHeaderField("set-cookie", cookies);
}

void OutgoingMessageObject::appendHeaderField(StringArg name, const HeaderValue& value) {
  if (hasHead_) throw headersSentError("append");
  validateHeaderName(name);
  validateHeaderValue(name, value);
  Field* known = findField(name);
  if (!known) return storeHeaderField(name, value);
  if (!known->value.isArray()) known->value = Array<String>{known->value.toString()};
  value.each([&](StringArg one) { known->value.push(one.toString()); });
}

Lookup OutgoingMessageObject::getHeader(StringArg name) const {
  Field* known = const_cast<OutgoingMessageObject*>(this)->findField(name);
  return known ? known->value : Lookup();
}
bool OutgoingMessageObject::hasHeader(StringArg name) const { return !getHeader(name).isUndefined(); }
Array<String> OutgoingMessageObject::getHeaderNames() const {
  Array<String> names;
  if (fields_) fields_->each([&](const Field& field) { names.push(field.lower); });
  return names;
}
Array<String> OutgoingMessageObject::getRawHeaderNames() const {
  Array<String> names;
  if (fields_) fields_->each([&](const Field& field) { names.push(field.name); });
  return names;
}
Headers OutgoingMessageObject::getHeaders() const {
  Array<std::pair<String, Lookup>> all;
  if (fields_) fields_->each([&](const Field& field) { all.push({field.lower, field.value}); });
  return all;
}

void OutgoingMessageObject::removeHeader(StringArg name) {
  if (hasHead_) throw headersSentError("remove");
  const LowerName own(name);
  const std::string_view lower = own.text();
  if (lower == "connection") removedConnection_ = true;
  if (lower == "content-length") removedLength_ = true;
  if (lower == "transfer-encoding") removedCoding_ = true;
  if (lower == "date") sendDate = false;
  if (fields_) fields_->remove(lower);
}

void OutgoingMessageObject::addTrailers(const HeadersArg& headers) {
  trailer_ = "";
  for (const HeaderFieldArg& field : headers) {
    validateHeaderName(field.name, "Trailer name");
    auto line = [&](StringArg value) {
      if (detail::hasInvalidHeaderChar(view(value)))
        throw codedError<TypeError>("ERR_INVALID_CHAR",
                                    "Invalid character in trailer content [\"" + field.name.toString() + "\"]");
      std::vector<char> latin1(value.size());
      char* end = detail::putLatin1(latin1.data(), view(value));
      trailer_ +=
          field.name.toString() + ": " + std::string_view(latin1.data(), std::size_t(end - latin1.data())) + "\r\n";
    };
    const Array<String>* unique = uniqueHeaders();
    bool joined = field.value.count() == 0 ||
                  (unique && std::ranges::find(*unique, field.name.toString().toLowerCase()) != unique->end());
    if (!joined) {
      field.value.each(line);
      continue;
    }
    String all;
    std::size_t at = 0;
    field.value.each([&](StringArg value) { all += at++ ? "; " + value.toString() : value.toString(); });
    line(all);
  }
}

}  // namespace nodecpp::http
