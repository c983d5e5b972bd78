// NC001 to NC009: rules about memory that is reached by bare addresses.
#include "walker.h"

#include <llvm/ADT/StringSet.h>

namespace check {

using namespace clang;

namespace {

bool isThis(const Expr* expression) { return isa<CXXThisExpr>(expression->IgnoreParenImpCasts()); }

// Returns whether the expression is argv of main, which lives as long as the process.
bool isArgv(const Expr* expression) {
  const auto* named = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* parameter = named ? dyn_cast<ParmVarDecl>(named->getDecl()) : nullptr;
  const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
  return function && function->getIdentifier() && function->getName() == "main";
}

void index(Unit& unit, const ArraySubscriptExpr* subscript) {
  if (subscript->isTypeDependent() || subscript->isValueDependent() || isArgv(subscript->getBase())) return;
  const Expr* base = subscript->getBase()->IgnoreParenImpCasts();
  const auto* array = base->getType()->getAsArrayTypeUnsafe();
  if (!array) return unit.reporter.found(Rule::pointerArithmetic, subscript->getExprLoc(), "[]", subscript->getSourceRange());
  Expr::EvalResult value;
  if (const auto* sized = dyn_cast<ConstantArrayType>(array);
      sized && subscript->getIdx()->EvaluateAsInt(value, unit.context) && value.Val.getInt().isNonNegative() &&
      value.Val.getInt().getZExtValue() < sized->getSize().getZExtValue())
    return;
  unit.reporter.found(Rule::arrayIndex, subscript->getIdx()->getExprLoc(), "this", subscript->getSourceRange());
}

// Reports casts of pointers or references that claim more than their types guarantee.
void cast(Unit& unit, const ExplicitCastExpr* cast) {
  if (cast->isTypeDependent() || cast->getSubExpr()->isTypeDependent()) return;
  if (isa<CXXReinterpretCastExpr, CXXConstCastExpr>(cast))
    return unit.reporter.found(Rule::pointerCast, cast->getBeginLoc(), "", cast->getSourceRange());
  switch (cast->getCastKind()) {
    case CK_BaseToDerived:
    case CK_BitCast:
    case CK_LValueBitCast:
    case CK_LValueToRValueBitCast:
    case CK_IntegralToPointer:
    case CK_PointerToIntegral:
    case CK_ReinterpretMemberPointer:
    case CK_Dynamic:
      unit.reporter.found(Rule::pointerCast, cast->getBeginLoc(), "", cast->getSourceRange());
      break;
    case CK_NoOp:
      // A C-style cast such as (char*)text may remove const, which static_cast cannot.
      if (isa<CStyleCastExpr>(cast) && isAddress(cast->getType()))
        unit.reporter.found(Rule::pointerCast, cast->getBeginLoc(), "", cast->getSourceRange());
      break;
    default: break;
  }
}

// Returns whether this is a function of std that converts addresses to objects or objects to addresses.
bool handlesMemory(const FunctionDecl* function) {
  static const llvm::StringSet<> names = {
      "std::construct_at", "std::destroy_at", "std::destroy", "std::destroy_n", "std::launder", "std::start_lifetime_as",
      "std::uninitialized_copy", "std::uninitialized_fill", "std::uninitialized_move", "std::assume_aligned", "std::align",
      "std::to_address", "std::bit_cast", "std::ranges::construct_at", "std::ranges::destroy_at", "std::as_writable_bytes",
      "std::static_pointer_cast", "std::const_pointer_cast", "std::reinterpret_pointer_cast"};
  return names.contains(nameOf(function));
}

// Returns whether the arguments are (text.data(), text.size()) of one object, so that the length is right.
bool isWholeOf(const CXXConstructExpr* made) {
  static const llvm::StringSet<> lengths = {"size", "length"};
  const VarDecl* of[2] = {};
  for (unsigned i = 0; i < 2; i++) {
    const auto* call = dyn_cast<CXXMemberCallExpr>(bare(made->getArg(i)));
    const auto* method = call ? call->getMethodDecl() : nullptr;
    if (!method || !method->getIdentifier() || !(isStd(method) || isNodecpp(method))) return false;
    if (i == 0 ? method->getName() != "data" : !lengths.contains(method->getName())) return false;
    const auto* named = dyn_cast<DeclRefExpr>(bare(call->getImplicitObjectArgument()));
    of[i] = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  }
  return of[0] && of[0] == of[1];
}

// Returns whether a view or a copy is made of a pointer and a count, as in String(pointer, count): nothing proves that
// so many elements exist.
bool isCountedPointer(const CXXConstructExpr* made) {
  if (made->getNumArgs() < 2) return false;
  const auto* first = made->getArg(0)->IgnoreParenImpCasts();
  if (isWholeOf(made)) return false;
  if (!isAddress(made->getArg(0)->getType()) || isa<StringLiteral>(first)) return false;
  if (first->getType()->isArrayType()) return false;
  const auto* record = made->getConstructor()->getParent();
  const std::string name = nameOf(record);
  return (name == "std::basic_string_view" || name == "std::span" || name == "std::basic_string" || name == "nodecpp::String" ||
          name == "std::vector" || name == "nodecpp::StringArg");
}

// Returns whether the function returns a literal. Functions of the library and their overriders do, such as className()
// and readyState(). Functions such as data() and what() return bytes of their object.
bool givesLiteral(const FunctionDecl* function) {
  static const llvm::StringSet<> bytes = {"data", "c_str", "what", "begin", "end"};
  if (!function->getIdentifier() || bytes.contains(function->getName())) return false;
  if (isNodecpp(function)) return true;
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method && llvm::any_of(method->overridden_methods(), [](const auto* each) { return isNodecpp(each); });
}

// Returns whether the expression makes a const char* that points into something that may end: c_str(), &text[0], or an
// array of characters.
bool makesText(const Expr* expression) {
  if (!isTextPointer(expression->getType()) || expression->isTypeDependent()) return false;
  if (const auto* call = dyn_cast<CallExpr>(expression)) {
    const auto* callee = call->getDirectCallee();
    return callee && !givesLiteral(callee);
  }
  if (const auto* address = dyn_cast<UnaryOperator>(expression)) return address->getOpcode() == UO_AddrOf;
  const auto* decay = dyn_cast<ImplicitCastExpr>(expression);
  if (decay && decay->getCastKind() == CK_NoOp && isDataPointer(decay->getSubExpr()->getType())) {
    const auto* element = dyn_cast<ArraySubscriptExpr>(decay->getSubExpr()->IgnoreParenImpCasts());
    return !element || !isArgv(element->getBase());
  }
  if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay) return false;
  const Expr* array = decay->getSubExpr()->IgnoreParenImpCasts();
  if (isa<StringLiteral, PredefinedExpr>(array)) return false;
  const auto* named = dyn_cast<DeclRefExpr>(array);
  const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return !variable || !variable->hasGlobalStorage() || !variable->getType()->getAsArrayTypeUnsafe()->getElementType().isConstQualified();
}

// Returns whether the text is only read within the statement: by a function of Node.cpp or std, or by a comparison.
bool isOnlyLookedAt(const Stmt* text, const Path& path) {
  for (std::size_t i = path.size(); i-- > 0;) {
    const Stmt* at = path[i];
    if (isa<ImplicitCastExpr, ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr, CXXBindTemporaryExpr, CXXFunctionalCastExpr>(at)) continue;
    if (const auto* call = dyn_cast<CallExpr>(at)) {
      const auto* function = call->getDirectCallee();
      return function && !(function->isTemplateInstantiation() && isAddress(call->getType())) &&
             (isStd(function) || isNodecpp(function) || function->isExternC());
    }
    if (const auto* made = dyn_cast<CXXConstructExpr>(at))
      return isStd(made->getConstructor()) || isNodecpp(made->getConstructor());
    if (const auto* operation = dyn_cast<BinaryOperator>(at)) return operation->isComparisonOp();
    if (isa<ArraySubscriptExpr, UnaryOperator, CompoundStmt, IfStmt, MemberExpr, ExplicitCastExpr>(at)) return true;
    return false;
  }
  return false;
}

}  // namespace

void pointerRules(Unit& unit, const Stmt* statement, const Path& path) {
  auto found = [&](Rule rule, SourceLocation where, StringRef name = "") {
    unit.reporter.found(rule, where, name, statement->getSourceRange());
  };
  if (const auto* text = dyn_cast<Expr>(statement); text && makesText(text) && !isOnlyLookedAt(text, path))
    found(Rule::pointerVariable, text->getExprLoc(), "const char*");
  if (const auto* each = dyn_cast<CXXNewExpr>(statement)) return found(Rule::rawNew, each->getBeginLoc());
  if (const auto* each = dyn_cast<CXXDeleteExpr>(statement)) return found(Rule::rawDelete, each->getBeginLoc());
  if (const auto* each = dyn_cast<AsmStmt>(statement)) return found(Rule::assembler, each->getAsmLoc(), "asm");
  if (const auto* each = dyn_cast<ArraySubscriptExpr>(statement)) return index(unit, each);
  if (const auto* each = dyn_cast<ExplicitCastExpr>(statement)) return cast(unit, each);
  if (const auto* each = dyn_cast<BinaryOperator>(statement)) {
    if (each->isAdditiveOp() || each->getOpcode() == BO_AddAssign || each->getOpcode() == BO_SubAssign)
      if (isAddress(each->getLHS()->getType()) || isAddress(each->getRHS()->getType()))
        found(Rule::pointerArithmetic, each->getOperatorLoc(), each->getOpcodeStr());
    return;
  }
  if (const auto* each = dyn_cast<UnaryOperator>(statement)) {
    const Expr* operand = each->getSubExpr();
    if (!isAddress(operand->getType())) return;
    if (each->isIncrementDecrementOp())
      found(Rule::pointerArithmetic, each->getOperatorLoc(), UnaryOperator::getOpcodeStr(each->getOpcode()));
    else if (each->getOpcode() == UO_Deref && !isThis(operand))
      found(Rule::pointerArithmetic, each->getOperatorLoc(), "*");
    return;
  }
  if (const auto* each = dyn_cast<MemberExpr>(statement)) {
    // The -> of a handle or an optional is an operator of its class and is checked. The -> of a bare address is not.
    const Expr* base = each->getBase()->IgnoreParenImpCasts();
    if (each->isArrow() && !isThis(base) && !isa<CXXOperatorCallExpr>(base) && !base->isTypeDependent() &&
        isAddress(base->getType()) && !isa<DeclRefExpr>(base))
      found(Rule::pointerArithmetic, each->getOperatorLoc(), "->");
    return;
  }
  if (const auto* each = dyn_cast<CXXConstructExpr>(statement)) {
    if (isCountedPointer(each)) found(Rule::pointerArithmetic, each->getBeginLoc(), "an address with a length");
    return;
  }
  if (const auto* each = dyn_cast<CallExpr>(statement)) {
    const auto* callee = each->getDirectCallee();
    if (callee && handlesMemory(callee)) found(Rule::pointerCast, each->getBeginLoc());
    if (callee && isStd(callee) && callee->getIdentifier() && callee->getName() == "release" &&
        isAddress(callee->getReturnType()))
      found(Rule::pointerVariable, each->getBeginLoc(), "release()");
  }
}

}  // namespace check
