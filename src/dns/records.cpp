// Converts a DNS message to the records that Node returns: exactly as Node does with the results of c-ares 1.34,
// including their peculiarities.
#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "dns/dns_internal.h"

namespace nodecpp::dns {

using os::DnsMessage, os::DnsRecord, os::RecordType;

struct RecordsAccess {
  static Names& of(Records& records, Names*) { return records.names_; }
  static Array<Names>& of(Records& records, Array<Names>*) { return records.texts_; }
  static Array<MxRecord>& of(Records& records, Array<MxRecord>*) { return records.mx_; }
  static Array<SrvRecord>& of(Records& records, Array<SrvRecord>*) { return records.srv_; }
  static Array<NaptrRecord>& of(Records& records, Array<NaptrRecord>*) { return records.naptr_; }
  static Array<CaaRecord>& of(Records& records, Array<CaaRecord>*) { return records.caa_; }
  static Array<TlsaRecord>& of(Records& records, Array<TlsaRecord>*) { return records.tlsa_; }
  static Array<AnyRecord>& of(Records& records, Array<AnyRecord>*) { return records.any_; }
  static SoaRecord& of(Records& records, SoaRecord*) { return records.soa_; }
  static void setType(Records& records, StringArg type) { records.type_ = type.toString(); }
};

std::ptrdiff_t Records::length() const noexcept {
  return names_.length() + texts_.length() + mx_.length() + srv_.length() + naptr_.length() + caa_.length() + tlsa_.length() +
         any_.length() + (type_ == "SOA" ? 1 : 0);
}

void Records::throwWrongRecordType() const {
  throw nodecpp::detail::invalidArgType("records", "of the type that was asked for", "those of " + type_);
}

namespace detail {

namespace {

constexpr std::uint16_t internet = 1, chaos = 3;
constexpr const char* noData = "ENODATA";

// Converts bytes to the first 256 characters of Unicode.
String latin1(std::string_view bytes) { return Buffer::copyOf(bytes.data(), bytes.size()).toString("latin1"); }
String name(const std::string& text) { return String(std::string_view(text)); }

bool is(const DnsRecord& record, RecordType type, std::uint16_t orClass = internet) {
  return record.type == type && (record.dnsClass == internet || record.dnsClass == orClass);
}

// What c-ares calls a host entry: the addresses of one family, and all aliases in the message, whichever name they
// belong to.
struct Host {
  List<RecordWithTtl> addresses;
  std::vector<const DnsRecord*> aliases;

  Host(const DnsMessage& message, RecordType family) {
    std::uint32_t most = UINT32_MAX;
    for (const DnsRecord& record : message.answers)
      if (is(record, RecordType::cname)) {
        NODECPP_ASSERT(record.texts.size() == 1, record.texts.size());
        aliases.push_back(&record);
        // An address is valid no longer than the aliases that lead to it.
        most = std::min(most, record.ttl);
      }
    for (const DnsRecord& record : message.answers)
      if (is(record, family)) addresses.push({name(record.texts[0]), double(std::min(record.ttl, most))});
  }
  // As in c-ares, a message with aliases but without addresses is no error.
  const char* code() const { return addresses.empty() && aliases.empty() ? noData : nullptr; }
};

template <RecordType family>
const char* readAddressesTtl(const DnsMessage& message, List<RecordWithTtl>& records) {
  Host host(message, family);
  const char* code = host.code();
  records = std::move(host.addresses);
  return code;
}

template <RecordType family>
const char* readAddresses(const DnsMessage& message, Names& names) {
  Host host(message, family);
  for (const RecordWithTtl& record : host.addresses) names.push(record.address);
  return host.code();
}

const char* readCname(const DnsMessage& message, Names& names) {
  Host host(message, RecordType::a);
  if (host.code()) return noData;
  names.push(name(host.aliases.empty() ? message.name : host.aliases[0]->texts[0]));
  return nullptr;
}

template <RecordType type>
const char* readNames(const DnsMessage& message, Names& names) {
  for (const DnsRecord& record : message.answers)
    if (is(record, type)) names.push(name(record.texts[0]));
  return names.empty() ? noData : nullptr;
}

// The following types have an empty result, and no error, when the message contains only other records.
const char* some(const DnsMessage& message) { return message.answers.empty() ? noData : nullptr; }

const char* readMx(const DnsMessage& message, List<MxRecord>& records) {
  for (const DnsRecord& record : message.answers) {
    if (!is(record, RecordType::mx)) continue;
    NODECPP_ASSERT(record.texts.size() == 1 && record.numbers.size() == 1, record.texts.size(), record.numbers.size());
    records.push({name(record.texts[0]), int(record.numbers[0])});
  }
  return some(message);
}

const char* readSrv(const DnsMessage& message, List<SrvRecord>& records) {
  for (const DnsRecord& record : message.answers) {
    const auto& n = record.numbers;
    NODECPP_ASSERT(record.type != RecordType::srv || (record.texts.size() == 1 && n.size() == 3), n.size());
    if (is(record, RecordType::srv)) records.push({name(record.texts[0]), int(n[2]), int(n[0]), int(n[1])});
  }
  return some(message);
}

const char* readNaptr(const DnsMessage& message, List<NaptrRecord>& records) {
  for (const DnsRecord& record : message.answers) {
    if (!is(record, RecordType::naptr)) continue;
    const auto& t = record.texts;
    NODECPP_ASSERT(t.size() == 4 && record.numbers.size() == 2, t.size(), record.numbers.size());
    records.push({name(t[0]), name(t[1]), name(t[2]), name(t[3]), int(record.numbers[0]), int(record.numbers[1])});
  }
  return some(message);
}

const char* readTxt(const DnsMessage& message, List<Names>& records) {
  for (const DnsRecord& record : message.answers) {
    if (!is(record, RecordType::txt, chaos)) continue;
    Names texts;
    for (const std::string& text : record.texts) texts.push(latin1(text));
    records.push(texts);
  }
  return some(message);
}

const char* readCaa(const DnsMessage& message, List<CaaRecord>& records) {
  for (const DnsRecord& record : message.answers) {
    if (!is(record, RecordType::caa, chaos)) continue;
    NODECPP_ASSERT(record.texts.size() == 2 && record.numbers.size() == 1, record.texts.size(), record.numbers.size());
    CaaRecord caa{.critical = int(record.numbers[0]), .tag = name(record.texts[0])};
    // The value ends at its first zero byte.
    caa.value = latin1(std::string_view(record.texts[1]).substr(0, record.texts[1].find('\0')));
    for (auto [tag, value] : {std::pair{"issue", &CaaRecord::issue},
                              {"issuewild", &CaaRecord::issuewild},
                              {"iodef", &CaaRecord::iodef},
                              {"contactemail", &CaaRecord::contactemail},
                              {"contactphone", &CaaRecord::contactphone}})
      if (caa.tag == tag) caa.*value = caa.value;
    records.push(std::move(caa));
  }
  return some(message);
}

const char* readTlsa(const DnsMessage& message, List<TlsaRecord>& records) {
  for (const DnsRecord& record : message.answers) {
    const auto& n = record.numbers;
    NODECPP_ASSERT(record.type != RecordType::tlsa || (record.texts.size() == 1 && n.size() == 3), n.size());
    if (record.type == RecordType::tlsa)
      records.push(
          {int(n[0]), int(n[1]), int(n[2]), Buffer::copyOf(record.texts[0].data(), record.texts[0].size())});
  }
  return nullptr;
}

SoaRecord toSoa(const DnsRecord& record) {
  const auto& n = record.numbers;
  NODECPP_ASSERT(record.type == RecordType::soa && record.texts.size() == 2 && n.size() == 5, record.texts.size(), n.size());
  return {name(record.texts[0]), name(record.texts[1]), double(n[0]), int(n[1]), int(n[2]), int(n[3]), double(n[4])};
}

const char* readSoa(const DnsMessage& message, SoaRecord& soa) {
  for (const DnsRecord& record : message.answers)
    if (is(record, RecordType::soa)) return soa = toSoa(record), nullptr;
  return "EBADRESP";
}

const char* readAny(const DnsMessage& message, List<AnyRecord>& records) {
  Host v4(message, RecordType::a), v6(message, RecordType::aaaa);
  if (!v4.aliases.empty()) {
    records.push({.type = "CNAME", .value = name(v4.aliases[0]->texts[0])});
  } else {
    for (const auto& [address, ttl] : v4.addresses) records.push({.type = "A", .address = address, .ttl = ttl});
  }
  for (const auto& [address, ttl] : v6.addresses) records.push({.type = "AAAA", .address = address, .ttl = ttl});
  auto all = [&]<class T>(Read<List<T>> read, auto convert) {
    List<T> found;
    read(message, found);
    for (T one : found) records.push(convert(one));
  };
  all.operator()<MxRecord>(readMx, [](MxRecord& one) {
    return AnyRecord{.type = "MX", .exchange = one.exchange, .priority = one.priority};
  });
  all.operator()<String>(readNames<RecordType::ns>, [](String& one) { return AnyRecord{.type = "NS", .value = one}; });
  all.operator()<Names>(readTxt, [](Names& one) { return AnyRecord{.type = "TXT", .entries = one}; });
  all.operator()<SrvRecord>(readSrv, [](SrvRecord& one) {
    return AnyRecord{.type = "SRV", .priority = one.priority, .name = one.name, .port = one.port, .weight = one.weight};
  });
  all.operator()<String>(readNames<RecordType::ptr>,
                         [](String& one) { return AnyRecord{.type = "PTR", .value = one}; });
  all.operator()<NaptrRecord>(readNaptr, [](NaptrRecord& one) {
    return AnyRecord{.type = "NAPTR",
                     .flags = one.flags,
                     .service = one.service,
                     .regexp = one.regexp,
                     .replacement = one.replacement,
                     .order = one.order,
                     .preference = one.preference};
  });
  // As in c-ares, a SOA record of any class is accepted here. In all other places the class of a record is checked.
  auto soa = std::ranges::find(message.answers, RecordType::soa, &DnsRecord::type);
  if (soa != message.answers.end()) {
    SoaRecord one = toSoa(*soa);
    records.push({.type = "SOA",
                       .nsname = one.nsname,
                       .hostmaster = one.hostmaster,
                       .serial = one.serial,
                       .minttl = one.minttl,
                       .refresh = one.refresh,
                       .retry = one.retry,
                       .expire = one.expire});
  }
  all.operator()<TlsaRecord>(readTlsa, [](TlsaRecord& one) {
    return AnyRecord{.certUsage = one.certUsage, .selector = one.selector, .match = one.match, .data = one.data};
  });
  all.operator()<CaaRecord>(readCaa, [](CaaRecord& one) {
    return AnyRecord{.type = "CAA",
                     .value = one.value,
                     .critical = one.critical,
                     .tag = one.tag,
                     .issue = one.issue,
                     .issuewild = one.issuewild,
                     .iodef = one.iodef,
                     .contactemail = one.contactemail,
                     .contactphone = one.contactphone};
  });
  return nullptr;
}

}  // namespace

constinit const Kind<Names> kindA{"queryA", RecordType::a, readAddresses<RecordType::a>};
constinit const Kind<Names> kindAaaa{"queryAaaa", RecordType::aaaa, readAddresses<RecordType::aaaa>};
constinit const Kind<List<RecordWithTtl>> kindATtl{"queryA", RecordType::a, readAddressesTtl<RecordType::a>};
constinit const Kind<List<RecordWithTtl>> kindAaaaTtl{"queryAaaa", RecordType::aaaa,
                                                      readAddressesTtl<RecordType::aaaa>};
constinit const Kind<Names> kindCname{"queryCname", RecordType::cname, readCname};
constinit const Kind<Names> kindNs{"queryNs", RecordType::ns, readNames<RecordType::ns>};
constinit const Kind<Names> kindPtr{"queryPtr", RecordType::ptr, readNames<RecordType::ptr>};
constinit const Kind<List<AnyRecord>> kindAny{"queryAny", RecordType::any, readAny};
constinit const Kind<List<CaaRecord>> kindCaa{"queryCaa", RecordType::caa, readCaa};
constinit const Kind<List<MxRecord>> kindMx{"queryMx", RecordType::mx, readMx};
constinit const Kind<List<NaptrRecord>> kindNaptr{"queryNaptr", RecordType::naptr, readNaptr};
constinit const Kind<List<SrvRecord>> kindSrv{"querySrv", RecordType::srv, readSrv};
constinit const Kind<List<TlsaRecord>> kindTlsa{"queryTlsa", RecordType::tlsa, readTlsa};
constinit const Kind<List<Names>> kindTxt{"queryTxt", RecordType::txt, readTxt};
constinit const Kind<SoaRecord> kindSoa{"querySoa", RecordType::soa, readSoa};

namespace {

template <const auto& kind, class T>
const char* readInto(const DnsMessage& message, Records& records, const char* type) {
  RecordsAccess::setType(records, type);
  return kind.read(message, RecordsAccess::of(records, static_cast<T*>(nullptr)));
}
#define NODECPP_DNS_KIND(text, kind, ...)                                                                              \
  {                                                                                                                    \
    text, {                                                                                                            \
      kind.syscall, kind.type, [](const DnsMessage& m, Records& r) { return readInto<kind, __VA_ARGS__>(m, r, text); } \
    }                                                                                                                  \
  }

}  // namespace

const Kind<Records>* kindNamed(StringArg rrtype) {
  static const std::pair<std::string_view, Kind<Records>> kinds[] = {
      NODECPP_DNS_KIND("A", kindA, Names),
      NODECPP_DNS_KIND("AAAA", kindAaaa, Names),
      NODECPP_DNS_KIND("ANY", kindAny, List<AnyRecord>),
      NODECPP_DNS_KIND("CAA", kindCaa, List<CaaRecord>),
      NODECPP_DNS_KIND("CNAME", kindCname, Names),
      NODECPP_DNS_KIND("MX", kindMx, List<MxRecord>),
      NODECPP_DNS_KIND("NAPTR", kindNaptr, List<NaptrRecord>),
      NODECPP_DNS_KIND("NS", kindNs, Names),
      NODECPP_DNS_KIND("PTR", kindPtr, Names),
      NODECPP_DNS_KIND("SOA", kindSoa, SoaRecord),
      NODECPP_DNS_KIND("SRV", kindSrv, List<SrvRecord>),
      NODECPP_DNS_KIND("TLSA", kindTlsa, List<TlsaRecord>),
      NODECPP_DNS_KIND("TXT", kindTxt, List<Names>),
  };
  for (const auto& [name, kind] : kinds)
    if (rrtype == name) return &kind;
  return nullptr;
}
#undef NODECPP_DNS_KIND

}  // namespace detail
}  // namespace nodecpp::dns
