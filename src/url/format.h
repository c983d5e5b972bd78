// Text helpers that formatting and parsing of URLs share.
#pragma once

#include <nodecpp/url.h>

#include <string_view>

namespace nodecpp::url {

inline std::string_view view(const String& s) { return {s.data(), s.size()}; }
inline std::string_view view(const StringArg& s) { return {s.data(), s.size()}; }

inline bool isIpv6(std::string_view hostname) { return hostname.starts_with('[') && hostname.ends_with(']'); }

// Returns a member as a string; "" for a value that is falsy in JavaScript.
inline String orEmpty(const Lookup& member) { return member ? member.toString() : String(); }

}  // namespace nodecpp::url
