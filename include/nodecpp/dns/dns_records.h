// The records that dns returns. Programs include nodecpp/dns.h.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/lookup.h>


namespace nodecpp::dns {

// The result of resolve4 and resolve6 with {.ttl = true}.
struct RecordWithTtl {
  String address{};
  double ttl = 0;  // in seconds
  template <class I>
  void inspectTo(I& out) const {
    out.property("address", address).property("ttl", ttl);
  }
};

struct MxRecord {
  String exchange{};
  int priority = 0;
  String type = "MX";
  template <class I>
  void inspectTo(I& out) const {
    out.property("exchange", exchange).property("priority", priority).property("type", type);
  }
};

struct SrvRecord {
  String name{};
  int port = 0;
  int priority = 0;
  int weight = 0;
  String type = "SRV";
  template <class I>
  void inspectTo(I& out) const {
    out.property("name", name).property("port", port).property("priority", priority).property("weight", weight);
    out.property("type", type);
  }
};

struct NaptrRecord {
  String flags{};
  String service{};
  String regexp{};
  String replacement{};
  int order = 0;
  int preference = 0;
  Lookup type{};  // undefined, except in a result of resolveAny
  template <class I>
  void inspectTo(I& out) const {
    out.property("flags", flags).property("service", service).property("regexp", regexp);
    out.property("replacement", replacement).property("order", order).property("preference", preference);
    out.property("type", type);
  }
};

// `refresh`, `retry` and `expire` are 32-bit numbers with a sign, as in Node, where 4294967295 is -1.
struct SoaRecord {
  String nsname{};
  String hostmaster{};
  double serial = 0;
  int refresh = 0;
  int retry = 0;
  int expire = 0;
  double minttl = 0;
  Lookup type{};  // undefined, except in a result of resolveAny
  template <class I>
  void inspectTo(I& out) const {
    out.property("nsname", nsname).property("hostmaster", hostmaster).property("serial", serial);
    out.property("refresh", refresh).property("retry", retry).property("expire", expire).property("minttl", minttl);
    out.property("type", type);
  }
};

// The property that is named by `tag` has the record's value. A tag may also have another name than those listed here.
struct CaaRecord {
  int critical = 0;
  String type = "CAA";
  Lookup issue{}, issuewild{}, iodef{}, contactemail{}, contactphone{};
  String tag{};
  String value{};
  template <class I>
  void inspectTo(I& out) const {
    out.property("critical", critical).property("type", type).property(tag, value);
  }
};

struct TlsaRecord {
  int certUsage = 0;
  int selector = 0;
  int match = 0;
  Buffer data{};  // an ArrayBuffer in Node
  template <class I>
  void inspectTo(I& out) const {
    out.property("certUsage", certUsage).property("selector", selector).property("match", match);
    out.property("data", data);
  }
};

// A result of resolveAny. `type` tells which members are set: those of the record type with this name. A TLSA record
// has an empty `type`.
struct AnyRecord {
  String type{};
  String address{};  // set for A and AAAA
  double ttl = 0;
  String value{};           // set for CNAME, NS, PTR and CAA
  Array<String> entries{};  // set for TXT
  String exchange{};        // set for MX
  int priority = 0;         // set for MX and SRV
  String name{};
  int port = 0, weight = 0;
  String flags{}, service{}, regexp{}, replacement{};  // set for NAPTR
  int order = 0, preference = 0;
  String nsname{}, hostmaster{};  // set for SOA, as the members of the next two lines
  double serial = 0, minttl = 0;
  int refresh = 0, retry = 0, expire = 0;
  int critical = 0;  // set for CAA, as the members of the next two lines
  String tag{};
  Lookup issue{}, issuewild{}, iodef{}, contactemail{}, contactphone{};
  int certUsage = 0, selector = 0, match = 0;  // set for TLSA, as `data` is
  Buffer data{};

  template <class I>
  void inspectTo(I& out) const {
    if (type == "MX") return MxRecord{exchange, priority}.inspectTo(out);
    if (type == "SRV") return SrvRecord{name, port, priority, weight}.inspectTo(out);
    if (type == "NAPTR")
      return NaptrRecord{flags, service, regexp, replacement, order, preference, type}.inspectTo(out);
    if (type == "SOA")
      return SoaRecord{nsname, hostmaster, serial, refresh, retry, expire, minttl, type}.inspectTo(out);
    if (type == "CAA") return CaaRecord{.critical = critical, .tag = tag, .value = value}.inspectTo(out);
    if (type == "") return TlsaRecord{certUsage, selector, match, data}.inspectTo(out);
    if (type == "TXT")
      out.property("entries", entries);
    else if (type == "A" || type == "AAAA")
      out.property("address", address).property("ttl", ttl);
    else
      out.property("value", value);
    out.property("type", type);
  }
};

// The result of resolve() for a record type that is known only at run time. It converts to the result of that type's
// own function, so that a callback may name it: [=](Error err, Array<dns::MxRecord> records) {…}. The conversion throws
// ERR_INVALID_ARG_TYPE when the records have another type.
class Records {
 public:
  Records() = default;
  Records(Array<String> names) : type_("A"), names_(std::move(names)) {}

  // The record type, for example "A" or "MX". The reference is valid while this object lives.
  const String& type() const noexcept [[clang::lifetimebound]] { return type_; }
  std::ptrdiff_t length() const noexcept;

  operator Array<String>() const { return checked(names_, names_.size()); }
  operator Array<Array<String>>() const { return checked(texts_, texts_.size()); }
  operator Array<MxRecord>() const { return checked(mx_, mx_.size()); }
  operator Array<SrvRecord>() const { return checked(srv_, srv_.size()); }
  operator Array<NaptrRecord>() const { return checked(naptr_, naptr_.size()); }
  operator Array<CaaRecord>() const { return checked(caa_, caa_.size()); }
  operator Array<TlsaRecord>() const { return checked(tlsa_, tlsa_.size()); }
  operator Array<AnyRecord>() const { return checked(any_, any_.size()); }
  operator SoaRecord() const { return checked(soa_, type_ == "SOA"); }

  template <class I>
  void inspectTo(I& out) const {
    if (type_ == "TXT") return out.value(texts_);
    if (type_ == "MX") return out.value(mx_);
    if (type_ == "SRV") return out.value(srv_);
    if (type_ == "NAPTR") return out.value(naptr_);
    if (type_ == "CAA") return out.value(caa_);
    if (type_ == "TLSA") return out.value(tlsa_);
    if (type_ == "ANY") return out.value(any_);
    if (type_ == "SOA") return out.value(soa_);
    if (!type_.empty()) return out.value(names_);
    out.text("undefined");
  }

 private:
  friend struct RecordsAccess;
  template <class T>
  const T& checked(const T& records, bool some) const {
    if (!some && length() > 0) throwWrongRecordType();
    return records;
  }
  [[noreturn]] void throwWrongRecordType() const;

  String type_{};
  Array<String> names_{};
  Array<Array<String>> texts_{};
  Array<MxRecord> mx_{};
  Array<SrvRecord> srv_{};
  Array<NaptrRecord> naptr_{};
  Array<CaaRecord> caa_{};
  Array<TlsaRecord> tlsa_{};
  Array<AnyRecord> any_{};
  SoaRecord soa_{};
};

}  // namespace nodecpp::dns
