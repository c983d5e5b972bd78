// DNS messages (RFC 1035 section 4, and the RFCs of the record types), read as strictly as c-ares 1.34, which Node has:
// one broken record spoils the whole.
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
  // What its data consist of, in the order in which it stands there: numbers; and names, strings and bytes. An address
  // is one text ("192.0.2.1"). Those of types that nobody can ask for are left out.
  std::vector<std::uint32_t> numbers{};
  std::vector<std::string> texts{};
};

struct DnsMessage {
  std::uint16_t id = 0;
  bool truncated = false;
  // c-ares reads it, but cannot write it again, as Node has it do: some record is of a name that no host has.
  bool strange = false;
  int rcode = 0;
  std::string name;  // of the question
  std::uint16_t type = 0;
  std::vector<DnsRecord> answers;
};

// Names as text have no dot at the end; what is special in a label is escaped: "\." and "\001".

// False when the message is malformed, in any of its sections.
bool readMessage(std::string_view bytes, DnsMessage& message);
// A name as it goes over the wire; false for one that is none: empty labels, labels of more than 63 and names of more
// than 255 bytes, characters that no host's name has.
bool writeName(std::string_view name, std::string& bytes);
// The question that a client sends: asks for recursion.
std::string writeQuery(std::uint16_t id, std::string_view wireName, std::uint16_t type);
// A name at the beginning of `bytes` as text, and how many bytes it takes; 0 when it is malformed.
std::size_t readName(std::string_view bytes, std::string& name);

// For name servers, as tests have them: an answer to a question with these records, whose data are given as bytes.
struct RawRecord {
  std::string owner;  // as text
  std::uint16_t type = 1;
  std::uint32_t ttl = 300;
  std::string data;
};
std::string writeAnswer(std::uint16_t id, std::string_view wireName, std::uint16_t type, int rcode,
                        const std::vector<RawRecord>& records);

}  // namespace nodecpp::os
