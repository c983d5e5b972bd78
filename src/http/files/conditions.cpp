#include "http/files/conditions.h"

#include <nodecpp/date.h>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>

namespace nodecpp::http::detail {

namespace {

// Calls `f` with each element of a list that commas separate, without the spaces around it, until `f` returns true.
// Returns whether it did. Empty elements are left out.
template <class F>
bool anyToken(std::string_view list, F f) {
  for (std::size_t at = 0; at <= list.size();) {
    std::size_t comma = list.find(',', at);
    if (comma == list.npos) comma = list.size();
    std::size_t begin = at, end = comma;
    while (begin < end && list[begin] == ' ') ++begin;
    while (end > begin && list[end - 1] == ' ') --end;
    if (begin < end && f(list.substr(begin, end - begin))) return true;
    at = comma + 1;
  }
  return false;
}

constexpr std::string_view weakMark = "W/";

// The weak comparison: the tags are the same, or one of them is the other with W/ before it.
bool matchesWeakly(std::string_view token, std::string_view etag) noexcept {
  if (token == etag) return true;
  if (token.starts_with(weakMark) && token.substr(weakMark.size()) == etag) return true;
  return etag.starts_with(weakMark) && etag.substr(weakMark.size()) == token;
}

double dateOf(std::string_view text) {
  return text.empty() ? std::numeric_limits<double>::quiet_NaN() : Date::parse(text);
}

// Whether no-cache is an element of Cache-Control. The spaces around it may be those of a regular expression's \s.
bool asksForNoCache(std::string_view cacheControl) noexcept {
  auto isSpace = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  return anyToken(cacheControl, [&](std::string_view token) {
    while (!token.empty() && isSpace(token.front())) token.remove_prefix(1);
    while (!token.empty() && isSpace(token.back())) token.remove_suffix(1);
    return token == "no-cache";
  });
}

}  // namespace

bool preconditionFails(const Conditions& conditions, const Validators& validators) {
  if (!conditions.ifMatch.empty()) {
    if (validators.etag.empty()) return true;
    if (conditions.ifMatch == "*") return false;
    return !anyToken(conditions.ifMatch, [&](std::string_view token) { return matchesWeakly(token, validators.etag); });
  }
  const double limit = dateOf(conditions.ifUnmodifiedSince);
  if (std::isnan(limit)) return false;
  const double modified = dateOf(validators.lastModified);
  return std::isnan(modified) || modified > limit;
}

bool isFresh(const Conditions& conditions, const Validators& validators) {
  if (conditions.ifModifiedSince.empty() && conditions.ifNoneMatch.empty()) return false;
  if (asksForNoCache(conditions.cacheControl)) return false;
  if (!conditions.ifNoneMatch.empty()) {
    if (conditions.ifNoneMatch == "*") return true;
    if (validators.etag.empty()) return false;
    return anyToken(conditions.ifNoneMatch,
                    [&](std::string_view token) { return matchesWeakly(token, validators.etag); });
  }
  if (validators.lastModified.empty()) return false;
  return dateOf(validators.lastModified) <= dateOf(conditions.ifModifiedSince);
}

bool isRangeFresh(std::string_view ifRange, const Validators& validators) {
  if (ifRange.empty()) return true;
  if (ifRange.find('"') != ifRange.npos)
    return !validators.etag.empty() && ifRange.find(validators.etag) != ifRange.npos;
  return dateOf(validators.lastModified) <= dateOf(ifRange);
}

double modifiedAt(const os::FileStat& stat) noexcept {
  return std::floor(double(stat.mtime.seconds) * 1000 + double(stat.mtime.nanoseconds) / 1e6 + 0.5);
}

String entityTag(const os::FileStat& stat, bool strong) {
  char tag[40];
  char* to = tag;
  auto hex = [&](auto number) { to = std::to_chars(to, tag + sizeof tag, number, 16).ptr; };
  for (char c : strong ? std::string_view("\"") : std::string_view("W/\"")) *to++ = c;
  hex(stat.size);
  *to++ = '-';
  if (strong)
    hex(stat.mtime.seconds * 1'000'000'000 + stat.mtime.nanoseconds);
  else
    hex(std::int64_t(modifiedAt(stat)));
  *to++ = '"';
  return String::copyOf(tag, std::size_t(to - tag));
}

}  // namespace nodecpp::http::detail
