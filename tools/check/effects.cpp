#include "effects.h"

#include "origins.h"
#include "summary.h"
#include "types.h"
#include "walker.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringSet.h>

namespace check {

using namespace clang;

bool isCombinator(const FunctionDecl* function) {
  static const llvm::StringSet<> names = {"nodecpp::all",         "nodecpp::race",    "nodecpp::any",  "nodecpp::withTimeout",
                                          "nodecpp::allSettled",  "nodecpp::nursery", "nodecpp::guarded", "nodecpp::run",
                                          "nodecpp::detail::run"};
  return function && names.contains(nameOf(function));
}

namespace {

// Returns whether the function only calls the parameter and does not keep it. Node.cpp's own sources do not mark such
// parameters with [[clang::noescape]], so their bodies are examined.
bool isOnlyCalled(const Stmt* statement, const ParmVarDecl* parameter, unsigned depth) {
  if (!statement) return true;
  auto isIt = [&](const Expr* value) {
    value = bare(value);
    if (const auto* call = dyn_cast<CallExpr>(value); call && call->getNumArgs() == 1 && call->getDirectCallee() && isStd(call->getDirectCallee()))
      value = bare(call->getArg(0));  // std::forward<F>(f)
    const auto* named = dyn_cast<DeclRefExpr>(value);
    return named && named->getDecl() == parameter;
  };
  if (const auto* closure = dyn_cast<LambdaExpr>(statement)) {
    for (const auto& capture : closure->captures())
      if (capture.capturesVariable() && capture.getCapturedVar() == parameter && capture.getCaptureKind() != LCK_ByRef) return false;
    return isOnlyCalled(closure->getCallOperator()->getBody(), parameter, depth);
  }
  if (const auto* call = dyn_cast<CallExpr>(statement)) {
    bool fine = true;
    const auto* function = call->getDirectCallee();
    const bool isOperator = isa<CXXOperatorCallExpr>(call);
    for (unsigned i = 0; i < call->getNumArgs(); i++) {
      if (!isIt(call->getArg(i))) fine &= isOnlyCalled(call->getArg(i), parameter, depth);
      else if (isOperator && i == 0) fine &= cast<CXXOperatorCallExpr>(call)->getOperator() == OO_Call;
      else fine &= function && depth < 4 && isNoEscape(function, isOperator && isa<CXXMethodDecl>(function) ? i - 1 : i);
    }
    return fine && (isIt(call->getCallee()) || isOnlyCalled(call->getCallee(), parameter, depth));
  }
  if (const auto* named = dyn_cast<DeclRefExpr>(statement)) return named->getDecl() != parameter;
  for (const Stmt* child : statement->children())
    if (!isOnlyCalled(child, parameter, depth)) return false;
  return true;
}

bool isSeenNotToEscape(const FunctionDecl* function, unsigned at) {
  static llvm::DenseMap<const ParmVarDecl*, bool> known;
  const FunctionDecl* defined = nullptr;
  if (!function->hasBody(defined) || at >= defined->getNumParams() || isCoroutine(defined)) return false;
  const auto* parameter = defined->getParamDecl(at);
  const auto [place, isNew] = known.try_emplace(parameter, false);
  if (!isNew) return place->second;
  const bool fine = isOnlyCalled(defined->getBody(), parameter, 0);
  return known[parameter] = fine;
}

}  // namespace

bool isNoEscape(const FunctionDecl* function, unsigned at) {
  if (!function) return false;
  if (knowsRuns() && !isStd(function) && isSeenNotToEscape(function, at)) return true;
  auto marked = [&](const FunctionDecl* of) {
    if (!of || of->getNumParams() == 0) return false;
    // The arguments of a parameter pack are one parameter in the template.
    const unsigned place = std::min(at, of->getNumParams() - 1);
    return of->getParamDecl(place)->hasAttr<NoEscapeAttr>();
  };
  if (at < function->getNumParams() && function->getParamDecl(at)->hasAttr<NoEscapeAttr>()) return true;
  if (marked(function->getTemplateInstantiationPattern())) return true;
  for (const auto* each : function->redecls())
    if (at < each->getNumParams() && each->getParamDecl(at)->hasAttr<NoEscapeAttr>()) return true;
  if (nameOf(function) == "nodecpp::run") return true;  // run() returns only after the loop has ended
  if (!isStd(function)) return false;
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (!method) {
    // The standard algorithms do not keep their arguments. The functions in this list do keep them.
    static const llvm::StringSet<> keep = {
        "bind", "bind_front", "bind_back", "not_fn", "async", "make_shared", "make_unique", "make_optional", "make_any",
        "make_pair", "make_tuple", "make_move_iterator", "forward_as_tuple", "tie", "ref", "cref", "allocate_shared",
        "mem_fn", "make_from_tuple", "move", "forward", "forward_like", "exchange", "swap", "as_const", "atexit", "at_quick_exit",
        "set_terminate", "construct_at", "addressof", "back_inserter"};
    return !function->getIdentifier() || !keep.contains(function->getName());
  }
  // The algorithms of std::ranges are function objects. So are the views of std::ranges, but the views keep their
  // arguments.
  const std::string of = nameOf(method->getParent());
  if (StringRef(of).starts_with("std::ranges::views")) return false;
  if (StringRef(of).starts_with("std::ranges::")) return true;
  static const llvm::StringSet<> callers = {"sort", "remove_if", "unique", "merge", "and_then", "transform", "or_else"};
  return method->getIdentifier() && callers.contains(method->getName());
}

bool argumentHasNoSideEffects(const Expr* argument) {
  const Expr* value = bare(argument);
  if (const auto* closure = dyn_cast<LambdaExpr>(value)) return hasNoSideEffects(closure->getCallOperator());
  const auto* record = recordOf(value->getType());
  if (record && record->isLambda() && !record->isGenericLambda()) return hasNoSideEffects(record->getLambdaCallOperator());
  if (record && record->isGenericLambda()) return false;
  const std::string name = record ? nameOf(record) : std::string();
  return name != "nodecpp::Function" && name != "std::function" && !value->getType()->isFunctionPointerType() &&
         !value->getType()->isFunctionType();
}

namespace {

// Returns whether the method moves no element, even though it is not const. The caller may still change an element
// through the reference that the method returns.
bool onlyReads(const CXXMethodDecl* method) {
  if (method->isConst() || method->isStatic() || isa<CXXConversionDecl>(method)) return true;
  switch (method->getOverloadedOperator()) {
    case OO_Subscript:
    case OO_Star:
    case OO_Arrow:
    case OO_Call: return true;
    default: break;
  }
  static const llvm::StringSet<> names = {"at", "begin", "end", "rbegin", "rend", "front", "back", "find", "data", "value",
                                          "lower_bound", "upper_bound", "equal_range", "get", "top", "ref", "count", "contains"};
  return method->getIdentifier() && names.contains(method->getName());
}

// Returns whether a function of Node.cpp or of std calls its arguments or calls listeners.
bool libraryRuns(const FunctionDecl* function, const CallExpr* call) {
  for (unsigned i = 0; i < call->getNumArgs(); i++) {
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(function);
    const unsigned at = isOperator && i > 0 ? i - 1 : i;
    if (!argumentHasNoSideEffects(call->getArg(i)) && isNoEscape(function, at)) return true;
  }
  if (isStd(function)) {
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    return method && method->getOverloadedOperator() == OO_Call && nameOf(method->getParent()) == "std::function";
  }
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (!method) {
    static const llvm::StringSet<> names = {"nodecpp::run", "nodecpp::pipeline", "nodecpp::all", "nodecpp::race", "nodecpp::any",
                                            "nodecpp::nursery", "nodecpp::withTimeout", "nodecpp::make"};
    return names.contains(nameOf(function));
  }
  const std::string of = nameOf(method->getParent());
  if (method->getOverloadedOperator() == OO_Call)
    return of == "nodecpp::Function" || of == "nodecpp::let" || of == "nodecpp::var";
  if (method->getOverloadedOperator() != OO_None) return false;
  static const llvm::StringSet<> always = {"emit", "call", "apply", "construct"};
  if (method->getIdentifier() && always.contains(method->getName())) return true;
  // A non-const method of an object may call listeners, as end(), write(), destroy() and push() do.
  return isObjectClass(method->getParent()) && !method->isConst() && !method->isStatic() &&
         !(method->getIdentifier() && (method->getName() == "on" || method->getName() == "once" || method->getName() == "off" ||
                                       method->getName() == "address" || method->getName().starts_with("get") ||
                                       method->getName().starts_with("is") || method->getName().starts_with("local") ||
                                       method->getName().starts_with("remote")));
}

enum class Calm : unsigned char { asking, yes, no };
llvm::DenseMap<const FunctionDecl*, Calm>& answers() {
  static llvm::DenseMap<const FunctionDecl*, Calm> map;
  return map;
}

bool bodyHasNoSideEffects(const Stmt* statement, const FunctionDecl* function) {
  if (!statement) return true;
  if (isa<LambdaExpr>(statement)) return true;  // a lambda's body is examined where the lambda is called
  if (isa<CoroutineSuspendExpr>(statement)) return false;
  if (const auto* expression = dyn_cast<Expr>(statement)) {
    const Effect effect = effectOf(expression);
    if (effect.runsOthers || effect.changesUnsteady) return false;
    // A change of the caller's variable through a reference, or of a variable of the function around a closure, is not
    // calm.
    for (const auto* changed : effect.changed)
      if (borrowOf(changed->getType()) != Borrow::none || changed->getParentFunctionOrMethod() != function) return false;
  }
  for (const Stmt* child : statement->children())
    if (!bodyHasNoSideEffects(child, function)) return false;
  return true;
}

// Records in `effect` the change of the expression that is assigned to or changed.
void changes(Effect& effect, const Expr* target) {
  const Expr* value = bare(target);
  const Origin of = originOf(value);
  switch (of.kind) {
    case Origin::variable:
    case Origin::content:
      effect.changed.push_back(of.root);
      break;
    case Origin::borrowed: effect.changed.push_back(of.root); effect.changesUnsteady = true; break;
    case Origin::unsteady: effect.changesUnsteady = true; break;
    default: break;
  }
}

void ofArguments(Effect& effect, const FunctionDecl* function, const CallExpr* call, unsigned first) {
  for (unsigned i = first; i < call->getNumArgs() && i - first < function->getNumParams(); i++) {
    const QualType type = function->getParamDecl(i - first)->getType();
    if (!type->isLValueReferenceType() || type->getPointeeType().isConstQualified()) continue;
    changes(effect, call->getArg(i));
  }
}

}  // namespace

bool hasNoSideEffects(const FunctionDecl* function) {
  if (!function) return false;
  const auto [place, isNew] = answers().try_emplace(function, Calm::asking);
  if (!isNew) return place->second != Calm::no;
  bool calm = false;
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  const FunctionDecl* defined = nullptr;
  if (knowsRuns())
    calm = !mayRun(function);
  else if (isStd(function) || isNodecpp(function))
    calm = true;  // the arguments of library functions are examined at each call
  else if ((method && method->isVirtual()) || function->isDependentContext())
    calm = false;
  else if (function->isDefaulted() || function->isImplicit())
    calm = true;
  else if (function->hasBody(defined))
    calm = bodyHasNoSideEffects(defined->getBody(), defined);
  else
    calm = function->isExternC() || function->getBuiltinID() != 0;
  answers()[function] = calm ? Calm::yes : Calm::no;
  return calm;
}

Effect effectOf(const Expr* expression) {
  Effect effect;
  if (isa<CoroutineSuspendExpr>(expression)) {
    effect.runsOthers = true;
    return effect;
  }
  if (const auto* operation = dyn_cast<BinaryOperator>(expression); operation && operation->isAssignmentOp()) {
    // Assigning a built-in number moves no object, and a built-in pointer owns nothing, so no view is invalidated.
    return effect;
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(expression)) {
    const auto* constructor = made->getConstructor();
    effect.runsOthers =
        knowsRuns() ? mayRunBy(made) : !isStd(constructor) && !isNodecpp(constructor) && !hasNoSideEffects(constructor);
    return effect;
  }
  const auto* call = dyn_cast<CallExpr>(expression);
  if (!call || call->isTypeDependent()) return effect;
  const auto* function = call->getDirectCallee();
  if (!function) {
    // A pseudo-destructor call does nothing. A call through a function pointer may run anything.
    effect.runsOthers = knowsRuns() ? mayRunBy(call) : !isa<CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParenImpCasts());
    return effect;
  }
  const bool library = isStd(function) || isNodecpp(function);
  effect.runsOthers = knowsRuns() ? mayRunBy(call) : library ? libraryRuns(function, call) : !hasNoSideEffects(function);
  if (const auto* method = dyn_cast<CXXMethodDecl>(function); method && !method->isStatic()) {
    const Expr* object = nullptr;
    unsigned first = 0;
    if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
      object = member->getImplicitObjectArgument();
    } else if (isa<CXXOperatorCallExpr>(call)) {
      object = call->getArg(0);
      first = 1;
    }
    if (object && library && !onlyReads(method)) {
      // A view or an iterator that is moved or assigned changes only itself.
      const Borrow borrow = borrowOf(object->getType().getNonReferenceType());
      if (borrow == Borrow::none) {
        changes(effect, object);
        // Assigning a handle may release the last reference to its old object.
        if (method->getOverloadedOperator() == OO_Equal && isHandle(object->getType())) effect.changesUnsteady = true;
      }
    }
    if (object && isStd(method)) ofArguments(effect, function, call, first);
    return effect;
  }
  if (library) {
    const auto* operation = dyn_cast<CXXOperatorCallExpr>(call);
    if (operation && operation->isAssignmentOp()) changes(effect, operation->getArg(0));
    static const llvm::StringSet<> changing = {"swap", "erase", "erase_if", "exchange", "getline"};
    if (function->getIdentifier() && changing.contains(function->getName())) ofArguments(effect, function, call, 0);
  } else if (!knowsRuns()) {
    ofArguments(effect, function, call, 0);
  }
  return effect;
}

}  // namespace check
