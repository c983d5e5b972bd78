#include "util/assertion_details.h"

namespace nodecpp::detail {

using util::Value;

namespace {

template <auto member>
void describeMember(Value& out, Object* details) {
  out = Value(static_cast<AssertionDetails*>(details)->*member);
}

// Returns a text of more than ten lines without the rest, and a long line without its beginning, which is what Node
// does.
Value shortened(const Value& value) {
  if (value.kind() != Value::Kind::string) return value;
  constexpr std::ptrdiff_t longText = 512;
  const Array<String> lines = value.text().split("\n");
  if (lines.length() > 10) return lines.slice(0, 10).join("\n") + "\n...";
  if (value.text().length() > longText) return value.text().slice(longText) + "...";
  return value;
}

}  // namespace

void setAssertionDetails(const Error& error, const Handle<AssertionDetails>& details) {
  error->objects.clear();
  error->objects.push_back({"generatedMessage", details, describeMember<&AssertionDetails::generatedMessage>});
  error->objects.push_back({"actual", details, describeMember<&AssertionDetails::actual>});
  error->objects.push_back({"expected", details, describeMember<&AssertionDetails::expected>});
  error->objects.push_back({"operator", details, describeMember<&AssertionDetails::operator_>});
  error->objects.push_back({"diff", details, describeMember<&AssertionDetails::diff>});
}

Handle<AssertionDetails> assertionDetails(const Error& error) {
  const auto& objects = error->objects;
  if (objects.empty() || objects.front().key != "generatedMessage") return {};
  return objects.front().value.template as<Handle<AssertionDetails>>();
}

Error copyOf(const Error& error) {
  Error copy("");
  const std::uint32_t refs = copy->refs;
  *copy.operator->() = *error.operator->();
  copy->refs = refs;
  return copy;
}

Error withShortTexts(const Error& error) {
  const auto details = assertionDetails(error);
  auto cut = make<AssertionDetails>();
  cut->actual = shortened(details->actual);
  cut->expected = shortened(details->expected);
  cut->operator_ = details->operator_;
  cut->diff = details->diff;
  cut->generatedMessage = details->generatedMessage;
  Error copy = copyOf(error);
  setAssertionDetails(copy, cut);
  return copy;
}

}  // namespace nodecpp::detail
