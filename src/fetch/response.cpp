#include "fetch/response_access.h"

#include <cmath>

namespace nodecpp {

using detail::HeadersAccess;
using detail::ResponseAccess;

namespace {

bool isValidReasonPhrase(const String& text) {
  for (std::ptrdiff_t i = 0; i < text.length(); ++i)
    if (const int c = text.charCodeAt(i); !(c == '\t' || (c >= 32 && c <= 126) || (c >= 128 && c <= 255))) return false;
  return true;
}

}  // namespace

ResponseObject::ResponseObject(const BodyInit& body, ResponseInit init) : headers_(make<Headers>()) {
  begin(body, init, body.type());
}
ResponseObject::ResponseObject(const BodyInit& body, const Handle<ResponseObject>& init)
    : ResponseObject(
          body, ResponseInit{.status = init->status(), .statusText = init->statusText(), .headers = init->headers()}) {}
ResponseObject::~ResponseObject() = default;

void ResponseObject::begin(const BodyInit& body, const ResponseInit& init, const String& type) {
  // JavaScript's conversion to an unsigned short.
  const double given = init.status.given ? init.status.value : 200;
  const int status = std::isfinite(given) ? int(std::int64_t(std::fmod(std::trunc(given), 65536))) & 0xffff : 0;
  if (status < 200 || status > 599) throw RangeError("init[\"status\"] must be in the range of 200 to 599, inclusive.");
  if (!isValidReasonPhrase(init.statusText)) throw TypeError("Invalid statusText");
  status_ = status;
  statusText_ = init.statusText;
  auto& list = HeadersAccess::listOf(*headers_);
  detail::fillHeaders(list, init.headers);
  if (!body.given()) return;
  if (status == 204 || status == 205 || status == 304)
    throw TypeError("Response constructor: Invalid response status code " + str(status));
  body_ = body.body();
  if (!type.empty() && !list.has("content-type")) list.append("content-type", type);
}

String ResponseObject::url() const {
  if (!url_) return "";
  const String href = url_->href();
  const double fragment = href.indexOf("#");
  return fragment == -1 ? href : href.slice(0, std::ptrdiff_t(fragment));
}

Headers ResponseObject::headers() const {
  if (headers_) return headers_;
  headers_ = make<Headers>();
  auto& list = HeadersAccess::listOf(*headers_);
  const Array<String> raw = received_.values();
  for (std::size_t i = 0; i + 1 < raw.size(); i += 2)
    list.append(raw.at(std::ptrdiff_t(i)).toLowerCase(), raw.at(std::ptrdiff_t(i + 1)));
  HeadersAccess::freeze(*headers_);
  return headers_;
}

Response ResponseObject::clone() {
  if (bodyUsed()) throw TypeError("Response.clone: Body has already been consumed.");
  auto copy = make<Response>();
  copy->type_ = type_;
  copy->url_ = url_;
  copy->status_ = status_;
  copy->statusText_ = statusText_;
  copy->redirected_ = redirected_;
  detail::fillHeaders(HeadersAccess::listOf(*copy->headers_), HeadersInit(headers()));
  HeadersAccess::setGuard(*copy->headers_, HeadersAccess::guardOf(*headers()));
  if (body_) copy->body_ = body_->clone();
  return copy;
}

Response Response::jsonText(const String& text, ResponseInit init) {
  if (text == "undefined") throw TypeError("Value is not JSON serializable");
  auto made = make<Response>();
  made->begin(BodyInit(Buffer::from(text)), init, "application/json");
  return made;
}

Response Response::redirect(const url::Text& url, double status) {
  URL parsed;
  try {
    parsed = make<URL>(url.text());
  } catch (const Error& error) {
    throw TypeError("Failed to parse URL from " + url.text(), {.cause = error});
  }
  if (status != 301 && status != 302 && status != 303 && status != 307 && status != 308)
    throw RangeError("Invalid status code " + str(status));
  auto made = make<Response>();
  ResponseAccess::setStatus(*made, int(status), "");
  HeadersAccess::listOf(*made->headers()).append("location", parsed->href());
  HeadersAccess::freeze(*made->headers());
  return made;
}

Response Response::error() {
  auto made = make<Response>();
  ResponseAccess::setStatus(*made, 0, "");
  ResponseAccess::setType(*made, "error");
  HeadersAccess::freeze(*made->headers());
  return made;
}

}  // namespace nodecpp
