// NC023 to NC025, NC033 and NC036: rules about calls, their arguments and their results.
#include "effects.h"
#include "origins.h"
#include "walker.h"

#include <llvm/ADT/StringSet.h>

namespace check {

using namespace clang;

namespace {

// Returns whether the value is not used by the code around it, because the expression is a whole statement.
bool isStatement(const Path& path, const Stmt* statement) {
  for (std::size_t i = path.size(); i-- > 0;) {
    const Stmt* at = path[i];
    const Stmt* below = i + 1 < path.size() ? path[i + 1] : statement;
    if (isa<ExprWithCleanups, CXXBindTemporaryExpr, MaterializeTemporaryExpr, ParenExpr, AttributedStmt>(at)) continue;
    if (isa<CompoundStmt, LabelStmt, SwitchCase>(at)) return true;
    if (const auto* each = dyn_cast<IfStmt>(at)) return each->getThen() == below || each->getElse() == below;
    if (const auto* each = dyn_cast<ForStmt>(at)) return each->getBody() == below || each->getInc() == below;
    if (const auto* each = dyn_cast<WhileStmt>(at)) return each->getBody() == below;
    if (const auto* each = dyn_cast<CXXForRangeStmt>(at)) return each->getBody() == below;
    if (const auto* each = dyn_cast<BinaryOperator>(at)) return each->getOpcode() == BO_Comma && each->getLHS() == below;
    return false;
  }
  return false;
}

// Returns whether the promise ends a chain of then(), catch_() or finally(). Its errors are handled, and the runtime
// reports an unhandled one as in Node.
bool isAwaitedOrStored(const Expr* promise) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(bare(promise));
  const auto* method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getIdentifier()) return false;
  // worker->terminate() also reports by events, and its promise is never rejected.
  const auto name = method->getName();
  return name == "then" || name == "catch_" || name == "finally" || name == "finally_" ||
         (name == "terminate" && method->getParent()->getName() == "WorkerObject");
}

void promise(Unit& unit, const Expr* value, const Path& path) {
  if (!isPromise(value->getType()) || value->isLValue() || !isStatement(path, value)) return;
  if (isa<CXXOperatorCallExpr>(value) && cast<CXXOperatorCallExpr>(value)->getOperator() == OO_Equal) return;
  if (isAwaitedOrStored(value)) return;
  unit.reporter.found(Rule::discardedPromise, value->getBeginLoc(), "", value->getSourceRange());
}

// Returns whether the object is owned by a container of std that other code can reach.
bool isInReachableContainer(const Expr* object) {
  const Expr* value = bare(object);
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(value); call && call->getNumArgs() > 0) {
    const auto kind = call->getOperator();
    if (kind != OO_Subscript && kind != OO_Star && kind != OO_Arrow) return false;
    if (!isStdOwner(call->getArg(0)->getType()) && !isIterator(call->getArg(0)->getType())) return false;
    return originOf(call->getArg(0)).kind >= Origin::unsteady;
  }
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(value)) {
    if (!call->getImplicitObjectArgument() || !isStdOwner(call->getImplicitObjectArgument()->getType())) return false;
    return value->isLValue() && originOf(call->getImplicitObjectArgument()).kind >= Origin::unsteady;
  }
  if (const auto* member = dyn_cast<MemberExpr>(value)) return isInReachableContainer(member->getBase());
  return false;
}

void reentered(Unit& unit, const CallExpr* call, const FunctionDecl* function, const FunctionDecl* inside) {
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call); member && !isStd(function) && !isNodecpp(function)) {
    if (!hasNoSideEffects(function) && isInReachableContainer(member->getImplicitObjectArgument()))
      unit.reporter.found(Rule::reenteredContainer, call->getExprLoc(), function->getNameAsString() + "()");
    return;
  }
  // The object may be an iterator or container of std, as in sessions[i]->end().
  if (!isStd(function)) return;
  bool calls = false;
  for (unsigned i = 0; i < call->getNumArgs(); i++)
    calls |= !argumentHasNoSideEffects(call->getArg(i)) && isNoEscape(function, i);
  if (!calls) return;
  for (unsigned i = 0; i < call->getNumArgs(); i++) {
    const QualType type = call->getArg(i)->getType();
    if (!isIterator(type) && !isStdOwner(type)) continue;
    if (originOf(call->getArg(i)).kind < Origin::unsteady) continue;
    return unit.reporter.found(Rule::reenteredContainer, call->getExprLoc(), nameOf(function));
  }
}

// Returns whether the function compares the iterator with anything.
bool isCompared(const Stmt* statement, const VarDecl* iterator) {
  if (!statement) return false;
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(statement);
      call && (call->getOperator() == OO_EqualEqual || call->getOperator() == OO_ExclaimEqual || call->getOperator() == OO_Less))
    for (unsigned i = 0; i < call->getNumArgs(); i++) {
      const auto* named = dyn_cast<DeclRefExpr>(bare(call->getArg(i)));
      if (named && named->getDecl() == iterator) return true;
    }
  if (const auto* rewritten = dyn_cast<CXXRewrittenBinaryOperator>(statement))
    return isCompared(rewritten->getSemanticForm(), iterator);
  for (const Stmt* child : statement->children())
    if (isCompared(child, iterator)) return true;
  return false;
}

void iterator(Unit& unit, const CXXOperatorCallExpr* call, const FunctionDecl* inside) {
  if (call->getNumArgs() == 0 || !isIterator(call->getArg(0)->getType())) return;
  const std::string name = "the iterator";
  switch (call->getOperator()) {
    case OO_Plus:
    case OO_PlusEqual:
    case OO_MinusEqual:
    case OO_Subscript: return unit.reporter.found(Rule::pointerArithmetic, call->getOperatorLoc(), getOperatorSpelling(call->getOperator()));
    case OO_Minus:
      if (call->getNumArgs() == 2 && !isIterator(call->getArg(1)->getType()))
        unit.reporter.found(Rule::pointerArithmetic, call->getOperatorLoc(), "-");
      return;
    case OO_Star:
    case OO_Arrow: break;
    default: return;
  }
  const Expr* value = bare(call->getArg(0));
  if (const auto* named = dyn_cast<DeclRefExpr>(value)) {
    const auto* variable = dyn_cast<VarDecl>(named->getDecl());
    if (!variable || variable->isImplicit() || variable->getName().starts_with("__") || !inside) return;
    if (!isCompared(ownBody(inside), variable)) unit.reporter.found(Rule::uncheckedIterator, call->getExprLoc(), variable->getName());
    return;
  }
  unit.reporter.found(Rule::uncheckedIterator, call->getExprLoc(), name);
}

bool isInserter(QualType type) {
  const std::string name = typeName(type);
  return name == "std::back_insert_iterator" || name == "std::insert_iterator" || name == "std::front_insert_iterator" ||
         name == "std::ostream_iterator";
}

// Finds algorithms that write to or read from a bare iterator without knowing where its range ends.
void output(Unit& unit, const CallExpr* call, const FunctionDecl* function) {
  if (!isStd(function) || isa<CXXMethodDecl>(function) || !function->getIdentifier()) return;
  static const llvm::StringSet<> writers = {
      "copy", "copy_if", "copy_n", "copy_backward", "move_backward", "transform", "merge", "set_union", "set_difference",
      "set_intersection", "partial_sum", "inclusive_scan", "exclusive_scan", "unique_copy", "reverse_copy", "remove_copy",
      "replace_copy", "rotate_copy", "adjacent_difference", "swap_ranges", "fill_n", "generate_n", "partial_sort_copy", "sample"};
  static const llvm::StringSet<> readers = {"equal", "mismatch", "is_permutation", "inner_product"};
  const StringRef name = function->getName();
  if (name == "advance" || name == "next" || name == "prev") {
    if (call->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(call->getArg(1)) && isIterator(call->getArg(0)->getType()))
      unit.reporter.found(Rule::pointerArithmetic, call->getBeginLoc(), nameOf(function));
    return;
  }
  const bool threeMove = name == "move" && call->getNumArgs() >= 3;
  if (writers.contains(name) || threeMove) {
    for (unsigned i = 0; i < call->getNumArgs(); i++)
      if (isInserter(call->getArg(i)->getType())) return;
    unit.reporter.found(Rule::openOutput, call->getBeginLoc(), nameOf(function));
  } else if (readers.contains(name)) {
    unsigned iterators = 0;
    for (unsigned i = 0; i < call->getNumArgs(); i++) iterators += isIterator(call->getArg(i)->getType());
    if (iterators == 3) unit.reporter.found(Rule::openOutput, call->getBeginLoc(), nameOf(function));
  }
}

}  // namespace

void callRules(Unit& unit, const Stmt* statement, const Path& path, const FunctionDecl* inside) {
  const auto* expression = dyn_cast<Expr>(statement);
  if (!expression || expression->isTypeDependent()) return;
  if (isa<CallExpr, CXXConstructExpr>(expression)) promise(unit, expression, path);
  const auto* call = dyn_cast<CallExpr>(expression);
  const auto* function = call ? call->getDirectCallee() : nullptr;
  if (!function) return;
  if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(call)) iterator(unit, operation, inside);
  output(unit, call, function);
  reentered(unit, call, function, inside);
  if (inside && function->getCanonicalDecl() == inside->getCanonicalDecl() && !isCoroutine(inside))
    unit.reporter.found(Rule::endlessRecursion, call->getExprLoc(), function->getNameAsString());
}

}  // namespace check
