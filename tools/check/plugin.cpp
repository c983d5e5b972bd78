// nodecpp-check: a plugin of clang 19. clang++-19 -fplugin=nodecpp_check.so program.cpp checks while it compiles.
//
// Options, each as -fplugin-arg-nodecpp-OPTION:
//   off=NC012, off=view-capture    switches that rule off
//   warn                           reports findings as warnings
//   time                           prints how long the check took
//   summary                        prints how many NODECPP_UNSAFE there are, and where
//   max-unsafe=N                   makes more than N of them an error
//   sarif=FILE                     writes the findings to FILE as SARIF 2.1.0
//   allow=FILE                     names functions that rules 38 to 45 accept, one a line: name, or name* for a prefix
//   library=FOLDER/                does not examine the files in FOLDER
//   calls=FILE, runs=FILE          for Node.cpp's own files: the calls, and who may run the program (summary.h);
//                                  headers are examined as well
#include "summary.h"
#include "walker.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>

namespace check {

using namespace clang;

namespace {

class Consumer : public ASTConsumer {
 public:
  explicit Consumer(Options options) : options_(std::move(options)) {}

  // Collects the declarations of the compiled file itself, without those from a precompiled header.
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (auto* each : group) declared_.push_back(each);
    return true;
  }

  void HandleTranslationUnit(ASTContext& context) override {
    // A file that does not compile has no meaning that could be checked.
    if (context.getDiagnostics().hasUncompilableErrorOccurred()) return;
    if (!options_.calls.empty()) {
      if (const std::string wrong = writeCalls(context, declared_, options_.calls); !wrong.empty()) llvm::errs() << wrong << "\n";
      return;
    }
    const auto start = std::chrono::steady_clock::now();
    Reporter reporter(context, options_);
    Unit unit{context, reporter, options_};
    Walker walker(unit);
    for (const auto* each : declared_) walker.declaration(each);
    reporter.finish();
    if (options_.time) {
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
      llvm::errs() << "nodecpp-check: " << int(took.count() + 0.5) << " ms\n";
    }
  }

 private:
  Options options_;
  std::vector<Decl*> declared_;
};

class Action : public PluginASTAction {
 protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<Consumer>(options_);
  }
  // The plugin runs before code generation, so that a refused file costs no time for it.
  ActionType getActionType() override { return AddBeforeMainAction; }

  bool ParseArgs(const CompilerInstance& compiler, const std::vector<std::string>& arguments) override {
    for (llvm::StringRef each : arguments)
      if (const std::string wrong = take(each); !wrong.empty()) {
        auto& diagnostics = compiler.getDiagnostics();
        diagnostics.Report(diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "nodecpp-check: %0")) << wrong;
        return false;
      }
    return true;
  }

 private:
  std::string take(llvm::StringRef argument) {
    const auto [name, value] = argument.split('=');
    if (name == "off") {
      const Rule rule = ruleCalled(value);
      if (rule == Rule::count) return "there is no rule " + value.str();
      options_.off[unsigned(rule)] = true;
    } else if (name == "warn") {
      options_.warnOnly = true;
    } else if (name == "time") {
      options_.time = true;
    } else if (name == "calls") {
      options_.calls = value.str();
    } else if (name == "runs") {
      return readRuns(value);
    } else if (name == "summary") {
      options_.summary = true;
    } else if (name == "max-unsafe") {
      if (value.getAsInteger(10, options_.maxUnsafe)) return "max-unsafe=" + value.str() + " is no number";
    } else if (name == "sarif") {
      options_.sarif = value.str();
    } else if (name == "allow") {
      return allow(value);
    } else if (name == "library") {
      options_.libraries.push_back(value.str());
    } else {
      return "there is no option " + name.str();
    }
    return {};
  }

  std::string allow(llvm::StringRef file) {
    const auto read = llvm::MemoryBuffer::getFile(file, true);
    if (!read) return "cannot read " + file.str() + ": " + read.getError().message();
    llvm::SmallVector<llvm::StringRef> lines;
    (*read)->getBuffer().split(lines, '\n');
    for (auto line : lines)
      if (const auto name = line.split('#').first.trim(); !name.empty()) options_.allowed.push_back(name.str());
    return {};
  }

  Options options_;
};

}  // namespace

}  // namespace check

static clang::FrontendPluginRegistry::Add<check::Action> added("nodecpp", "checks programs of Node.cpp for memory safety");
