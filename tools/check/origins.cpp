#include "origins.h"

#include "types.h"
#include "walker.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

namespace check {

using namespace clang;

const VarDecl* variableOf(const ValueDecl* decl) {
  if (const auto* binding = dyn_cast<BindingDecl>(decl)) {
    return dyn_cast<VarDecl>(binding->getDecomposedDecl());
  }
  return dyn_cast<VarDecl>(decl);
}

namespace {

// Returns the origin of the elements that `owner` contains. They become invalid when the owner changes.
Origin contentOf(const Expr* owner) {
  Origin of = originOf(owner);
  of.inside = true;
  if (of.kind == Origin::variable) return {Origin::content, of.root};
  if (of.kind == Origin::lasting) {
    const Expr* value = bare(owner);
    // An element of a constant lasts. An element of a temporary ends with the temporary at the end of the statement.
    return value->isLValue() ? of : Origin{Origin::dangling, nullptr};
  }
  return of;
}

Origin ofObject(const Expr* object) {
  const QualType type = object->getType();
  const Borrow borrow = borrowOf(type);
  // A view that is made of another view looks into the same object.
  if (borrow != Borrow::none && borrow != Borrow::pointer) return originOf(object);
  if (isHandle(type)) return {Origin::unsteady, nullptr};
  return contentOf(object);
}

Origin ofCall(const CallExpr* call) {
  const auto* function = call->getDirectCallee();
  if (!function) return {Origin::unsteady, nullptr};
  if (function->getReturnType()->isVoidType()) return {};
  // When a function returns a value that is not a view, the expression has no origin.
  const QualType given = call->getCallReturnType(function->getASTContext());
  if (borrowOf(given) == Borrow::none && !isTextPointer(given)) return {};
  // std::exchange(list, {}) returns a value too, even when the list contains addresses.
  if (!given->isReferenceType() && isStdOwner(given)) return {};
  if (function->isStatic() && call->getNumArgs() == 0) return {Origin::unsteady, nullptr};
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr* object = member->getImplicitObjectArgument();
    if (!object) return {Origin::unsteady, nullptr};
    // Methods such as operator string_view(), begin(), data(), at() and find() return something that looks into the
    // object. The same holds for a method that is marked [[clang::lifetimebound]].
    const auto* method = member->getMethodDecl();
    if (method && !isStd(method) && !isNodecpp(method) && !isBoundToThis(method)) return {Origin::unsteady, nullptr};
    if (object->getType()->isPointerType()) return {Origin::unsteady, nullptr};
    return ofObject(object);
  }
  if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(call); operation && operation->getNumArgs() > 0) {
    const auto kind = operation->getOperator();
    if (kind == OO_Call && !isStd(function)) return {Origin::unsteady, nullptr};
    if (kind == OO_Equal || kind == OO_PlusEqual || kind == OO_MinusEqual || kind == OO_PlusPlus || kind == OO_LessLess)
      return originOf(operation->getArg(0));
    if (kind != OO_Call) return ofObject(operation->getArg(0));
  }
  // The result of a free function looks into the arguments that are marked [[clang::lifetimebound]], or into all
  // arguments that are views when the function is from std.
  const bool library = isStd(function);
  Origin of;
  bool any = false;
  for (unsigned i = 0; i < call->getNumArgs() && i < function->getNumParams(); i++) {
    const auto* parameter = function->getParamDecl(i);
    if (!parameter->hasAttr<LifetimeBoundAttr>() && !(library && borrowOf(parameter->getType()) != Borrow::none)) continue;
    any = true;
    of = of.join(isStdOwner(call->getArg(i)->getType()) ? contentOf(call->getArg(i)) : originOf(call->getArg(i)));
  }
  return any ? of : Origin{Origin::unsteady, nullptr};
}

}  // namespace

bool isBoundToThis(const FunctionDecl* function) {
  const auto* written = function->getTypeSourceInfo();
  if (!written) return false;
  TypeLoc at = written->getTypeLoc();
  AttributedTypeLoc attributed;
  while ((attributed = at.getAsAdjusted<AttributedTypeLoc>())) {
    if (attributed.getAttrAs<LifetimeBoundAttr>()) return true;
    at = attributed.getModifiedLoc();
  }
  return false;
}

Origin originOf(const Expr* expression) {
  const Expr* value = bare(expression);
  if (!value || value->isTypeDependent()) return {};
  if (isa<StringLiteral, CXXNullPtrLiteralExpr, PredefinedExpr, LambdaExpr, UserDefinedLiteral>(value)) return {};
  if (const auto* named = dyn_cast<DeclRefExpr>(value)) {
    const auto* variable = variableOf(named->getDecl());
    if (!variable) return {};
    if (variable->hasGlobalStorage()) {
      const QualType type = variable->getType();
      const bool constant = variable->isConstexpr() || type.isConstQualified();
      return constant ? Origin{} : Origin{Origin::unsteady, nullptr};
    }
    if (isExceptionVariable(variable)) return {};
    const Borrow borrow = borrowOf(variable->getType());
    if (borrow == Borrow::none || borrow == Borrow::closure) return {Origin::variable, variable};
    return {Origin::borrowed, variable};
  }
  if (const auto* member = dyn_cast<MemberExpr>(value)) {
    if (const auto* variable = dyn_cast<VarDecl>(member->getMemberDecl()))
      return variable->isConstexpr() || variable->getType().isConstQualified() ? Origin{} : Origin{Origin::unsteady, nullptr};
    if (member->isArrow()) {
      const auto* call = dyn_cast<CXXOperatorCallExpr>(bare(member->getBase()));
      return call ? originOf(call) : Origin{Origin::unsteady, nullptr};
    }
    return originOf(member->getBase());
  }
  if (isa<CXXThisExpr>(value)) return {Origin::unsteady, nullptr};
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(value)) return originOf(subscript->getBase());
  if (const auto* choice = dyn_cast<ConditionalOperator>(value))
    return originOf(choice->getTrueExpr()).join(originOf(choice->getFalseExpr()));
  if (const auto* operation = dyn_cast<BinaryOperator>(value)) {
    if (operation->isAssignmentOp()) return originOf(operation->getLHS());
    if (operation->getOpcode() == BO_Comma) return originOf(operation->getRHS());
    return isAddress(value->getType()) ? originOf(operation->getLHS()).join(originOf(operation->getRHS())) : Origin{};
  }
  if (const auto* operation = dyn_cast<UnaryOperator>(value)) {
    if (operation->getOpcode() == UO_AddrOf || operation->getOpcode() == UO_Deref) return originOf(operation->getSubExpr());
    return operation->isIncrementDecrementOp() ? originOf(operation->getSubExpr()) : Origin{};
  }
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(value)) return originOf(cast->getSubExpr());
  if (const auto* made = dyn_cast<CXXConstructExpr>(value)) {
    // A view that is constructed from something looks into it. An object of another type owns its content.
    if (borrowOf(made->getType()) == Borrow::none || made->getNumArgs() == 0) return {};
    Origin of;
    for (unsigned i = 0; i < made->getNumArgs(); i++) {
      const Expr* argument = made->getArg(i);
      if (argument->getType()->isArithmeticType() || argument->getType()->isEnumeralType()) continue;
      // A parameter that is taken by value is copied, so the new object does not look into the argument.
      if (i < made->getConstructor()->getNumParams())
        if (const QualType taken = made->getConstructor()->getParamDecl(i)->getType();
            !taken->isReferenceType() && borrowOf(taken) == Borrow::none && !isTextPointer(taken))
          continue;
      // A const char* is a literal, or comes from a call whose origin counts.
      if (isTextPointer(argument->getType())) {
        if (isa<CallExpr>(bare(argument))) of = of.join(originOf(argument));
        continue;
      }
      const Borrow borrow = borrowOf(argument->getType());
      of = of.join(borrow == Borrow::none ? contentOf(argument) : originOf(argument));
    }
    return of;
  }
  if (const auto* list = dyn_cast<InitListExpr>(value)) {
    Origin of;
    if (borrowOf(list->getType()) == Borrow::none) return of;
    for (const auto* each : list->inits())
      if (borrowOf(each->getType()) != Borrow::none || each->isLValue()) of = of.join(originOf(each));
    return of;
  }
  if (isa<CoroutineSuspendExpr>(value))
    return value->isGLValue() ? Origin{Origin::unsteady, nullptr} : Origin{};
  if (const auto* call = dyn_cast<CallExpr>(value)) return ofCall(call);
  return {};
}

}  // namespace check
