// Reads DNS messages (RFC 1035 section 4, and the RFCs of the record types) as strictly as c-ares 1.34, which Node
// uses: one malformed record makes the whole message malformed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::os {

enum class RecordType : std::uint16_t {
  a = 1,
  ns = 2,
  cname = 5,
  soa = 6,
  ptr = 12,
  hinfo = 13,
  mx = 15,
  txt = 16,
  sig = 24,
  aaaa = 28,
  srv = 33,
  naptr = 35,
  opt = 41,
  tlsa = 52,
  svcb = 64,
  https = 65,
  any = 255,
  uri = 256,
  caa = 257,
};

struct DnsRecord {
  std::string owner;
  RecordType type;
  std::uint16_t dnsClass = 1;
  std::uint32_t ttl = 0;
  // The record's data, in the order of the message, divided into its numbers and its texts (names, strings and bytes).
  // An address is one text ("192.0.2.1"). Data of record types that a query cannot ask for are left out.
  std::vector<std::uint32_t> numbers{};
  std::vector<std::string> texts{};
};

struct DnsMessage {
  std::uint16_t id = 0;
  bool truncated = false;
  // True when c-ares can read the message but cannot write it again, because the owner of a record is not a valid host
  // name or a record of an unknown type has no data. Node's c-ares writes each answer again, so Node reports such an
  // answer as malformed (EFORMERR).
  bool unwritable = false;
  int rcode = 0;
  std::string name;  // The name that was asked for.
  std::uint16_t type = 0;
  std::vector<DnsRecord> answers;
};

// A DNS name as text has no dot at its end. Special characters in a label are escaped: "\." and "\001".

// Returns false when the message is malformed in any of its sections.
bool readMessage(std::string_view bytes, DnsMessage& message);
// Writes a name in its wire format. Returns false for an invalid name: one with an empty label, a label of more than 63
// bytes, more than 255 bytes in total, or characters that host names do not have.
bool writeName(std::string_view name, std::string& bytes);
// Writes a query as a client sends it, with recursion desired. `wireName` comes from `writeName`.
std::string writeQuery(std::uint16_t id, std::string_view wireName, std::uint16_t type);
// Reads the name at the beginning of `bytes` as text. Returns the number of bytes that it occupies, or 0 when it is
// malformed.
std::size_t readName(std::string_view bytes, std::string& name);

// Writes a name server's answer, for tests: the question and `records`, whose data are given as bytes.
struct RawRecord {
  std::string owner;  // The name that the record belongs to, as text.
  std::uint16_t type = 1;
  std::uint32_t ttl = 300;
  std::string data;
};
std::string writeAnswer(std::uint16_t id, std::string_view wireName, std::uint16_t type, int rcode,
                        const std::vector<RawRecord>& records);

}  // namespace nodecpp::os
