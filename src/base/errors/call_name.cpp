#include <string>
#include <vector>

#include "base/errors/call_stack.h"

namespace nodecpp::detail {

namespace {

constexpr std::string_view operators[] = {"()", "[]", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"};
// A character that stands for the name of a lambda, which compilers write in several ways.
constexpr char lambdaMark = 1;
// The first of the characters that replace an operator of the list above, so that its signs are not taken for brackets.
constexpr char firstOperator = 2;

bool isWord(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

void replaceAll(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) text.replace(at, what.size(), by);
}

// Replaces the sign of each operator by one character: "operator()" becomes "operator" and a mark.
void markOperators(std::string& text) {
  for (std::size_t at = 0; (at = text.find("operator", at)) != text.npos;) {
    const bool alone = at == 0 || !isWord(text[at - 1]);
    at += 8;
    if (!alone) continue;
    for (std::size_t i = 0; i < std::size(operators); ++i)
      if (text.compare(at, operators[i].size(), operators[i]) == 0) {
        text.replace(at, operators[i].size(), 1, char(firstOperator + i));
        break;
      }
  }
}

// Removes brackets and their contents: parameters, template arguments and the compiler's remarks. Braces are the name
// of a lambda.
std::string withoutBrackets(std::string_view text) {
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '<' || c == '[' || c == '{') {
      if (depth++ == 0 && c == '{') out += lambdaMark;
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && !(i > 0 && text[i - 1] == '-'))) {
      if (depth > 0) --depth;
    } else if (depth == 0) {
      out += c;
    }
  }
  return out;
}

// Returns where the name itself begins, after the result type.
std::size_t nameBegins(const std::string& text) {
  // The name of a conversion operator such as "operator bool" contains a space.
  const std::size_t conversion = text.find("operator ");
  const std::size_t space = text.rfind(' ', conversion);
  return space == text.npos ? 0 : space + 1;
}

std::vector<std::string> parts(const std::string& name) {
  std::vector<std::string> out;
  std::size_t at = 0;
  for (std::size_t next = 0; (next = name.find("::", at)) != name.npos; at = next + 2) out.push_back(name.substr(at, next - at));
  out.push_back(name.substr(at));
  return out;
}

bool isLambda(const std::string& part) {
  return part.starts_with(lambdaMark) || part.starts_with("$_") || part.starts_with("'lambda");
}

}  // namespace

String callName(std::string_view function) {
  std::string text(function);
  replaceAll(text, "(anonymous namespace)::", "");
  replaceAll(text, "(anonymous class)", "{}");
  markOperators(text);
  text = withoutBrackets(text);
  replaceAll(text, " const::", "::");
  while (!text.empty() && (text.back() == ' ' || text.back() == '&')) text.pop_back();
  for (std::string_view last : {" const", " volatile", " noexcept"})
    if (text.ends_with(last)) text.resize(text.size() - last.size());
  std::vector<std::string> names = parts(text.substr(nameBegins(text)));
  const std::string call = std::string("operator") + char(firstOperator);
  const bool called = names.back() == call || names.back() == "__invoke";
  // In debugging information, the name of a lambda's function does not mention the lambda.
  if (called && (names.size() == 1 || isLambda(names[names.size() - 2]))) return "";
  std::erase_if(names, isLambda);
  std::string out;
  if (names.size() >= 2 && names.back() == names[names.size() - 2]) {
    out = "new ";
    names.pop_back();
  }
  for (std::size_t i = 0; i < names.size(); ++i) out += (i ? "::" : "") + names[i];
  for (std::size_t i = 0; i < std::size(operators); ++i)
    replaceAll(out, std::string(1, char(firstOperator + i)), operators[i]);
  return String::copyOf(out.data(), out.size());
}

}  // namespace nodecpp::detail
