// Says what was found: as the compiler's own errors, and as a file in SARIF. What NODECPP_UNSAFE("reason") stands before is
// left out, and counted.
#pragma once

#include "rules.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/DenseSet.h>

#include <bitset>
#include <string>
#include <vector>

namespace check {

struct Options {
  std::bitset<ruleCount> off;
  bool warnOnly = false;       // findings are warnings
  bool time = false;           // says how long it took
  bool summary = false;        // says how many NODECPP_UNSAFE there are
  long maxUnsafe = -1;         // more NODECPP_UNSAFE than that are an error
  std::string calls;           // the file to write who calls whom to, and nothing else is asked
  std::string sarif;           // the file to write
  std::vector<std::string> allowed;  // names of functions, of those that project allows
  std::vector<std::string> libraries;  // folders whose files are nobody's own
};

class Reporter {
 public:
  Reporter(clang::ASTContext& context, const Options& options);

  // Whether the place is in the program's own files: not in the system's, and not in the library's.
  bool isOwn(clang::SourceLocation where);
  // `name` is what the message is about.
  void found(Rule rule, clang::SourceLocation where, llvm::StringRef name = "", clang::SourceRange range = {},
             clang::SourceLocation since = {}, const clang::FixItHint* fix = nullptr);
  // From here to there the rules are off.
  void trusts(clang::SourceRange range, llvm::StringRef reason);
  void finish();

 private:
  struct Trusted {
    clang::FileID file;
    unsigned begin, end;
    std::string reason;
    clang::SourceLocation where;
  };
  struct Finding {
    Rule rule;
    clang::SourceLocation where;
    std::string message;
  };
  bool isTrusted(clang::SourceLocation where) const;
  void writeSarif();

  clang::ASTContext& context_;
  clang::SourceManager& sources_;
  const Options& options_;
  std::vector<Trusted> trusted_;
  std::vector<Finding> findings_;
  llvm::DenseSet<std::pair<unsigned, unsigned>> seen_;
  llvm::DenseMap<clang::FileID, bool> own_;
};

}  // namespace check
