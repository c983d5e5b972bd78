// The class URL. Getters return slices of the serialization; setters convert it to a record, change a part, and
// serialize the record again.
#include <nodecpp/url.h>

#include <string>
#include <string_view>

#include "url/format.h"
#include "url/percent.h"
#include "url/serialize.h"

namespace nodecpp::url {

namespace {

// Parses `input`, relative to `base` if that is given. Returns false for an invalid URL; `out` is unspecified then.
bool parseText(const Text& input, const Text& base, Record& out) {
  if (!base.given()) return parseRecord(view(input.text()), nullptr, out);
  Record from;
  return parseRecord(view(base.text()), nullptr, from) && parseRecord(view(input.text()), &from, out);
}

TypeError invalid(const Text& input, const Text& base = {}) {
  auto error = nodecpp::detail::codedError<TypeError>("ERR_INVALID_URL", "Invalid URL");
  error->properties.emplace_back("input", Lookup(input.text()));
  if (base.given()) error->properties.emplace_back("base", Lookup(base.text()));
  return error;
}

std::string encodedUserinfo(const Text& value) {
  const String& text = value.text();
  std::string out;
  percentEncode(out, wellFormed(view(text)), userinfoSet);
  return out;
}

}  // namespace

URLObject::URLObject() {
  throw nodecpp::detail::codedError<TypeError>("ERR_MISSING_ARGS", "The \"url\" argument must be specified");
}

URLObject::URLObject(const Text& input, const Text& base) {
  Record record;
  if (!parseText(input, base, record)) {
    TypeError error = invalid(input, base);
    // An error of the constructor does not print its code first, because Node's constructor is native.
    error->stack.setHeader(error.toString());
    throw error;
  }
  assign(record);
}

URLObject::~URLObject() {
  if (params_) RecordAccess::belongTo(*params_.get(), nullptr);
}

void URLObject::assign(const Record& record) {
  Serialized parts = serialize(record);
  href_ = std::move(parts.href);
  protocolEnd_ = std::uint32_t(parts.protocolEnd);
  usernameEnd_ = std::uint32_t(parts.usernameEnd);
  hostStart_ = std::uint32_t(parts.hostStart);
  hostnameEnd_ = std::uint32_t(parts.hostnameEnd);
  hostEnd_ = std::uint32_t(parts.hostEnd);
  pathStart_ = std::uint32_t(parts.pathStart);
  searchStart_ = std::uint32_t(parts.searchStart);
  hashStart_ = std::uint32_t(parts.hashStart);
}

// Assigns a record after its search was set. The parameters are parsed again if the search has changed.
void URLObject::assignWithSearch(const Record& record) {
  const String before = paramsChanged_ ? paramsSearch() : ownSearch();
  assign(record);
  const String now = ownSearch();
  if (!params_ || before == now) return;
  RecordAccess::reset(*params_.get(), now);
  paramsChanged_ = false;
}

// Writes a change of the parameters into the URL. Until then the parameters are newer than the search in href_.
void URLObject::takeParams() const {
  if (!paramsChanged_) return;
  paramsChanged_ = false;
  Record record = RecordAccess::of(*this);
  const String search = paramsSearch();
  if (search.empty()) {
    record.query.reset();
    trimOpaquePath(record);
  } else {
    setQuery(record, view(search).substr(1));
  }
  const_cast<URLObject*>(this)->assign(record);
}

String URLObject::slice(std::uint32_t from, std::uint32_t to) const { return href_.byteSlice(from, to); }
String URLObject::ownSearch() const {
  return hashStart_ - searchStart_ > 1 ? slice(searchStart_, hashStart_) : String();
}
String URLObject::paramsSearch() const { return params_->size() ? "?" + params_->toString() : String(); }

String URLObject::href() const {
  takeParams();
  return href_;
}
String URLObject::protocol() const { return slice(0, protocolEnd_); }
String URLObject::username() const {
  return usernameEnd_ > protocolEnd_ + 2 ? slice(protocolEnd_ + 2, usernameEnd_) : String();
}
String URLObject::password() const {
  return hostStart_ > usernameEnd_ + 1 ? slice(usernameEnd_ + 1, hostStart_ - 1) : String();
}
String URLObject::host() const { return slice(hostStart_, hostEnd_); }
String URLObject::hostname() const { return slice(hostStart_, hostnameEnd_); }
String URLObject::port() const { return hostEnd_ > hostnameEnd_ ? slice(hostnameEnd_ + 1, hostEnd_) : String(); }
String URLObject::pathname() const { return slice(pathStart_, searchStart_); }
String URLObject::search() const {
  takeParams();
  return ownSearch();
}
String URLObject::hash() const {
  return href_.size() - hashStart_ > 1 ? href_.byteSlice(hashStart_) : String();
}

String URLObject::origin() const {
  const std::string_view scheme = view(href_).substr(0, protocolEnd_ - 1);
  if (scheme == "blob") {
    // The origin of a blob: URL is that of the URL in its path.
    const URL inner = URL::parse(pathname());
    const bool known = inner && (inner->protocol() == "http:" || inner->protocol() == "https:");
    return known ? inner->origin() : String("null");
  }
  if (!isSpecial(scheme) || scheme == "file") return "null";
  return protocol() + "//" + host();
}

URLSearchParams URLObject::searchParams() const {
  if (!params_) {
    params_ = make<URLSearchParams>(ownSearch());
    RecordAccess::belongTo(*params_.get(), const_cast<URLObject*>(this));
  }
  return params_;
}

void URLObject::setHref(const Text& value) {
  Record record;
  if (!parseText(value, {}, record)) throw invalid(value);
  assignWithSearch(record);
}

void URLObject::setProtocol(const Text& value) {
  takeParams();
  Record record = RecordAccess::of(*this);
  if (nodecpp::url::setScheme(record, setterInput(view(value.text())) + ":")) assign(record);
}

void URLObject::setUsername(const Text& value) {
  takeParams();
  Record record = RecordAccess::of(*this);
  if (record.isBare()) return;
  record.username = encodedUserinfo(value);
  assign(record);
}

void URLObject::setPassword(const Text& value) {
  takeParams();
  Record record = RecordAccess::of(*this);
  if (record.isBare()) return;
  record.password = encodedUserinfo(value);
  assign(record);
}

void URLObject::setHost(const Text& value) {
  takeParams();
  Record record = RecordAccess::of(*this);
  if (!record.opaque && url::setHost(record, setterInput(view(value.text())), true)) assign(record);
}

void URLObject::setHostname(const Text& value) {
  takeParams();
  Record record = RecordAccess::of(*this);
  if (!record.opaque && url::setHost(record, setterInput(view(value.text())), false)) assign(record);
}

void URLObject::setPort(const Text& value) {
  takeParams();
  Record record = RecordAccess::of(*this);
  if (record.isBare()) return;
  const String& text = value.text();
  if (text.empty())
    record.port = -1;
  else if (!url::setPort(record, setterInput(view(text))))
    return;
  assign(record);
}

void URLObject::setPathname(const Text& value) {
  takeParams();
  Record record = RecordAccess::of(*this);
  if (record.opaque) return;
  setPath(record, setterInput(view(value.text())));
  assign(record);
}

void URLObject::setSearch(const Text& value) {
  Record record = RecordAccess::of(*this);
  const String& text = value.text();
  if (text.empty()) {
    record.query.reset();
    trimOpaquePath(record);
  } else {
    setQuery(record, setterInput(view(text).substr(text.startsWith("?") ? 1 : 0)));
  }
  assignWithSearch(record);
}

void URLObject::setHash(const Text& value) {
  takeParams();
  Record record = RecordAccess::of(*this);
  const String& text = value.text();
  if (text.empty()) {
    record.fragment.reset();
    trimOpaquePath(record);
  } else {
    setFragment(record, setterInput(view(text).substr(text.startsWith("#") ? 1 : 0)));
  }
  assign(record);
}

bool URL::canParse(const Text& input, const Text& base) {
  Record record;
  return parseText(input, base, record);
}

URL URL::parse(const Text& input, const Text& base) {
  Record record;
  return parseText(input, base, record) ? RecordAccess::make(record) : URL();
}

}  // namespace nodecpp::url
