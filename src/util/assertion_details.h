// The properties that an AssertionError has beside those of each Error. They are here and not with assert, because
// inspect prints such an error in its own way.
#pragma once

#include <nodecpp/util.h>

#include <string>

namespace nodecpp::detail {

class AssertionDetails : public Object {
 public:
  util::Value actual;
  util::Value expected;
  util::Value operator_;
  String diff;
  bool generatedMessage = false;
};

// Gives an error these properties, in Node's order.
void setAssertionDetails(const Error& error, const Handle<AssertionDetails>& details);
// Returns the properties, or an empty handle when the error is no AssertionError. Throws a TypeError when the error is
// undefined.
Handle<AssertionDetails> assertionDetails(const Error& error);
// Returns another error with the same properties.
Error copyOf(const Error& error);
// Returns a copy of the error in which long texts among `actual` and `expected` are cut to ten lines, as Node prints
// them.
Error withShortTexts(const Error& error);

}  // namespace nodecpp::detail
