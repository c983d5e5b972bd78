// Reports findings as errors of the compiler and as a SARIF file. Findings in a statement or declaration that is marked
// NODECPP_UNSAFE("reason") are left out, and the marks are counted.
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
  bool warnOnly = false;       // findings are warnings instead of errors
  bool time = false;           // prints how long the check took
  bool summary = false;        // prints the number of NODECPP_UNSAFE marks
  long maxUnsafe = -1;         // a larger number of NODECPP_UNSAFE marks is an error; -1 means no limit
  std::string calls;           // the file for the list of calls (summary.h); when it is set, no rule is checked
  std::string sarif;           // the path of the SARIF file; empty when none is written
  // names of functions and types that the project permits although a rule refuses them
  std::vector<std::string> allowed;
  std::vector<std::string> libraries;  // folders of third-party code, which is not examined
};

class Reporter {
 public:
  Reporter(clang::ASTContext& context, const Options& options);

  // Returns whether the place is in the program's own files, which excludes system headers and the library.
  bool isOwn(clang::SourceLocation where);
  // Reports a finding of `rule` at `where`. `name` replaces %0 in the rule's message. `since` is the statement that
  // made the use wrong, and is added as a note.
  void found(Rule rule, clang::SourceLocation where, llvm::StringRef name = "", clang::SourceRange range = {},
             clang::SourceLocation since = {}, const clang::FixItHint* fix = nullptr);
  // Switches the rules off in this range of the source, because it is marked NODECPP_UNSAFE.
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
