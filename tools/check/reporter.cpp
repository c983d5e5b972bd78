#include "reporter.h"

#include "summary.h"

#include <clang/Lex/Lexer.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace check {

using namespace clang;

static std::string numberOf(const RuleText& text) {
  char number[8];
  std::snprintf(number, sizeof number, "NC%03u", text.number);
  return number;
}

Reporter::Reporter(ASTContext& context, const Options& options)
    : context_(context), sources_(context.getSourceManager()), options_(options) {}

bool Reporter::isOwn(SourceLocation where) {
  if (where.isInvalid()) return false;
  // A macro of the library belongs to the library, even where the program uses it.
  if (where.isMacroID()) {
    const SourceLocation spelled = sources_.getSpellingLoc(where);
    if (sources_.isWrittenInScratchSpace(spelled)) return false;
    if (!isOwn(spelled)) return false;
  }
  where = sources_.getExpansionLoc(where);
  const FileID file = sources_.getFileID(where);
  const auto [place, isNew] = own_.try_emplace(file, false);
  if (!isNew) return place->second;
  bool own = !sources_.isInSystemHeader(where);
  if (own) {
    const StringRef name = sources_.getFilename(where);
    own = !name.empty() && (knowsRuns() || !name.contains("include/nodecpp/"));
    for (const auto& folder : options_.libraries)
      if (name.starts_with(folder)) own = false;
  }
  own_[file] = own;
  return own;
}

bool Reporter::isTrusted(SourceLocation where) const {
  const auto [file, offset] = sources_.getDecomposedLoc(sources_.getExpansionLoc(where));
  for (const Trusted& each : trusted_)
    if (each.file == file && each.begin <= offset && offset <= each.end) return true;
  return false;
}

void Reporter::trusts(SourceRange range, StringRef reason) {
  const auto [file, begin] = sources_.getDecomposedLoc(sources_.getExpansionLoc(range.getBegin()));
  const auto [last, end] = sources_.getDecomposedLoc(sources_.getExpansionRange(range.getEnd()).getEnd());
  for (const Trusted& each : trusted_)
    // The range was already added for another instance of the same template.
    if (each.file == file && each.begin == begin) return;
  trusted_.push_back({file, begin, file == last ? end : begin, reason.str(), sources_.getExpansionLoc(range.getBegin())});
}

void Reporter::found(Rule rule, SourceLocation where, StringRef name, SourceRange range, SourceLocation since,
                     const FixItHint* fix) {
  if (options_.off[unsigned(rule)] || where.isInvalid() || !isOwn(where) || isTrusted(where)) return;
  where = sources_.getExpansionLoc(where);
  if (!seen_.insert({unsigned(rule), where.getRawEncoding()}).second) return;
  const RuleText& text = textOf(rule);
  const std::string subject = name.empty() ? std::string("this") : "'" + name.str() + "'";
  std::string message = text.message;
  for (std::size_t at = 0; (at = message.find("%0", at)) != std::string::npos; at += subject.size())
    message.replace(at, 2, subject);
  const std::string number = numberOf(text);
  findings_.push_back({rule, where, message});
  auto& diagnostics = context_.getDiagnostics();
  const auto level = text.strength == Strength::reports ? DiagnosticsEngine::Remark
                     : options_.warnOnly                ? DiagnosticsEngine::Warning
                                                        : DiagnosticsEngine::Error;
  {
    auto report = diagnostics.Report(where, diagnostics.getCustomDiagID(level, "%0 [nodecpp-check: %1 %2]"));
    report << message << number << text.name;
    if (range.isValid()) report << CharSourceRange::getTokenRange(range);
    if (fix) report << *fix;
  }
  if (since.isValid())
    diagnostics.Report(sources_.getExpansionLoc(since),
                       diagnostics.getCustomDiagID(DiagnosticsEngine::Note, "since this one"));
}

void Reporter::finish() {
  auto& diagnostics = context_.getDiagnostics();
  if (options_.summary)
    for (const Trusted& each : trusted_)
      diagnostics.Report(each.where, diagnostics.getCustomDiagID(DiagnosticsEngine::Remark, "unsafe: %0")) << each.reason;
  if (options_.maxUnsafe >= 0 && trusted_.size() > std::size_t(options_.maxUnsafe))
    diagnostics.Report(trusted_[std::size_t(options_.maxUnsafe)].where,
                       diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                   "this file has %0 NODECPP_UNSAFE, and at most %1 are allowed [nodecpp-check]"))
        << unsigned(trusted_.size()) << int(options_.maxUnsafe);
  if (options_.summary)
    llvm::errs() << "nodecpp-check: " << findings_.size() << " found, " << trusted_.size() << " unsafe\n";
  if (!options_.sarif.empty()) writeSarif();
}

// Writes the findings as SARIF 2.1.0, which CI services and editors can read.
void Reporter::writeSarif() {
  llvm::json::Array rules, results;
  for (unsigned i = 0; i < ruleCount; i++) {
    const RuleText& text = textOf(Rule(i));
    const std::string number = numberOf(text);
    rules.push_back(llvm::json::Object{{"id", number}, {"name", text.name},
                                       {"shortDescription", llvm::json::Object{{"text", text.message}}}});
  }
  for (const Finding& each : findings_) {
    const PresumedLoc place = sources_.getPresumedLoc(each.where);
    const std::string number = numberOf(textOf(each.rule));
    results.push_back(llvm::json::Object{
        {"ruleId", number},
        {"ruleIndex", unsigned(each.rule)},
        {"level", textOf(each.rule).strength == Strength::reports ? "note" : "error"},
        {"message", llvm::json::Object{{"text", each.message}}},
        {"locations",
         llvm::json::Array{llvm::json::Object{
             {"physicalLocation",
              llvm::json::Object{
                  {"artifactLocation", llvm::json::Object{{"uri", place.isValid() ? place.getFilename() : ""}}},
                  {"region", llvm::json::Object{{"startLine", place.isValid() ? place.getLine() : 1},
                                                {"startColumn", place.isValid() ? place.getColumn() : 1}}}}}}}}});
  }
  llvm::json::Array unsafe;
  for (const Trusted& each : trusted_) {
    const PresumedLoc place = sources_.getPresumedLoc(each.where);
    unsafe.push_back(llvm::json::Object{{"line", place.isValid() ? place.getLine() : 0}, {"reason", each.reason}});
  }
  std::error_code error;
  llvm::raw_fd_ostream out(options_.sarif, error);
  if (error) {
    auto& diagnostics = context_.getDiagnostics();
    diagnostics.Report(diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "nodecpp-check cannot write %0: %1"))
        << options_.sarif << error.message();
    return;
  }
  out << llvm::json::Value(llvm::json::Object{
      {"version", "2.1.0"},
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"runs", llvm::json::Array{llvm::json::Object{
                   {"tool", llvm::json::Object{{"driver", llvm::json::Object{{"name", "nodecpp-check"}, {"rules", std::move(rules)}}}}},
                   {"properties", llvm::json::Object{{"unsafe", std::move(unsafe)}}},
                   {"results", std::move(results)}}}}})
      << "\n";
}

}  // namespace check
