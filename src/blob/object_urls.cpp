// The URLs of Blobs: URL::createObjectURL, URL::revokeObjectURL and buffer::resolveObjectURL.
#include <nodecpp/blob.h>
#include <nodecpp/error.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/url.h>

#include <map>
#include <string>
#include <string_view>

#include "loop/loop.h"

namespace nodecpp {

namespace {

// The program's registered Blobs by their ids. A Blob stays here until it is revoked, as in Node.
constinit detail::LoopLocal<std::map<std::string, Blob, std::less<>>> registered;

// Returns a random UUID of version 4.
std::string randomId() {
  unsigned char bytes[16];
  detail::Loop::current().port().process.random(reinterpret_cast<char*>(bytes), sizeof bytes);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  std::string id;
  for (std::size_t i = 0; i < sizeof bytes; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) id += '-';
    id += "0123456789abcdef"[bytes[i] >> 4];
    id += "0123456789abcdef"[bytes[i] & 15];
  }
  return id;
}

// Returns the id in the URL of a Blob; empty when the text is no such URL.
std::string idIn(StringArg text) {
  const URL parsed = URL::parse(text);
  if (!parsed) return {};
  constexpr std::string_view base = "nodedata:";
  const String path = parsed->pathname();
  const std::string_view whole(path.data(), path.size());
  if (!whole.starts_with(base) || whole.find(':', base.size()) != whole.npos) return {};
  return std::string(whole.substr(base.size()));
}

}  // namespace

String URL::createObjectURL(const Handle<BlobObject>& blob) {
  if (!blob) throw nodecpp::detail::invalidArgType("obj", "an instance of Blob", "undefined");
  std::string id = randomId();
  String url = "blob:nodedata:" + str(id);
  registered->emplace(std::move(id), make<Blob>(blob, 0, blob->size(), blob->type()));
  return url;
}

void URL::revokeObjectURL(StringArg url) {
  if (auto* known = registered.find()) known->erase(idIn(url));
}

Blob buffer::resolveObjectURL(StringArg id) {
  auto* known = registered.find();
  if (!known) return {};
  const auto found = known->find(idIn(id));
  if (found == known->end()) return {};
  const Blob& blob = found->second;
  return make<Blob>(blob, 0, blob->size(), blob->type());
}

}  // namespace nodecpp
