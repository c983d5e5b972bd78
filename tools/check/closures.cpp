// NC010 to NC013: rules about closures that may run after the variables that they capture have ended.
#include "effects.h"
#include "origins.h"
#include "walker.h"

#include <clang/AST/Attr.h>

namespace check {

using namespace clang;

namespace {

// What happens to a closure: it may be kept longer than the function's variables live, it is used only in this
// expression, it is stored in a local variable, or the call of it is awaited.
enum class Goes : unsigned char { away, nowhere, intoVariable, awaited };

// Returns whether the value is awaited in the expression that makes it.
bool isAwaited(const Path& path, std::size_t from) {
  for (std::size_t i = from; i-- > 0;) {
    const Stmt* at = path[i];
    if (isa<CoawaitExpr>(at)) return true;
    if (!isa<Expr>(at) || isa<LambdaExpr>(at)) return false;
  }
  return false;
}

bool isReturned(const Path& path, std::size_t from) {
  for (std::size_t i = from; i-- > 0;) {
    if (isa<ReturnStmt, CoreturnStmt>(path[i])) return true;
    if (!isa<Expr>(path[i])) return false;
  }
  return false;
}

// Follows a closure that is the initial value of a declaration.
Goes intoDeclared(const DeclStmt* declared, const Expr* what, const VarDecl*& variable) {
  for (const auto* each : declared->decls()) {
    const auto* local = dyn_cast<VarDecl>(each);
    if (!local || !local->getInit() || bare(local->getInit()) != bare(what)) continue;
    if (local->isStaticLocal() || recordOf(local->getType()) != recordOf(what->getType())) return Goes::away;
    variable = local;
    return Goes::intoVariable;
  }
  return Goes::away;
}

// Follows a closure that is an argument or the callee of a call. `again` is set when the call returns the same closure.
Goes intoCall(const CallExpr* call, const Expr* what, const Stmt* below, const Path& path, std::size_t at, bool& again) {
  if (below == call->getCallee() || bare(call->getCallee()) == bare(what)) return Goes::nowhere;
  const auto* operation = dyn_cast<CXXOperatorCallExpr>(call);
  const auto* function = call->getDirectCallee();
  const bool isMember = operation && isa_and_nonnull<CXXMethodDecl>(function);
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call);
      member && member->getImplicitObjectArgument() && bare(member->getImplicitObjectArgument()) == bare(what))
    return Goes::nowhere;
  for (unsigned i = 0; i < call->getNumArgs(); i++) {
    if (call->getArg(i) != below && bare(call->getArg(i)) != bare(what)) continue;
    if (isMember && i == 0) return operation->getOperator() == OO_Call ? Goes::nowhere : Goes::away;
    // The explicit object parameter, as in (this auto self).
    if (operation && operation->getOperator() == OO_Call && !isMember) return Goes::nowhere;
    if (isNoEscape(function, isMember ? i - 1 : i)) return Goes::nowhere;
    if (isCombinator(function)) return isAwaited(path, at) ? Goes::awaited : Goes::away;
    // std::move and std::forward return the closure that they are given.
    again = function && isStd(function) && function->getIdentifier() &&
            (function->getName() == "move" || function->getName() == "forward");
    return Goes::away;
  }
  return Goes::away;
}

// Follows the closure `what` outwards through `path`, the statements around it.
Goes goesTo(const Expr* what, const Path& path, const VarDecl*& variable) {
  for (std::size_t i = path.size(); i-- > 0;) {
    const Stmt* at = path[i];
    const Stmt* below = i + 1 < path.size() ? path[i + 1] : static_cast<const Stmt*>(what);
    // The constructor of Promise calls its executor before it returns.
    if (const auto* made = dyn_cast<CXXConstructExpr>(at))
      for (unsigned k = 0; k < made->getNumArgs(); k++)
        if ((made->getArg(k) == below || bare(made->getArg(k)) == bare(what)) && isNoEscape(made->getConstructor(), k)) return Goes::nowhere;
    // A copy of the closure, or a Function made of it, is followed further outwards.
    if (isa<ParenExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr, ExprWithCleanups, CXXConstructExpr, CXXFunctionalCastExpr,
            ImplicitCastExpr>(at))
      continue;
    if (const auto* declared = dyn_cast<DeclStmt>(at)) return intoDeclared(declared, what, variable);
    if (const auto* call = dyn_cast<CallExpr>(at)) {
      bool again = false;
      const Goes goes = intoCall(call, what, below, path, i, again);
      if (again) continue;
      return goes;
    }
    if (isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, LabelStmt, AttributedStmt>(at)) return Goes::nowhere;
    if (isa<MemberExpr>(at)) return Goes::nowhere;  // the call of the closure's own operator()
    if (isa<LambdaExpr>(at)) return Goes::nowhere;  // the closure is captured by another closure, and is examined there
    return Goes::away;
  }
  return path.empty() ? Goes::away : Goes::nowhere;
}

const LambdaExpr* closureOf(const VarDecl* variable) {
  for (unsigned depth = 0; variable && variable->getInit() && depth < 8; depth++) {
    const Expr* init = bare(variable->getInit());
    if (const auto* closure = dyn_cast<LambdaExpr>(init)) return closure;
    const auto* named = dyn_cast<DeclRefExpr>(init);
    variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  }
  return nullptr;
}

bool isCoroutineClosure(const LambdaExpr* closure, unsigned depth = 0);

// Returns whether a return statement in `statement` returns what the call of a local coroutine closure returns.
bool returnsCoroutine(const Stmt* statement, unsigned depth) {
  if (!statement || isa<LambdaExpr>(statement)) return false;
  if (const auto* back = dyn_cast<ReturnStmt>(statement)) {
    const auto* call = back->getRetValue() ? dyn_cast<CallExpr>(bare(back->getRetValue())) : nullptr;
    if (!call) return false;
    for (const Expr* callee : {call->getCallee(), call->getNumArgs() ? call->getArg(0) : call->getCallee()}) {
      const auto* named = dyn_cast<DeclRefExpr>(bare(callee));
      const auto* local = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      const auto* closure = closureOf(local);
      if (closure && capturesByReference(closure->getLambdaClass()) && isCoroutineClosure(closure, depth + 1)) return true;
    }
    return false;
  }
  for (const Stmt* child : statement->children())
    if (returnsCoroutine(child, depth)) return true;
  return false;
}

// Returns whether the closure is a coroutine, or returns the promise of one.
bool isCoroutineClosure(const LambdaExpr* closure, unsigned depth) {
  if (isCoroutine(closure->getCallOperator()) || isa_and_nonnull<CoroutineBodyStmt>(closure->getBody())) return true;
  return depth < 8 && returnsCoroutine(closure->getBody(), depth);
}

// Reports each capture of a closure that may have ended when the closure runs.
void tell(Unit& unit, const LambdaExpr* closure, bool coroutine) {
  for (const auto& capture : closure->captures()) {
    const SourceLocation where = capture.getLocation().isValid() && !capture.isImplicit() ? capture.getLocation()
                                 : closure->getCaptureDefaultLoc().isValid()              ? closure->getCaptureDefaultLoc()
                                                                                         : closure->getBeginLoc();
    if (capture.capturesThis()) {
      if (capture.getCaptureKind() == LCK_This)
        unit.reporter.found(coroutine ? Rule::coroutineCapture : Rule::thisCapture, where, "this");
      continue;
    }
    if (!capture.capturesVariable()) continue;
    const auto* captured = capture.getCapturedVar();
    const std::string name = captured->getNameAsString();
    if (capture.getCaptureKind() == LCK_ByRef) {
      unit.reporter.found(coroutine ? Rule::coroutineCapture : Rule::referenceCapture, where, name);
      continue;
    }
    const auto* variable = dyn_cast<VarDecl>(captured);
    const QualType type = captured->getType().getNonReferenceType();
    const Borrow borrow = borrowOf(type);
    if (borrow == Borrow::none) continue;
    if (closureOf(variable)) {
      unit.reporter.found(Rule::referenceCapture, where, name);
      continue;
    }
    if (variable && variable->getInit() && originOf(variable->getInit()).kind == Origin::lasting) continue;
    unit.reporter.found(Rule::viewCapture, where, name);
  }
}

bool borrows(const LambdaExpr* closure) { return capturesByReference(closure->getLambdaClass()); }

}  // namespace

void closureRules(Unit& unit, const Stmt* statement, const Path& path, const FunctionDecl* inside) {
  const VarDecl* variable = nullptr;
  if (const auto* closure = dyn_cast<LambdaExpr>(statement)) {
    if (!borrows(closure)) return;
    const Goes goes = goesTo(closure, path, variable);
    const bool coroutine = isCoroutineClosure(closure);
    if (goes == Goes::away) return tell(unit, closure, coroutine);
    // A coroutine that is called where it is made goes on after the call, unless it is awaited there.
    if (coroutine && goes == Goes::nowhere && !isAwaited(path, path.size())) tell(unit, closure, true);
    return;
  }
  // The statement may name a variable that holds such a closure.
  const auto* named = dyn_cast<DeclRefExpr>(statement);
  const auto* local = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!local) return;
  const auto* closure = closureOf(local);
  if (!closure || !borrows(closure)) {
    // The variable may be a parameter marked [[clang::noescape]]: the caller expects that the closure is not kept.
    const auto* parameter = dyn_cast<ParmVarDecl>(local);
    if (!parameter || !parameter->hasAttr<NoEscapeAttr>() || named->isTypeDependent()) return;
    if (goesTo(named, path, variable) == Goes::away) unit.reporter.found(Rule::viewCapture, named->getLocation(), local->getName());
    return;
  }
  const Goes goes = goesTo(named, path, variable);
  if (goes == Goes::away) return tell(unit, closure, isCoroutineClosure(closure));
  if (!isCoroutineClosure(closure) || goes != Goes::nowhere || isAwaited(path, path.size())) return;
  if (!path.empty() && isa<LambdaExpr>(path.back())) return;  // another closure captures it, and is examined by itself
  // A closure within the function that has the coroutine may return its promise. The function itself may not, because its
  // variables end when it returns.
  if (isReturned(path, path.size()) && local->getDeclContext() != inside) return;
  tell(unit, closure, true);
}

}  // namespace check
