// What console.log prints of a query.
#pragma once

#include <nodecpp/querystring.h>

namespace nodecpp::querystring::detail {

// `indent`: the column the object begins in, as it counts for its line breaks.
String inspect(const ParsedUrlQuery& query, std::size_t indent);
// null, a quoted string, a list.
String inspect(const Lookup& value, std::size_t indent);

// Node's layout of an object's printed members: one line where it fits, else one line each. `breakable` is whether one
// line is allowed at all.
String layOut(StringArg open, StringArg close, const std::vector<String>& members, std::size_t indent, bool breakable);

}  // namespace nodecpp::querystring::detail
