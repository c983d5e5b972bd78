// urlToHttpOptions, and format for a WHATWG URL.
#include <nodecpp/url.h>

#include "querystring/percent_codec.h"
#include "url/format.h"
#include "url/idna.h"
#include "url/serialize.h"

namespace nodecpp::url {

HttpOptions urlToHttpOptions(const Url& url) {
  HttpOptions out;
  out.protocol = orEmpty(url.protocol);
  out.hostname = orEmpty(url.hostname);
  out.hash = orEmpty(url.hash);
  out.search = orEmpty(url.search);
  out.pathname = orEmpty(url.pathname);
  out.path = out.pathname + out.search;
  out.href = orEmpty(url.href);
  if (url.port) out.port = url.port.toNumber();
  if (url.auth) out.auth = url.auth.toString().includes(":") ? url.auth : Lookup(url.auth.toString() + ":");
  return out;
}

HttpOptions urlToHttpOptions(const URL& url) {
  HttpOptions out;
  out.protocol = url->protocol();
  out.hostname = url->hostname();
  if (isIpv6(view(out.hostname))) out.hostname = out.hostname.slice(1, -1);
  out.search = url->search();
  out.hash = url->hash();
  out.pathname = url->pathname();
  out.path = out.pathname + out.search;
  out.href = url->href();
  if (!url->port().empty()) out.port = toNumber(url->port());
  if (!url->username().empty() || !url->password().empty()) {
    using querystring::detail::decodeURIComponent;
    out.auth = decodeURIComponent(view(url->username())) + ":" + decodeURIComponent(view(url->password()));
  }
  return out;
}

String format(const URL& url, URLFormatOptions options) {
  url->href();  // first writes a change of the search parameters into the URL
  Record record = RecordAccess::of(*url.get());
  if (!options.fragment) record.fragment.reset();
  if (options.unicode && record.host) record.host = toUnicode(*record.host);
  if (!options.search) record.query.reset();
  if (!options.auth) {
    record.username.clear();
    record.password.clear();
  }
  return serialize(record).href;
}

}  // namespace nodecpp::url
