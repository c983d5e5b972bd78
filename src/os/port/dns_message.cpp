#include "os/port/dns_message.h"

#include <arpa/inet.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/assertion.h"

namespace nodecpp::os {

namespace {

constexpr std::size_t mostOfName = 255;  // The longest name in DNS wire format, with its terminating zero.
constexpr std::size_t mostOfLabel = 63;

bool isHostCharacter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '/' || c == '*';
}
bool isPrintable(unsigned char c) { return c >= 0x20 && c <= 0x7e; }
bool isReserved(unsigned char c) { return std::string_view("\".;\\()@$").find(char(c)) != std::string_view::npos; }

// Checks the owners of records as c-ares does when it writes a message again. c-ares replaces a name that it has
// written before by a pointer, and validates only labels that are new, so names are added here in the order in which
// c-ares would write them.
class WrittenNames {
 public:
  // Returns false if the name is an owner whose new labels no host name can have. `known` is the position from which
  // the name has been written before; a dot that is escaped does not end a label.
  bool add(const std::string& name, bool isOwner) {
    std::size_t known = std::string::npos;
    for (std::size_t from = 0; known == std::string::npos && from < name.size(); ++from)
      if ((from == 0 || (name[from - 1] == '.' && (from < 2 || name[from - 2] != '\\'))) &&
          names_.contains(name.substr(from)))
        known = from;
    if (known == 0 || name.empty()) return true;
    names_.insert(name);
    std::string bytes;
    return !isOwner ||
           writeName(std::string_view(name).substr(0, known == std::string::npos ? known : known - 1), bytes);
  }

 private:
  std::set<std::string> names_;
};

// Reads the bytes of a message from front to back. A read past the end fails, and every later read fails, too.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool failed() const { return failed_; }
  std::size_t at() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }
  void fail() { failed_ = true; }

  std::uint32_t number(int size) {
    std::uint32_t value = 0;
    NODECPP_ASSERT(size >= 1 && size <= 4, size);
    for (unsigned char c : take(std::size_t(size))) value = value << 8 | c;
    return value;
  }
  std::string_view take(std::size_t size) {
    if (size > left()) failed_ = true;
    if (failed_) return {};
    at_ += size;
    NODECPP_ASSERT(at_ >= size && at_ <= bytes_.size(), at_, size);
    return bytes_.substr(at_ - size, size);
  }
  // Reads a name. A compression pointer must point before the labels that it completes, so a chain of pointers always
  // ends.
  std::string name() {
    std::string text;
    std::size_t size = 1, begin = at_, resume = 0;
    for (;;) {
      std::size_t from = at_;
      // A byte from 0xc0 on and the byte after it are a compression pointer. Reading goes on at the pointer's target,
      // and after the name continues behind the first pointer.
      unsigned length = number(1);
      if (failed_ || length == 0) break;
      if (length >= 0xc0) {
        std::size_t to = (length & 0x3f) << 8 | number(1);
        if (resume == 0) resume = at_;
        if (to >= begin || failed_) fail();
        if (failed_) return {};
        NODECPP_ASSERT(to < begin && begin <= bytes_.size(), to, begin);
        at_ = begin = to;
        continue;
      }
      if (length > mostOfLabel) fail();
      std::string_view label = take(length);
      size += at_ - from;
      if (size > mostOfName) fail();
      if (failed_) return {};
      if (!text.empty()) text += '.';
      appendLabel(text, label);
    }
    NODECPP_ASSERT(failed_ || size <= mostOfName, size);
    NODECPP_ASSERT(resume <= bytes_.size(), resume);
    if (resume) at_ = resume;
    return text;
  }
  // Reads a DNS character string, which is preceded by its length in one byte.
  std::string string(bool mayBeEmpty, bool printable) {
    std::string_view text = take(number(1));
    if (text.empty() && !mayBeEmpty) fail();
    for (unsigned char c : text)
      if (printable && !isPrintable(c)) fail();
    return std::string(text);
  }

 private:
  static void appendLabel(std::string& to, std::string_view label) {
    NODECPP_ASSERT(label.size() <= mostOfLabel, label.size());
    for (unsigned char c : label) {
      if (!isPrintable(c)) {
        to += {'\\', char('0' + c / 100), char('0' + c / 10 % 10), char('0' + c % 10)};
        continue;
      }
      if (isReserved(c)) to += '\\';
      to += char(c);
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

std::string address(int family, std::string_view bytes) {
  NODECPP_ASSERT(bytes.empty() || bytes.size() == (family == AF_INET ? 4 : 16), family, bytes.size());
  char text[INET6_ADDRSTRLEN] = "";
  if (!bytes.empty()) inet_ntop(family, bytes.data(), text, sizeof text);
  return text;
}

// Reads the data of one record, which end at offset `end` of the message.
class DataReader {
 public:
  DataReader(Reader& in, std::size_t end, DnsRecord& record) : in_(in), end_(end), record_(record) {}

  void read() {
    switch (record_.type) {
      case RecordType::a: return keep(address(AF_INET, in_.take(4)));
      case RecordType::aaaa: return keep(address(AF_INET6, in_.take(16)));
      case RecordType::ns:
      case RecordType::cname:
      case RecordType::ptr: return keep(in_.name());
      case RecordType::soa:
        keep(in_.name());
        keep(in_.name());
        return numbers({4, 4, 4, 4, 4});
      case RecordType::hinfo: keep(in_.string(true, true)); return keep(in_.string(true, true));
      case RecordType::mx: numbers({2}); return keep(in_.name());
      case RecordType::txt:
        if (rest() == 0) in_.fail();
        while (rest() > 0 && !in_.failed()) keep(in_.string(true, false));
        return;
      case RecordType::sig:
        numbers({2, 1, 1, 4, 4, 4, 2});
        keep(in_.name());
        return bytes();
      case RecordType::srv: numbers({2, 2, 2}); return keep(in_.name());
      case RecordType::naptr:
        numbers({2, 2});
        for (int i = 0; i < 3; ++i) keep(in_.string(true, true));
        return keep(in_.name());
      case RecordType::opt: return parameters();
      case RecordType::tlsa: numbers({1, 1, 1}); return bytes();
      case RecordType::svcb:
      case RecordType::https:
        numbers({2});
        keep(in_.name());
        return parameters();
      case RecordType::uri:
        numbers({2, 2});
        bytes();
        for (unsigned char c : record_.texts.back())
          if (!isPrintable(c)) in_.fail();
        return;
      case RecordType::caa:
        numbers({1});
        keep(in_.string(false, true));
        return bytes();
      default:  // Of a record of unknown type only the size of its data is kept.
        record_.numbers.push_back(std::uint32_t(rest()));
        in_.take(rest());
    }
  }

 private:
  std::size_t rest() const { return end_ > in_.at() ? end_ - in_.at() : 0; }
  void keep(std::string text) { record_.texts.push_back(std::move(text)); }
  void numbers(std::initializer_list<int> sizes) {
    for (int size : sizes) record_.numbers.push_back(in_.number(size));
  }
  // Keeps the rest of the data, which must not be empty.
  void bytes() {
    if (rest() == 0) in_.fail();
    keep(std::string(in_.take(rest())));
  }
  void parameters() {
    while (rest() > 0 && !in_.failed()) {
      in_.number(2);
      in_.take(in_.number(2));
    }
  }

  Reader& in_;
  std::size_t end_;
  DnsRecord& record_;
};

bool isKnown(RecordType type) {
  switch (type) {
    case RecordType::a:
    case RecordType::ns:
    case RecordType::cname:
    case RecordType::soa:
    case RecordType::ptr:
    case RecordType::hinfo:
    case RecordType::mx:
    case RecordType::txt:
    case RecordType::sig:
    case RecordType::aaaa:
    case RecordType::srv:
    case RecordType::naptr:
    case RecordType::opt:
    case RecordType::tlsa:
    case RecordType::svcb:
    case RecordType::https:
    case RecordType::uri:
    case RecordType::caa: return true;
    case RecordType::any: break;
  }
  return false;
}

// The DNS classes internet (1), chaos (3), hesiod (4) and none (254).
bool isClass(std::uint16_t dnsClass) { return dnsClass == 1 || dnsClass == 3 || dnsClass == 4 || dnsClass == 254; }

DnsRecord readRecord(Reader& in) {
  DnsRecord record{.owner = in.name(), .type = RecordType(in.number(2))};
  record.dnsClass = std::uint16_t(in.number(2));
  record.ttl = in.number(4);
  std::size_t size = in.number(2);
  if (size > in.left()) in.fail();
  // A query can ask for any type, but no record has the type ANY.
  if (record.type == RecordType::any) in.fail();
  if (in.failed()) return record;
  // The class field of an OPT record holds the size of UDP payloads (RFC 6891), so it is not checked.
  if (isKnown(record.type) && record.type != RecordType::opt && !isClass(record.dnsClass)) in.fail();
  std::size_t end = in.at() + size;
  DataReader(in, end, record).read();
  if (in.at() > end) in.fail();
  NODECPP_ASSERT(in.failed() || in.at() <= end, in.at(), end);
  if (!in.failed()) in.take(end - in.at());
  return record;
}

bool hasCompressedNames(RecordType type) {
  return type == RecordType::ns || type == RecordType::cname || type == RecordType::ptr || type == RecordType::soa ||
         type == RecordType::mx;
}

void append(std::string& to, std::uint32_t value, int size) {
  NODECPP_ASSERT(size >= 1 && size <= 4, size);
  while (size-- > 0) to += char(value >> (8 * size) & 0xff);
}

}  // namespace

bool readMessage(std::string_view bytes, DnsMessage& message) {
  Reader in(bytes);
  message.id = std::uint16_t(in.number(2));
  std::uint32_t flags = in.number(2);
  message.truncated = flags & 0x200;
  message.rcode = flags & 0xf;
  // Valid operation codes are query (0), inverse query (1), status (2), notify (4) and update (5).
  unsigned opcode = flags >> 11 & 0xf;
  if (opcode > 5 || opcode == 3) return false;
  std::uint32_t counts[4];
  for (std::uint32_t& count : counts) count = in.number(2);
  if (in.failed() || counts[0] != 1) return false;
  message.name = in.name();
  message.type = std::uint16_t(in.number(2));
  in.number(2);
  WrittenNames names;
  names.add(message.name, false);
  for (int section = 1; section <= 3; ++section)
    for (std::uint32_t i = 0; i < counts[section]; ++i) {
      DnsRecord record = readRecord(in);
      if (in.failed()) return false;
      NODECPP_ASSERT(isKnown(record.type) || record.numbers.size() == 1, record.type, record.numbers.size());
      if (!names.add(record.owner, true)) message.unwritable = true;
      // c-ares cannot write a record of an unknown type without data either.
      if (!isKnown(record.type) && record.texts.empty() && record.numbers[0] == 0) message.unwritable = true;
      if (hasCompressedNames(record.type))
        for (const std::string& name : record.texts) names.add(name, false);
      if (section == 1) message.answers.push_back(std::move(record));
    }
  return !in.failed();
}

std::size_t readName(std::string_view bytes, std::string& name) {
  Reader in(bytes);
  name = in.name();
  NODECPP_ASSERT(in.at() <= bytes.size(), in.at(), bytes.size());
  return in.failed() ? 0 : in.at();
}

bool writeName(std::string_view name, std::string& bytes) {
  bytes.clear();
  std::string label;
  bool open = false;  // A label has begun and must not be empty.
  auto close = [&] {
    if (label.empty() || label.size() > mostOfLabel) return false;
    NODECPP_ASSERT(label.size() <= mostOfLabel, label.size());
    bytes += char(label.size());
    bytes += std::exchange(label, {});
    open = false;
    return true;
  };
  if (name == ".") name = "";
  for (std::size_t i = 0; i < name.size(); ++i) {
    unsigned char c = name[i];
    if (c == '.') {
      if (!close()) return false;
      continue;
    }
    open = true;
    if (c == '\\') {
      auto digit = [&](std::size_t at) {
        return at < name.size() && name[at] >= '0' && name[at] <= '9' ? name[at] - '0' : -1;
      };
      if (++i == name.size()) return false;
      c = name[i];
      if (digit(i) >= 0) {
        if (digit(i + 1) < 0 || digit(i + 2) < 0) return false;
        int value = digit(i) * 100 + digit(i + 1) * 10 + digit(i + 2);
        if (value > 255) return false;
        c = static_cast<unsigned char>(value);
        i += 2;
      }
    }
    if (!isHostCharacter(c)) return false;
    label += char(c);
  }
  if (open && !close()) return false;
  bytes += '\0';
  return bytes.size() <= mostOfName;
}

std::string writeQuery(std::uint16_t id, std::string_view wireName, std::uint16_t type) {
  std::string query;
  for (std::uint32_t word : {std::uint32_t(id), 0x100u, 1u, 0u, 0u, 0u}) append(query, word, 2);
  query += wireName;
  NODECPP_ASSERT(query.size() == 12 + wireName.size(), query.size(), wireName.size());
  append(query, type, 2);
  append(query, 1, 2);
  return query;
}

std::string writeAnswer(std::uint16_t id, std::string_view wireName, std::uint16_t type, int rcode,
                        const std::vector<RawRecord>& records) {
  std::string answer = writeQuery(id, wireName, type);
  NODECPP_ASSERT(answer.size() > 12, answer.size());
  NODECPP_ASSERT(records.size() <= 0xffff && rcode >= 0 && rcode <= 0xf, records.size(), rcode);
  answer[2] = char(0x81);
  answer[3] = char(0x80 | rcode);
  answer[6] = char(records.size() >> 8);
  answer[7] = char(records.size());
  for (const RawRecord& record : records) {
    std::string owner;
    writeName(record.owner, owner);
    answer += owner;
    append(answer, record.type, 2);
    append(answer, 1, 2);
    append(answer, record.ttl, 4);
    append(answer, std::uint32_t(record.data.size()), 2);
    answer += record.data;
  }
  return answer;
}

}  // namespace nodecpp::os
