// NC038 to NC045: rules about threads, clocks, files and functions that bypass the runtime.
#include "types.h"
#include "walker.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>

namespace check {

using namespace clang;

namespace {

Rule ruleOfType(const std::string& name, const CXXRecordDecl* record) {
  static const llvm::StringSet<> threads = {
      "std::thread", "std::jthread", "std::mutex", "std::recursive_mutex", "std::timed_mutex", "std::shared_mutex",
      "std::condition_variable", "std::condition_variable_any", "std::future", "std::promise", "std::shared_future",
      "std::packaged_task", "std::lock_guard", "std::unique_lock", "std::scoped_lock", "std::shared_lock", "std::latch",
      "std::barrier", "std::counting_semaphore", "std::once_flag", "std::stop_source", "std::stop_token",
      "std::recursive_timed_mutex", "std::shared_timed_mutex"};
  static const llvm::StringSet<> files = {
      "std::basic_ifstream", "std::basic_ofstream", "std::basic_fstream", "std::basic_filebuf", "std::filesystem::directory_iterator",
      "std::filesystem::recursive_directory_iterator", "std::basic_syncbuf", "_IO_FILE", "std::filesystem::directory_entry"};
  if (threads.contains(name)) return Rule::userThread;
  if (name == "std::atomic" || name == "std::atomic_ref" || name == "std::atomic_flag") return Rule::atomic;
  if (name == "std::random_device") return Rule::directRandom;
  if (files.contains(name)) return Rule::directFile;
  static const llvm::StringSet<> ordered = {"std::map", "std::set", "std::multimap", "std::multiset", "std::unordered_map",
                                            "std::unordered_set", "std::unordered_multimap", "std::unordered_multiset",
                                            "std::hash", "std::less", "std::greater"};
  if (ordered.contains(name)) {
    const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
    if (instance && instance->getTemplateArgs().size() && instance->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
        instance->getTemplateArgs()[0].getAsType()->isPointerType())
      return Rule::pointerOrder;
  }
  return Rule::count;
}

Rule ruleOfFunction(const FunctionDecl* function, const std::string& name) {
  const Rule byName =
      llvm::StringSwitch<Rule>(name)
          .Cases("std::async", "std::call_once", "std::lock", "std::this_thread::sleep_for", "std::this_thread::sleep_until",
                 "std::this_thread::get_id", "std::this_thread::yield", Rule::userThread)
          .Cases("std::atomic_thread_fence", "std::atomic_signal_fence", Rule::atomic)
          .Cases("std::chrono::system_clock::now", "std::chrono::steady_clock::now", "std::chrono::high_resolution_clock::now",
                 "std::chrono::utc_clock::now", "std::chrono::_V2::system_clock::now", "std::chrono::_V2::steady_clock::now",
                 "std::chrono::file_clock::now", "std::chrono::tai_clock::now", "std::chrono::current_zone", Rule::directClock)
          .Cases("time", "clock", "gettimeofday", "clock_gettime", "localtime", "gmtime", "mktime", "times", "timespec_get",
                 Rule::directClock)
          .Cases("rand", "srand", "random", "srandom", "drand48", "rand_r", "getrandom", "getentropy", "arc4random",
                 Rule::directRandom)
          .Cases("getenv", "setenv", "putenv", "unsetenv", "secure_getenv", "system", "exit", "_exit", "quick_exit", Rule::directEnvironment)
          .Cases("abort", "atexit", "signal", "sigaction", "raise", "kill", "fork", "getpid", "gethostname", "uname",
                 Rule::directEnvironment)
          .Cases("std::exit", "std::abort", "std::quick_exit", "std::atexit", "std::terminate", "std::signal", "std::set_terminate",
                 "std::getenv", "std::system", Rule::directEnvironment)
          .Cases("setjmp", "_setjmp", "__sigsetjmp", "longjmp", Rule::assembler)
          .Default(Rule::count);
  if (byName != Rule::count) return byName;
  const StringRef text = name;
  if (text.starts_with("pthread_") || text.starts_with("thrd_") || text.starts_with("mtx_")) return Rule::userThread;
  if (text.starts_with("std::filesystem::") && !text.starts_with("std::filesystem::path::") &&
      !text.starts_with("std::filesystem::__cxx11::path::"))
    return Rule::directFile;
  if (text == "std::print" || text == "std::println" || text == "printf" || text == "puts" || text == "fopen" || text == "fprintf")
    return Rule::directFile;
  return Rule::count;
}

// Returns whether this is a function of C that only computes and touches no memory.
bool isHarmless(const FunctionDecl* function) {
  static const llvm::StringSet<> more = {"abs",     "labs",    "llabs",   "div",     "isalpha", "isdigit", "isalnum", "isspace",
                                         "isupper", "islower", "ispunct", "isxdigit", "iscntrl", "isprint", "toupper", "tolower",
                                         "__assert_fail", "fabs", "fabsf", "lround", "llround", "rint", "scalbn", "frexp"};
  if (function->getBuiltinID()) {
    // Mathematical builtins are harmless. Builtins with addresses, such as memcpy and strlen, are not.
    for (const auto* parameter : function->parameters())
      if (isAddress(parameter->getType())) return false;
    return !isAddress(function->getReturnType());
  }
  return function->getIdentifier() && more.contains(function->getName());
}

bool isAllowed(const Unit& unit, const std::string& name) {
  for (const auto& each : unit.options.allowed) {
    if (each == name) return true;
    if (each.ends_with("*") && StringRef(name).starts_with(StringRef(each).drop_back())) return true;
  }
  return false;
}

// Returns whether the use is std::nan("") with a literal argument.
bool isNotANumber(const FunctionDecl* function, const Path& path) {
  if (!function->getIdentifier() || !(function->getName() == "nan" || function->getName() == "nanf")) return false;
  for (std::size_t i = path.size(); i-- > 0;) {
    if (const auto* call = dyn_cast<CallExpr>(path[i])) return call->getNumArgs() == 1 && isLiteralText(call->getArg(0));
    if (!isa<ImplicitCastExpr, ParenExpr>(path[i])) return false;
  }
  return false;
}

void called(Unit& unit, const FunctionDecl* function, SourceLocation where) {
  if (!function || unit.reporter.isOwn(function->getLocation())) return;
  const std::string name = nameOf(function);
  if (isAllowed(unit, name)) return;
  if (const Rule rule = ruleOfFunction(function, name); rule != Rule::count) return unit.reporter.found(rule, where, name);
  if (isStd(function) || isNodecpp(function) || function->isImplicit() || isHarmless(function)) return;
  if (isa<CXXMethodDecl>(function) && isa<ClassTemplateSpecializationDecl>(cast<CXXMethodDecl>(function)->getParent())) return;
  if (function->getOverloadedOperator() != OO_None || function->isReservedGlobalPlacementOperator()) return;
  if (function->isReplaceableGlobalAllocationFunction()) return;
  unit.reporter.found(Rule::foreignFunction, where, name);
}

// Reports uses of std::cout and the other standard streams.
void named(Unit& unit, const VarDecl* variable, SourceLocation where) {
  if (!variable->hasGlobalStorage() || !isStd(variable)) return;
  const std::string of = typeName(variable->getType());
  if (of == "std::basic_ostream" || of == "std::basic_istream") unit.reporter.found(Rule::directFile, where, nameOf(variable));
}

bool isPointerCompared(const BinaryOperator* operation) {
  return operation->isRelationalOp() && isAddress(operation->getLHS()->getType()) && isAddress(operation->getRHS()->getType());
}

void ofType(Unit& unit, QualType type, SourceLocation where, unsigned depth) {
  if (type.isNull() || type->isDependentType() || depth > 4) return;
  type = type.getNonReferenceType();
  if (const auto* array = type->getAsArrayTypeUnsafe()) return ofType(unit, array->getElementType(), where, depth + 1);
  if (type->isPointerType()) return ofType(unit, type->getPointeeType(), where, depth + 1);
  const auto* record = recordOf(type);
  if (!record || record->isLambda()) return;
  const std::string name = nameOf(record);
  if (const Rule rule = ruleOfType(name, record); rule != Rule::count && !isAllowed(unit, name))
    return unit.reporter.found(rule, where, name);
  if (const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(record); instance && (isStd(record) || isNodecpp(record))) {
    // Default template arguments, such as std::less of a map, are not examined.
    for (const auto& argument : instance->getTemplateArgs().asArray().take_front(2))
      if (argument.getKind() == TemplateArgument::Type && !argument.getAsType()->isFunctionType())
        ofType(unit, argument.getAsType(), where, depth + 1);
  }
}

}  // namespace

void outsideTypeRules(Unit& unit, QualType type, SourceLocation where) { ofType(unit, type, where, 0); }

void outsideRules(Unit& unit, const Stmt* statement, const Path& path) {
  if (const auto* each = dyn_cast<DeclRefExpr>(statement)) {
    if (const auto* function = dyn_cast<FunctionDecl>(each->getDecl()); function && !isNotANumber(function, path))
      called(unit, function, each->getLocation());
    if (const auto* variable = dyn_cast<VarDecl>(each->getDecl())) named(unit, variable, each->getLocation());
  } else if (const auto* each = dyn_cast<MemberExpr>(statement)) {
    if (const auto* method = dyn_cast<CXXMethodDecl>(each->getMemberDecl())) called(unit, method, each->getMemberLoc());
  } else if (const auto* each = dyn_cast<CXXConstructExpr>(statement)) {
    if (!each->isElidable()) ofType(unit, each->getType(), each->getBeginLoc(), 0);
  } else if (const auto* each = dyn_cast<BinaryOperator>(statement)) {
    if (!each->isTypeDependent() && isPointerCompared(each))
      unit.reporter.found(Rule::pointerOrder, each->getOperatorLoc(), each->getOpcodeStr());
  }
}

}  // namespace check
