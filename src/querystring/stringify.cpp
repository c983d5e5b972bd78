#include <cmath>
#include <string>

#include "querystring/parsed_query.h"
#include "querystring/percent_codec.h"

namespace nodecpp::querystring {

namespace {

constexpr detail::Unescaped keepInQuery = detail::unescapedSet("!-._~'()*");

class Writer {
 public:
  Writer(StringArg sep, StringArg eq, const Function<String(String)>& encode) : sep_(sep), eq_(eq), encode_(encode) {}

  void member(const String& key, const Lookup& value) {
    std::size_t before = out_.size();
    if (!out_.empty()) out_ += detail::view(sep_);
    std::size_t from = out_.size();
    put(key);
    out_ += detail::view(eq_);
    if (!value.isArray()) return put(printed(value));
    if (value.length() == 0) return out_.resize(before);
    const std::string name = out_.substr(from);
    put(value[0].toString());
    for (std::ptrdiff_t i = 1; i < value.length(); ++i) {
      out_ += detail::view(sep_);
      out_ += name;
      put(value[i].toString());
    }
  }
  String result() const { return out_; }

 private:
  static String printed(const Lookup& value) {
    bool nothing = value == nullptr || (value.kind() == Lookup::Kind::number && !std::isfinite(value.toNumber()));
    return nothing ? String() : value.toString();
  }
  void put(const String& text) {
    if (encode_)
      out_ += detail::view(encode_(text));
    else
      detail::encode(out_, detail::view(text), keepInQuery);
  }

  // An encoder of the program's may assign to the variables that these came from.
  String sep_, eq_;
  const Function<String(String)>& encode_;
  std::string out_;
};

}  // namespace

String stringify(const ParsedUrlQuery& query, Separator sep, Separator eq, const StringifyOptions& options) {
  // The copy keeps the query alive, because the program's encoder may drop it.
  ParsedUrlQuery held = query;
  Writer writer(sep.orDefault("&"), eq.orDefault("="), options.encodeURIComponent);
  for (std::ptrdiff_t i = 0; i < held.size(); ++i) {
    ParsedUrlQuery::Entry entry = held.data()->entries[std::size_t(i)];
    writer.member(entry.key, entry.value);
  }
  return writer.result();
}

}  // namespace nodecpp::querystring
