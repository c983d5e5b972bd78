// Responses without a network: data: and blob: URLs.
#include <nodecpp/blob.h>

#include "fetch/data_url.h"
#include "fetch/errors.h"
#include "fetch/fetching.h"
#include "fetch/response_access.h"

#include <optional>

namespace nodecpp::detail {

namespace {

Error networkError(const char* reason) { return fetchFailed(Error(reason)); }

}  // namespace

Response Fetching::respondToData() {
  const String href = url_->href();
  const std::size_t end = href.size() - url_->hash().size();
  std::string_view url = viewOf(href).substr(0, end);
  if (url.ends_with('#')) url.remove_suffix(1);
  const std::optional<DataUrl> data = parseDataUrl(url);
  if (!data) throw networkError("failed to fetch the data URL");
  auto response = make<Response>(BodyInit(data->body), ResponseInit{.statusText = "OK"});
  auto headers = make<Headers>();
  HeadersAccess::listOf(*headers).append("Content-Type", data->type.toString());
  ResponseAccess::setHeaders(*response, headers);
  return response;
}

Response Fetching::respondToBlob() {
  if (!url_->search().empty()) throw networkError("NetworkError when attempting to fetch resource.");
  Blob blob = buffer::resolveObjectURL(url_->href());
  if (method_ != "GET" || !blob) throw networkError("invalid method");
  auto headers = make<Headers>();
  auto& list = HeadersAccess::listOf(*headers);
  const double size = blob->size();
  const String type = blob->type();
  int status = 200;
  String range;
  if (const auto* asked = headers_.find("range")) {
    std::optional<ByteRange> parsed = parseRange(viewOf(asked->value));
    if (!parsed) throw networkError("failed to fetch the data URL");
    double from = parsed->from, to = parsed->to;
    if (from < 0) {
      from = size - to;
      to = from + to - 1;
    } else {
      if (from >= size) throw networkError("Range start is greater than the blob's size.");
      if (to < 0 || to >= size) to = size - 1;
    }
    blob = blob->slice(from, to + 1, type);
    status = 206;
    range = "bytes " + str(from) + "-" + str(to) + "/" + str(size);
  }
  list.set("content-length", str(blob->size()));
  list.set("content-type", type);
  if (status == 206) list.set("content-range", range);
  auto response = make<Response>(
      BodyInit(blob), ResponseInit{.status = double(status), .statusText = status == 206 ? "Partial Content" : "OK"});
  ResponseAccess::setHeaders(*response, headers);
  return response;
}

Response Fetching::respondLocally() {
  const String scheme = url_->protocol();
  Response response;
  if (scheme == "data:")
    response = respondToData();
  else if (scheme == "blob:")
    response = respondToBlob();
  else if (scheme == "about:")
    throw networkError("about scheme is not supported");
  else if (scheme == "file:")
    throw networkError("not implemented... yet...");
  else
    throw networkError("unknown scheme");
  ResponseAccess::setType(*response, "basic");
  ResponseAccess::setUrl(*response, url_, false);
  over();
  return response;
}

}  // namespace nodecpp::detail
