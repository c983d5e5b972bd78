// Reads /etc/hosts for reverse(), as c-ares does.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "dns/dns_internal.h"
#include "net/socket_handle.h"

namespace nodecpp::dns::detail {

namespace {

constexpr const char* path = "/etc/hosts";
constexpr std::size_t maxBytes = 4 << 20;

std::string readHosts() {
  os::Files& files = Loop::current().port().files;
  std::string text;
  int fd = files.open(path, 0, 0);
  if (fd < 0) return text;
  for (std::int64_t got = 1; got > 0 && text.size() < maxBytes;) {
    std::size_t size = text.size();
    text.resize(size + 65536);
    os::Space space{text.data() + size, 65536};
    got = files.read(fd, &space, 1, -1);
    NODECPP_ASSERT(got <= 65536, got);
    text.resize(size + std::size_t(std::max<std::int64_t>(got, 0)));
  }
  files.close(fd);
  return text;
}

bool isHostName(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._/*").contains(c);
  });
}

// Returns the bytes of an address, so that different texts of one address are equal; empty for a text that is no
// address. An address with a zone is not accepted here.
std::string key(std::string_view text) {
  unsigned char bytes[16];
  if (text.contains('%')) return "";
  int family = net::detail::parseAddress(text, bytes);
  NODECPP_ASSERT(family == 0 || family == 4 || family == 6, family);
  return std::string(reinterpret_cast<char*>(bytes), family == 4 ? 4 : family == 6 ? 16 : 0);
}

// The entries of the file. Lines with a common address or name form one entry, which has the names of all these lines.
class Entries {
 public:
  explicit Entries(std::string_view text) {
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      read(line.substr(0, line.find('#')));
    }
  }
  const std::vector<std::string>* find(const std::string& address) const {
    auto found = byAddress_.find(address);
    return found == byAddress_.end() ? nullptr : &entries_[found->second];
  }

 private:
  void read(std::string_view line) {
    std::string address;
    std::vector<std::string> names;
    constexpr std::string_view blank = " \t\r\v\f";
    bool first = true;
    for (std::size_t at = 0; (at = line.find_first_not_of(blank, at)) != line.npos; first = false) {
      std::size_t end = std::min(line.find_first_of(blank, at), line.size());
      std::string_view word = line.substr(at, end - at);
      if (first)
        address = key(word);
      else if (isHostName(word))
        names.emplace_back(word);
      at = end;
    }
    if (address.empty() || names.empty()) return;
    std::size_t entry = entries_.size();
    if (auto known = byAddress_.find(address); known != byAddress_.end())
      entry = known->second;
    else
      for (const std::string& name : names)
        if (auto same = byName_.find(name); same != byName_.end()) {
          entry = same->second;
          break;
        }
    bool isNew = entry == entries_.size();
    NODECPP_ASSERT(entry <= entries_.size(), entry, entries_.size());
    if (isNew) entries_.emplace_back();
    byAddress_.emplace(address, entry);
    for (const std::string& name : names)
      if (byName_.emplace(name, entry).second || isNew) entries_[entry].push_back(name);
  }

  std::vector<std::vector<std::string>> entries_;  // the names of each entry
  std::map<std::string, std::size_t> byAddress_, byName_;
};

}  // namespace

bool namesInHosts(StringArg address, Names& names) {
  std::string wanted = key(std::string_view(address.data(), address.size()));
  if (wanted.empty()) return false;
  Entries entries(readHosts());
  const std::vector<std::string>* found = entries.find(wanted);
  if (!found) return false;
  NODECPP_ASSERT(!found->empty());
  // The first name is the host's canonical name, which Node leaves out.
  for (std::size_t i = 1; i < found->size(); ++i) names.push(String(std::string_view((*found)[i])));
  return true;
}

}  // namespace nodecpp::dns::detail
