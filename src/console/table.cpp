// Implements console.table.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "base/containers/vector_of.h"
#include "console/console_environment.h"
#include "util/quoted_text.h"
#include "util/value_node.h"

namespace nodecpp {

namespace {

using util::Value;
using Kind = Value::Kind;
using detail::described;
using Column = std::vector<String>;

bool isObject(const Value& value) { return !value.isPrimitive(); }

// Returns JavaScript's enumerable own properties. For arrays and Buffers these include the elements.
std::vector<util::Property> entriesOf(const Value& value) {
  std::vector<util::Property> out;
  if (value.kind() == Kind::array)
    for (const auto& [element, unused] : value.node()->items) out.push_back({str(out.size()), element});
  if (value.kind() == Kind::buffer)
    for (std::size_t i = 0; i < value.node()->buffer.size(); ++i) out.push_back({str(i), int(value.node()->buffer[i])});
  for (const auto& property : detail::propertiesOf(value))
    if (!property.hidden) out.push_back({property.key, property.value});
  return out;
}

String cell(detail::ConsoleState& to, const Value& given) {
  Value value = described(given);
  bool isList = value.kind() == Kind::array || value.kind() == Kind::buffer;
  bool large = isObject(value) && value.kind() != Kind::function && !isList && entriesOf(value).size() > 2;
  util::InspectOptions options = to.options(1);
  options.depth = large ? -1 : 0;
  options.maxArrayLength = 3;
  options.breakLength = INFINITY;
  return util::inspect(value, options);
}

Column indexColumn(detail::ConsoleState& to, std::size_t length) {
  Column out;
  for (std::size_t i = 0; i < length; ++i) out.push_back(cell(to, double(i)));
  return out;
}

void print(detail::ConsoleState& to, const std::vector<String>& head, const std::vector<Column>& columns) {
  to.line(1, detail::renderTable(head, columns));
}

// Prints a Map or a Set, for which Node uses a table of another form. Returns false for any other value.
bool printCollection(detail::ConsoleState& to, const Value& data) {
  if (data.kind() != Kind::map && data.kind() != Kind::set) return false;
  bool isMap = data.kind() == Kind::map;
  Column keys, values;
  for (const auto& [first, second] : data.node()->items) {
    keys.push_back(cell(to, first));
    values.push_back(cell(to, isMap ? second : first));
  }
  if (isMap)
    print(to, {"(iteration index)", "Key", "Values"}, {indexColumn(to, keys.size()), keys, values});
  else
    print(to, {"(iteration index)", "Values"}, {indexColumn(to, keys.size()), values});
  return true;
}

void printRows(detail::ConsoleState& to, const Value& data, const std::vector<String>* wanted) {
  auto rows = entriesOf(data);
  // Maps the names of columns to their numbers. An object Value is used because it keeps the names in JavaScript's
  // order of properties.
  Value names = Value::of(Kind::object);
  std::vector<Column> columns;
  Column indices, primitives(rows.size());
  bool hasPrimitives = false;
  auto columnOf = [&](const String& name) -> Column& {
    for (const auto& property : names.node()->properties)
      if (property.key == name) return columns[std::size_t(property.value.number())];
    NODECPP_ASSERT(names.node()->properties.size() == columns.size(), names.node()->properties.size(), columns.size());
    names.set(name, double(columns.size()));
    return columns.emplace_back(rows.size());
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    indices.push_back(rows[i].key);
    Value row = described(rows[i].value);
    bool primitive = !isObject(row);
    if (primitive && !wanted) {
      hasPrimitives = true;
      primitives[i] = cell(to, row);
      continue;
    }
    auto fields = primitive ? std::vector<util::Property>() : entriesOf(row);
    if (!wanted) {
      for (const auto& field : fields) columnOf(field.key)[i] = cell(to, field.value);
      continue;
    }
    for (const String& name : *wanted) {
      auto field = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.key == name; });
      Column& column = columnOf(name);
      if (field != fields.end()) column[i] = cell(to, field->value);
    }
  }
  std::vector<String> head{"(index)"};
  std::vector<Column> body{indices};
  for (const auto& property : names.node()->properties) {
    head.push_back(property.key);
    body.push_back(columns[std::size_t(property.value.number())]);
  }
  if (hasPrimitives) {
    head.push_back("Values");
    body.push_back(primitives);
  }
  print(to, head, body);
}

}  // namespace

void detail::ConsoleState::table(const Value& given, const Array<String>* columns) {
  Value data = described(given);
  if (data.kind() == Kind::string) return line(1, data.text());
  if (!isObject(data) || data.kind() == Kind::function || data.kind() == Kind::raw) return format(1, &given, 1);
  if (printCollection(*this, data)) return;
  if (!columns) return printRows(*this, data, nullptr);
  const std::vector<String> wanted = detail::vectorOf(*columns);
  printRows(*this, data, &wanted);
}

String detail::renderTable(const std::vector<String>& head, const std::vector<std::vector<String>>& columns) {
  NODECPP_ASSERT(head.size() == columns.size(), head.size(), columns.size());
  std::vector<std::size_t> widths;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < head.size(); ++i) {
    std::size_t width = displayWidth(view(head[i]));
    for (const String& text : columns[i]) width = std::max(width, displayWidth(view(text)));
    widths.push_back(width);
    rows = std::max(rows, columns[i].size());
  }
  auto rule = [&](const char* left, const char* middle, const char* right) {
    std::string out = left;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (i) out += middle;
      for (std::size_t n = widths[i] + 2; n > 0; --n) out += "─";
    }
    return out + right;
  };
  auto line = [&](auto textOf) {
    std::string out = "│ ";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (i) out += " │ ";
      String text = textOf(i);
      NODECPP_ASSERT(displayWidth(view(text)) <= widths[i], i, widths[i]);
      out += view(text);
      out.append(widths[i] - displayWidth(view(text)), ' ');
    }
    return out + " │\n";
  };
  std::string out = rule("┌", "┬", "┐") + "\n";
  out += line([&](std::size_t i) { return head[i]; });
  out += rule("├", "┼", "┤") + "\n";
  for (std::size_t row = 0; row < rows; ++row)
    out += line([&](std::size_t i) { return row < columns[i].size() ? columns[i][row] : String(); });
  out += rule("└", "┴", "┘");
  return text(out);
}

}  // namespace nodecpp
