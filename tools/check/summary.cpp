#include "summary.h"

#include "types.h"
#include "walker.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace check {

using namespace clang;

namespace {

// Returns the linker name of a function. The name of a function with internal linkage is preceded by its file's name,
// because several files may have functions of the same name.
std::string linkName(const FunctionDecl* function) {
  static llvm::DenseMap<const FunctionDecl*, std::string> known;
  const auto [place, isNew] = known.try_emplace(function->getCanonicalDecl());
  if (!isNew) return place->second;
  ASTContext& context = function->getASTContext();
  static ASTNameGenerator names(context);
  std::string name = names.getName(function);
  if (!function->isExternallyVisible()) {
    const auto& sources = context.getSourceManager();
    name = sources.getFileEntryRefForID(sources.getMainFileID())->getName().rsplit('/').second.str() + "|" + name;
  }
  return known[function->getCanonicalDecl()] = name;
}

// Returns whether the function only stores, copies, traces or releases other functions. Such a function works on their
// addresses without calling them.
bool onlyStoresArgument(const FunctionDecl* function) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (!method) return false;
  const std::string of = nameOf(method->getParent());
  static const llvm::StringSet<> keepers = {"nodecpp::Function", "nodecpp::Handle", "nodecpp::let", "nodecpp::detail::Tracer",
                                            "nodecpp::detail::CycleCollector", "nodecpp::LoopLocal", "nodecpp::perThread"};
  return keepers.contains(of) && method->getOverloadedOperator() != OO_Call;
}
// Returns whether pointers of this type are in tables for tracing, copying and destroying objects, or are turns of the
// loop itself, which no other function calls.
bool isBookkeepingType(StringRef type) {
  return type == "*void (void *)" || type == "*void (void *) noexcept" || type == "*void *(void *)" || type.contains("Tracer") ||
         type.contains("exception_ptr");
}

std::string typeNode(QualType type) {
  if (type->isPointerType()) type = type->getPointeeType();
  return "*" + type.getCanonicalType().getUnqualifiedType().getAsString();
}

// Reports the functions that a call may lead to: their names to `name` (`!` for the program), and those that are known
// to `called`.
void targets(const Expr* expression, llvm::function_ref<void(std::string)> name, llvm::function_ref<void(const FunctionDecl*)> called) {
  auto add = [&](const FunctionDecl* function) {
    name(linkName(function));
    called(function);
  };
  auto closure = [&](const Expr* argument) {
    const auto* record = recordOf(argument->getType());
    if (!record) return;
    if (const std::string of = nameOf(record); of == "nodecpp::Function" || of == "std::function") return name("!");
    if (!record->isLambda()) return;
    const auto* call = record->getLambdaCallOperator();
    if (const auto* pattern = record->getDependentLambdaCallOperator())
      for (const auto* each : pattern->specializations()) add(each);
    else if (call)
      add(call);
  };
  if (const auto* made = dyn_cast<CXXConstructExpr>(expression)) {
    if (!isStd(made->getConstructor()) && !onlyStoresArgument(made->getConstructor())) add(made->getConstructor());
    return;
  }
  const auto* call = dyn_cast<CallExpr>(expression);
  if (!call || call->isTypeDependent() || isa<CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParenImpCasts())) return;
  const auto* function = call->getDirectCallee();
  if (!function) {
    if (isa<CXXMemberCallExpr>(call)) return name("!");
    const std::string type = typeNode(call->getCallee()->IgnoreParenImpCasts()->getType());
    return isBookkeepingType(type) ? void() : name(type);
  }
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (isStd(function)) {
    const std::string of = method ? nameOf(method->getParent()) : std::string();
    if (of == "std::function" && method->getOverloadedOperator() == OO_Call) name("!");
    if (of == "std::coroutine_handle" && (method->getOverloadedOperator() == OO_Call || method->getNameAsString() == "resume")) name("!");
    // A method of std that keeps a closure does not call it.
    if (!method || StringRef(of).starts_with("std::ranges::"))
      for (const auto* argument : call->arguments()) closure(argument);
    return;
  }
  // A program may override a virtual method of an object class, so a call of such a method may run the program.
  if (method && method->isVirtual() && isObjectClass(method->getParent()) && !method->isConst() && !method->hasAttr<FinalAttr>() &&
      isNodecpp(method) && !isa<CXXDestructorDecl>(method)) {
    const auto* member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
    if (!member || !member->hasQualifier()) name("!");
  }
  if (method && method->getOverloadedOperator() == OO_Call && nameOf(method->getParent()) == "nodecpp::Function") return name("!");
  if (!onlyStoresArgument(function)) add(function);
}

class Calls {
 public:
  explicit Calls(llvm::raw_ostream& out) : out_(out) {}

  void context(const DeclContext* context) {
    for (const auto* each : context->decls()) declaration(each);
  }
  void declaration(const Decl* decl) {
    if (const auto* function = dyn_cast<FunctionDecl>(decl)) {
      wanted_.push_back(function);
    } else if (const auto* pattern = dyn_cast<FunctionTemplateDecl>(decl)) {
      for (const auto* each : pattern->specializations()) wanted_.push_back(each);
    } else if (const auto* pattern = dyn_cast<ClassTemplateDecl>(decl)) {
      for (const auto* each : pattern->specializations()) context(each);
    } else if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(decl)) {
      if (const auto* space = dyn_cast<NamespaceDecl>(decl); !space || !space->isStdNamespace()) context(cast<DeclContext>(decl));
    } else if (const auto* variable = dyn_cast<VarDecl>(decl); variable && variable->getInit()) {
      statement(variable->getInit(), nullptr);  // the initial value may be a table of functions
    }
  }
  void finish() {
    while (!wanted_.empty()) {
      const auto* function = wanted_.back();
      wanted_.pop_back();
      const FunctionDecl* defined = nullptr;
      if (function->isDependentContext() || isStd(function) || !function->hasBody(defined) || !seen_.insert(defined).second) continue;
      const std::string name = linkName(defined);
      llvm::StringSet<> called;
      if (const auto* constructor = dyn_cast<CXXConstructorDecl>(defined))
        for (const auto* init : constructor->inits()) statement(init->getInit(), &called);
      statement(ownBody(defined), &called);
      out_ << name;
      for (const auto& each : called) out_ << "\t" << each.getKey();
      out_ << "\n";
      if (const auto* method = dyn_cast<CXXMethodDecl>(defined))
        for (const auto* base : method->overridden_methods()) out_ << linkName(base) << "\t" << name << "\n";
    }
  }

 private:
  void statement(const Stmt* statement, llvm::StringSet<>* called) {
    if (!statement) return;
    if (const auto* closure = dyn_cast<LambdaExpr>(statement)) {
      wanted_.push_back(closure->getCallOperator());
      if (const auto* pattern = closure->getCallOperator()->getDescribedFunctionTemplate())
        for (const auto* each : pattern->specializations()) wanted_.push_back(each);
      for (const auto* init : closure->capture_inits()) this->statement(init, called);
      return;
    }
    const Expr* callee = nullptr;
    if (const auto* expression = dyn_cast<Expr>(statement)) {
      targets(expression, [&](std::string name) { if (called) called->insert(name); }, [&](const FunctionDecl* function) { wanted_.push_back(function); });
      if (const auto* call = dyn_cast<CallExpr>(expression)) {
        callee = call->getCallee();
        // A closure without captures is converted to the address of a function.
        if (const auto* conversion = dyn_cast_or_null<CXXConversionDecl>(call->getCalleeDecl());
            conversion && conversion->getParent()->isLambda() && !conversion->getParent()->isGenericLambda())
          taken(conversion->getParent()->getLambdaCallOperator(), conversion->getConversionType());
      }
      if (const auto* named = dyn_cast<DeclRefExpr>(expression))
        if (const auto* function = dyn_cast<FunctionDecl>(named->getDecl())) taken(function, function->getType());
    }
    for (const Stmt* child : statement->children())
      if (!callee || child != callee || !isa<DeclRefExpr>(callee->IgnoreParenImpCasts())) this->statement(child, called);
  }
  void taken(const FunctionDecl* function, QualType type) {
    if (isStd(function)) return;
    wanted_.push_back(function);
    if (taken_.insert(function->getCanonicalDecl()).second) out_ << typeNode(type) << "\t" << linkName(function) << "\n";
  }

  llvm::raw_ostream& out_;
  std::vector<const FunctionDecl*> wanted_;
  llvm::DenseSet<const FunctionDecl*> seen_, taken_;
};

llvm::StringSet<>& runs() {
  static llvm::StringSet<> names;
  return names;
}
bool known = false;

}  // namespace

std::string writeCalls(ASTContext& context, const std::vector<Decl*>& declared, StringRef file) {
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  if (error) return "cannot write " + file.str() + ": " + error.message();
  Calls calls(out);
  for (const auto* each : declared) calls.declaration(each);
  calls.finish();
  return {};
}

std::string readRuns(StringRef file) {
  const auto read = llvm::MemoryBuffer::getFile(file, true);
  if (!read) return "cannot read " + file.str() + ": " + read.getError().message();
  llvm::SmallVector<StringRef> lines;
  (*read)->getBuffer().split(lines, '\n', -1, false);
  for (const auto line : lines) runs().insert(line);
  known = true;
  return {};
}

bool knowsRuns() { return known; }

bool mayRun(const FunctionDecl* function) { return runs().contains(linkName(function)); }

bool mayRunBy(const Expr* call) {
  bool found = false;
  targets(call, [&](std::string name) { found |= name == "!" || runs().contains(name); }, [](const FunctionDecl*) {});
  return found;
}

}  // namespace check
