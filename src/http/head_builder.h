// Builds the head of a message that is sent, and is the runtime's own way to the fields that setHeader stores.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "base/assertion.h"
#include "base/text/string_units.h"
#include "http/message.h"
#include "http/parser/parser_scan.h"
#include "http/received_fields.h"

namespace nodecpp::http::detail {

// Writes the header lines of a head, and notes which of the headers that Node adds by default are already given.
struct HeadBuilder {
  OutgoingMessageObject& message;
  ByteString& out;
  bool connection = false;
  bool length = false;
  bool coding = false;
  bool date = false;
  bool expect = false;
  bool trailer = false;

  // Writes one line. A name or value is validated after it was copied, sixteen bytes at a time; only one with unusual
  // characters is looked at again.
  void field(const StringArg& name, const StringArg& value, bool validate = false) {
    std::size_t size = name.size() + value.size() + 4;
    static_assert(ByteString::slack >= scan::slack);
    char* start = out.reserve(size);
    std::memcpy(start, name.data(), name.size());
    if (validate && !scan::isPlainToken(start, name.size())) [[unlikely]]
      validateHeaderName(name);
    char* to = start + name.size();
    *to++ = ':';
    *to++ = ' ';
    std::memcpy(to, value.data(), value.size());
    if (scan::isPlainText(to, value.size())) [[likely]] {
      to += value.size();
    } else {
      if (validate) validateHeaderValue(name, value);
      to = putLatin1(to, units::view(value));
    }
    *to++ = '\r';
    *to++ = '\n';
    auto written = std::size_t(to - start);
    if (written != size) message.wideHead_ = true;
    // latin1 needs at most as many bytes as UTF-8.
    NODECPP_DEBUG_ASSERT(written <= size, written, size);
    out.grow(written);
    match(start, name.size(), value);
  }

  // Validates the header, and joins or repeats the values of a list, as Node's processHeader.
  void add(const StringArg& name, const HeaderValue& value, bool validate, const Array<String>* unique) {
    const bool disposition = isDisposition(name);
    if (value.isText() && !disposition) [[likely]]
      return field(name, value.text(), validate);
    if (validate) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    if (disposition) {
      value.each([&](StringArg one) {
        String text = Buffer::from(one, "latin1").toString();
        if (validate) validateHeaderValue(name, text);
        field(name, text);
      });
      return;
    }
    if (value.isList()) {
      bool cookie = equalsIgnoringCase(units::view(name), "cookie") && value.count() >= 2;
      bool joined = cookie || (unique && std::ranges::find(*unique, name.toString().toLowerCase()) != unique->end());
      if (joined) {
        String all;
        bool first = true;
        value.each([&](StringArg one) {
          if (!first) all += "; ";
          first = false;
          all += one;
        });
        return field(name, all);
      }
    }
    value.each([&](StringArg one) { field(name, one); });
  }

  // Does the same with a header that setHeader has stored, and so validated.
  void addStored(const StringArg& name, const Lookup& value, const Array<String>* unique) {
    if (value.isString() && !isDisposition(name)) [[likely]]
      return field(name, value.toString());
    const double number = value.kind() == Lookup::Kind::number ? value.toNumber() : -1;
    constexpr double most = 9007199254740992;  // Up to this number, all integers are doubles.
    if (number >= 0 && number < most && number == std::floor(number) && !isDisposition(name)) {
      char digits[20];
      const char* end = std::to_chars(digits, digits + sizeof digits, std::uint64_t(number)).ptr;
      return field(name, std::string_view(digits, std::size_t(end - digits)));
    }
    add(name, value, false, unique);
  }

  // Records whether the header is one of those that decide how the message is sent, for example Connection. `name` is a
  // token.
  void match(const char* name, std::size_t length, const StringArg& value) {
    switch (length) {
      case 4: date |= scan::sameName(name, "date"); break;
      case 6: expect |= scan::sameName(name, "expect"); break;
      case 7: trailer |= scan::sameName(name, "trailer"); break;
      case 10:
        if (scan::sameName(name, "connection")) {
          connection = true;
          message.removedConnection_ = false;
          if (containsWord(units::view(value), "close"))
            message.last_ = true;
          else
            message.shouldKeepAlive = true;
        } else if (scan::sameName(name, "keep-alive")) {
          message.defaultKeepAlive_ = false;
        }
        break;
      case 14:
        if (scan::sameName(name, "content-length")) {
          this->length = true;
          message.contentLength_ = toNumber(value);
          message.removedLength_ = false;
        }
        break;
      case 17:
        if (scan::sameName(name, "transfer-encoding")) {
          coding = true;
          message.removedCoding_ = false;
          if (containsWord(units::view(value), "chunked")) message.chunkedEncoding = true;
        }
        break;
      default: break;
    }
  }

  // Whether no header of the message was ever set with setHeader or a similar function.
  static bool isBare(const OutgoingMessageObject& message) noexcept { return !message.fields_; }
  // Stores a header as setHeader does, without a look at what is known to be valid: `lower` is `name` in lower case,
  // the message has no such header yet, and its head was not made. The texts are ASCII.
  static void store(OutgoingMessageObject& message, String lower, String name, Lookup value);

 private:
  // With a known body length, Node reads the latin1 bytes of this header as UTF-8 (RFC 6266, 4.3).
  bool isDisposition(const StringArg& name) const {
    return message.contentLength_ > 0 && name.size() == 19 &&
           equalsIgnoringCase(units::view(name), "content-disposition");
  }
};

}  // namespace nodecpp::http::detail
