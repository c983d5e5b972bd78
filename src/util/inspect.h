// util.inspect, which converts values to text. The formatter walks through a Value; the layout decides what is put on
// one line.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/quoted_text.h"
#include "util/value_node.h"

namespace nodecpp::detail {

// The styles of Node's util.inspect.styles.
enum class Style : unsigned char { plain, special, number, boolean, undefined, null, string, date };

class Formatter {
 public:
  explicit Formatter(const util::InspectOptions& options) : options_(options) {}
  std::string value(const util::Value& value, int depth);

 private:
  using Lines = std::vector<std::string>;
  struct Braces {
    std::string open;
    const char* close;
  };
  // What stands around the elements and properties of a value.
  struct Frame {
    std::string base;  // the text before the opening brace: a function's name, an error's stack
    Braces braces{"{", "}"};
    bool isArray = false;
  };

  std::string styled(std::string_view text, Style style) const;
  std::string primitive(const util::Value& value) const;
  std::string number(double value, const String& digits) const;
  bool frameOf(const util::Value& value, bool bare, int depth, Frame& frame);
  std::string object(const util::Value& value, const void* identity, int depth);
  std::string errorBase(const util::Value& value) const;
  std::string assertion(const Error& error) const;
  std::string bufferText(const Buffer& buffer) const;
  std::string contents(const ArrayBuffer& buffer) const;
  std::string property(const ValueProperty& property, int depth, bool inArray);
  Lines elements(const util::Value& value, int depth);
  std::string prefixed(const util::Value& value) const;
  std::string outcome(const util::Value& promise, int depth);
  bool beyondDepth(int depth) const { return double(depth) > options_.depth.value; }
  std::vector<ValueProperty> shownProperties(const util::Value& value) const;

  // The functions of the layout, which put the printed parts on one line, in columns, or on a line each.
  std::size_t length(std::string_view text) const;
  Lines grouped(Lines output, const util::Value* array) const;
  bool fitsOneLine(const Lines& output, std::size_t start, std::string_view base) const;
  std::string joined(Lines output, const std::string& base, const Braces& braces, bool isArray, int depth,
                     const util::Value* array) const;

  const util::InspectOptions& options_;
  int indentation_ = 0;
  bool isAssertion_ = false;  // prints an AssertionError, whose inspect options are its own
  int deepest_ = 0;
  std::vector<const void*> open_;      // the objects that are being printed, outermost first
  std::vector<const void*> circular_;  // objects that were reached again while open; [Circular *n] names the n-th
};

}  // namespace nodecpp::detail
