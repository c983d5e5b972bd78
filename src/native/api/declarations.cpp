// The .d.ts file of a module: TypeScript declarations of its exports.
#include <nodecpp/native/exports.h>

#include <string>
#include <string_view>

namespace nodecpp::native {

namespace detail {

void Types::nameClass(const void* key, std::string_view name) { named_.push_back({key, std::string(name)}); }

std::string_view Types::nameOf(const void* key) const {
  for (const Named& one : named_)
    if (one.key == key) return one.name;
  // The module does not export this class.
  return "unknown";
}

bool Types::begin(const void* key, std::string_view name) {
  for (const Named& one : named_)
    if (one.key == key) return false;
  // Structs of the same name in different namespaces get different names here.
  std::string unique(name);
  auto taken = [&] {
    for (const Named& one : named_)
      if (one.name == unique) return true;
    return false;
  };
  for (int i = 2; taken(); ++i) unique = std::string(name) + std::to_string(i);
  named_.push_back({key, unique});
  return true;
}

void Types::end(const void* key, const std::string& body) {
  interfaces_ += "export interface " + std::string(nameOf(key)) + " {\n" + body + "}\n";
}

std::string Types::text() const {
  return "// Made by nodecpp_add_node_module.\n" + std::string(node_ ? "/// <reference types=\"node\" />\n" : "") +
         interfaces_ + declarations_;
}

namespace {

void describeClass(Types& types, const ClassRecord& record) {
  types << "export class " << record.name << " {\n";
  if (record.describe) {
    types << "  constructor(";
    record.describe(types, record);
    types << ");\n";
  } else {
    types << "  private constructor();\n";
  }
  for (const FunctionRecord& member : record.members) {
    types << "  " << (member.isStatic ? "static " : "");
    if (member.kind == FunctionRecord::Kind::getter)
      types << "get " << member.name << "(): ";
    else if (member.kind == FunctionRecord::Kind::setter)
      types << "set " << member.name;
    else
      types << member.name;
    member.describe(types, member);
    types << ";\n";
  }
  types << "}\n";
}

}  // namespace

const char* declarationsOf(void (*fill)(Exports& exports)) {
  static const std::string text = [&] {
    Exports exports;
    fill(exports);
    return exports.declarations();
  }();
  return text.c_str();
}

}  // namespace detail

std::string Exports::declarations() const {
  detail::Types types;
  for (const auto& record : classes) types.nameClass(record->key, record->name);
  for (const detail::FunctionRecord& record : functions) {
    types << "export function " << record.name;
    record.describe(types, record);
    types << ";\n";
  }
  for (const auto& record : classes) detail::describeClass(types, *record);
  return types.text();
}

}  // namespace nodecpp::native
