// NC046 and NC047: rules about integers where JavaScript has doubles.
#include "types.h"
#include "walker.h"

namespace check {

using namespace clang;

namespace {

bool isWhole(QualType type) {
  return !type.isNull() && !type->isDependentType() && type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
}

// Returns whether the quotient is used in a place that could hold a fraction: a double, a num, or a parameter that
// takes any number.
bool losesFraction(const Path& path, const Stmt* division) {
  for (std::size_t i = path.size(); i-- > 0;) {
    const Stmt* at = path[i];
    const Stmt* below = i + 1 < path.size() ? path[i + 1] : division;
    if (isa<ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr, CXXBindTemporaryExpr>(at)) continue;
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(at)) {
      if (cast->getCastKind() == CK_IntegralToFloating) return true;
      continue;
    }
    if (const auto* operation = dyn_cast<BinaryOperator>(at)) {
      if (operation->isAssignmentOp() || operation->isBitwiseOp() || operation->isShiftOp()) return false;
      if (operation->isAdditiveOp() || operation->isMultiplicativeOp()) continue;
      return false;
    }
    if (const auto* choice = dyn_cast<ConditionalOperator>(at)) {
      if (choice->getCond() == below) return false;
      continue;
    }
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(at)) {
      if (cast->getType()->isFloatingType()) return true;
      if (isWhole(cast->getType())) return false;
      continue;
    }
    if (isa<CXXConstructExpr>(at)) return true;  // a num, String, var or Lookup is constructed
    if (const auto* call = dyn_cast<CallExpr>(at)) {
      const auto* function = call->getDirectCallee();
      if (!function) return false;
      if (isa<CXXOperatorCallExpr>(call)) return cast<CXXOperatorCallExpr>(call)->getOperator() != OO_Subscript;
      // In console::log(a / b) the parameter has the type of its argument, so it could hold a fraction.
      const auto* pattern = function->getTemplateInstantiationPattern();
      for (unsigned k = 0; pattern && k < call->getNumArgs(); k++) {
        if (call->getArg(k) != below) continue;
        const unsigned place = std::min(k, pattern->getNumParams() ? pattern->getNumParams() - 1 : 0);
        return pattern->getNumParams() && pattern->getParamDecl(place)->getType()->isDependentType();
      }
      return false;
    }
    if (const auto* declared = dyn_cast<DeclStmt>(at)) {
      for (const auto* each : declared->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each); variable && variable->getInit())
          if (const auto written = variable->getTypeSourceInfo(); written && written->getType()->getContainedAutoType()) return true;
      return false;
    }
    return false;
  }
  return false;
}

void division(Unit& unit, const BinaryOperator* operation, const Path& path) {
  if (!isWhole(operation->getLHS()->getType()) || !isWhole(operation->getRHS()->getType())) return;
  Expr::EvalResult left, right;
  if (operation->getRHS()->isValueDependent() || operation->getLHS()->isValueDependent()) return;
  if (operation->getRHS()->EvaluateAsInt(right, unit.context) && operation->getLHS()->EvaluateAsInt(left, unit.context)) {
    const auto divisor = right.Val.getInt().getExtValue(), dividend = left.Val.getInt().getExtValue();
    if (divisor != 0 && dividend % divisor == 0) return;
  }
  if (losesFraction(path, operation)) unit.reporter.found(Rule::lostFraction, operation->getOperatorLoc(), "", operation->getSourceRange());
}

// Returns whether a signed number that may be negative is converted to an unsigned type.
bool losesSign(Unit& unit, const Expr* operand) {
  const auto* cast = dyn_cast<ImplicitCastExpr>(operand->IgnoreParens());
  if (!cast || cast->getCastKind() != CK_IntegralCast || !cast->getType()->isUnsignedIntegerType()) return false;
  const Expr* from = cast->getSubExpr()->IgnoreParenImpCasts();
  if (!from->getType()->isSignedIntegerType() || from->isValueDependent()) return false;
  Expr::EvalResult value;
  if (from->EvaluateAsInt(value, unit.context)) return value.Val.getInt().isNegative();
  return true;
}

}  // namespace

void numberRules(Unit& unit, const Stmt* statement, const Path& path, const FunctionDecl* inside) {
  const auto* operation = dyn_cast<BinaryOperator>(statement);
  if (!operation || operation->isTypeDependent()) return;
  if (operation->getOpcode() == BO_Div) division(unit, operation, path);
  const bool compares = operation->isRelationalOp() || operation->isEqualityOp();
  const bool divides = operation->getOpcode() == BO_Div || operation->getOpcode() == BO_Rem;
  if ((compares || divides) && (losesSign(unit, operation->getLHS()) || losesSign(unit, operation->getRHS())))
    unit.reporter.found(Rule::mixedSigns, operation->getOperatorLoc(), "", operation->getSourceRange());
}

}  // namespace check
