// Url::format for any object that has its members, and the little text work that parsing shares.
#pragma once

#include <nodecpp/url.h>

#include <string_view>

namespace nodecpp::url {

inline std::string_view view(const String& s) { return {s.data(), s.size()}; }
inline std::string_view view(const StringArg& s) { return {s.data(), s.size()}; }

inline bool isIpv6(std::string_view hostname) { return hostname.starts_with('[') && hostname.ends_with(']'); }

// A member as a string: "" for what is falsy in JavaScript.
inline String orEmpty(const Lookup& member) { return member ? member.toString() : String(); }

}  // namespace nodecpp::url
