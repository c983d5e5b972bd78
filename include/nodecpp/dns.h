// dns: names and addresses, as the system finds them (lookup) and as name servers return them (resolve).
// https://nodejs.org/docs/latest-v24.x/api/dns.html
#pragma once

#include <nodecpp/dns/dns_records.h>
#include <nodecpp/dns/lookup.h>
#include <nodecpp/dns/promises.h>
#include <nodecpp/dns/resolver.h>

namespace nodecpp::dns {

// The values that `code` of an error can have. EOF is a macro in C++, so its constant is EOF_.
inline constexpr char NODATA[] = "ENODATA";
inline constexpr char FORMERR[] = "EFORMERR";
inline constexpr char SERVFAIL[] = "ESERVFAIL";
inline constexpr char NOTFOUND[] = "ENOTFOUND";
inline constexpr char NOTIMP[] = "ENOTIMP";
inline constexpr char REFUSED[] = "EREFUSED";
inline constexpr char BADQUERY[] = "EBADQUERY";
inline constexpr char BADNAME[] = "EBADNAME";
inline constexpr char BADFAMILY[] = "EBADFAMILY";
inline constexpr char BADRESP[] = "EBADRESP";
inline constexpr char CONNREFUSED[] = "ECONNREFUSED";
inline constexpr char TIMEOUT[] = "ETIMEOUT";
inline constexpr char EOF_[] = "EOF";
inline constexpr char FILE[] = "EFILE";
inline constexpr char NOMEM[] = "ENOMEM";
inline constexpr char DESTRUCTION[] = "EDESTRUCTION";
inline constexpr char BADSTR[] = "EBADSTR";
inline constexpr char BADFLAGS[] = "EBADFLAGS";
inline constexpr char NONAME[] = "ENONAME";
inline constexpr char BADHINTS[] = "EBADHINTS";
inline constexpr char NOTINITIALIZED[] = "ENOTINITIALIZED";
inline constexpr char LOADIPHLPAPI[] = "ELOADIPHLPAPI";
inline constexpr char ADDRGETNETWORKPARAMS[] = "EADDRGETNETWORKPARAMS";
inline constexpr char CANCELLED[] = "ECANCELLED";

namespace promises {
using dns::ADDRGETNETWORKPARAMS;
using dns::BADFAMILY;
using dns::BADFLAGS;
using dns::BADHINTS;
using dns::BADNAME;
using dns::BADQUERY;
using dns::BADRESP;
using dns::BADSTR;
using dns::CANCELLED;
using dns::CONNREFUSED;
using dns::DESTRUCTION;
using dns::EOF_;
using dns::FILE;
using dns::FORMERR;
using dns::LOADIPHLPAPI;
using dns::NODATA;
using dns::NOMEM;
using dns::NONAME;
using dns::NOTFOUND;
using dns::NOTIMP;
using dns::NOTINITIALIZED;
using dns::REFUSED;
using dns::SERVFAIL;
using dns::TIMEOUT;
}  // namespace promises

}  // namespace nodecpp::dns
