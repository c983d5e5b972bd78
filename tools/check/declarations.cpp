// Rules that need only the declarations of variables, members, classes and functions.
#include "origins.h"
#include "summary.h"
#include "walker.h"

#include <clang/AST/Attr.h>
#include <llvm/ADT/StringSet.h>

namespace check {

using namespace clang;

// Literals last for the whole program, so `const char* name = "x"` and tables of literals are allowed.
bool isLiteralText(const Expr* init) {
  if (!init) return false;
  const Expr* value = bare(init);
  if (isa<StringLiteral>(value)) return true;
  if (isa<LambdaExpr, CXXNullPtrLiteralExpr>(value)) return true;
  if (const auto* all = dyn_cast<CXXStdInitializerListExpr>(value)) return isLiteralText(all->getSubExpr());
  if (const auto* address = dyn_cast<UnaryOperator>(value); address && address->getType()->isFunctionPointerType()) return true;
  if (const auto* named = dyn_cast<DeclRefExpr>(value)) {
    if (isa<FunctionDecl>(named->getDecl())) return true;
    if (const auto* variable = dyn_cast<VarDecl>(named->getDecl())) return variable->isConstexpr();
  }
  if (const auto* list = dyn_cast<InitListExpr>(value)) {
    for (const auto* each : list->inits())
      if (!each->getType()->isArithmeticType() && !isLiteralText(each)) return false;
    return true;
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(value)) {
    for (const auto* each : made->arguments())
      if (!each->getType()->isArithmeticType() && !isLiteralText(each)) return false;
    return made->getNumArgs() > 0;
  }
  if (isa<UserDefinedLiteral>(value)) return true;
  if (const auto* call = dyn_cast<ImplicitCastExpr>(value)) return isLiteralText(call->getSubExpr());
  return false;
}

namespace {

bool isMain(const FunctionDecl* function) { return function && function->isMain(); }

void global(Unit& unit, const VarDecl* variable) {
  const QualType type = variable->getType();
  const std::string name = typeName(type);
  if (variable->isConstexpr() || name == "nodecpp::perThread" || StringRef(name).ends_with("::LoopLocal") || type->isDependentType()) return;
  // A closure without captures that is named like a function, such as `auto write = [](auto chunk) {…};`, has no state
  // that could change.
  if (const auto* closure = recordOf(type); closure && closure->isLambda() && closure->captures().empty()) return;
  if (variable->isStaticDataMember() && !variable->isThisDeclarationADefinition() && !variable->isInline()) {
    if (type.isConstQualified()) return;
  }
  if (type->isReferenceType()) {
    if (!type->getPointeeType().isConstQualified() || hasDestructor(type->getPointeeType()))
      unit.reporter.found(Rule::mutableGlobal, variable->getLocation(), variable->getName());
    return;
  }
  if (!type.isConstQualified() && !(type->isArrayType() && type->getAsArrayTypeUnsafe()->getElementType().isConstQualified()))
    return unit.reporter.found(Rule::mutableGlobal, variable->getLocation(), variable->getName());
  // Constants of std have no reference counts that threads could race on.
  const auto* record = recordOf(type);
  const bool plainStd = record && isStd(record) && borrowOf(type) == Borrow::none &&
                        !StringRef(type.getCanonicalType().getAsString()).contains("nodecpp::") &&
                        nameOf(record) != "std::function" && nameOf(record) != "std::shared_ptr";
  if (hasDestructor(type) && !plainStd) unit.reporter.found(Rule::countedGlobal, variable->getLocation(), variable->getName());
}

void local(Unit& unit, const VarDecl* variable) {
  const QualType type = variable->getType();
  if (variable->hasInit() || isa<ParmVarDecl>(variable) || variable->isCXXForRangeDecl() || isExceptionVariable(variable)) {
    // `Point p;` has an initialiser that leaves the numbers in p uninitialised.
    const auto* made = dyn_cast_or_null<CXXConstructExpr>(variable->getInit());
    if (!made || knowsRuns() || isa<ParmVarDecl>(variable) || isExceptionVariable(variable) || variable->isCXXForRangeDecl()) return;
    if (made->getNumArgs() == 0 && !made->requiresZeroInitialization() && !made->isListInitialization() &&
        variable->getInitStyle() == VarDecl::CallInit && isLeftUninitialized(type))
      unit.reporter.found(Rule::uninitialized, variable->getLocation(), variable->getName());
    return;
  }
  // In Node.cpp's own sources, arrays and structs are often left uninitialised as buffers that a system call fills.
  if (knowsRuns() && !type->isScalarType()) return;
  if (isLeftUninitialized(type)) {
    const FixItHint fix = FixItHint::CreateInsertion(variable->getEndLoc().getLocWithOffset(int(variable->getName().size())), " = {}");
    unit.reporter.found(Rule::uninitialized, variable->getLocation(), variable->getName(), {}, {},
                        type->isScalarType() && variable->getEndLoc() == variable->getLocation() ? &fix : nullptr);
  }
}

// Returns whether the code can neither read the field of the object that is being made, nor hand out the object, nor leave
// the constructor. Only other fields of the object may be named.
bool leavesAlone(const Stmt* code, const FieldDecl* field) {
  if (!code) return true;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt, CXXThisExpr>(code)) return false;
  if (const auto* initial = dyn_cast<CXXDefaultInitExpr>(code)) return leavesAlone(initial->getExpr(), field);
  if (const auto* member = dyn_cast<MemberExpr>(code); member && isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
    return isa<FieldDecl>(member->getMemberDecl()) && member->getMemberDecl() != field;
  for (const Stmt* child : code->children())
    if (!leavesAlone(child, field)) return false;
  return true;
}

// Returns whether the code gives the field a value on every way through it, before the field can be read.
bool alwaysSets(const Stmt* code, const FieldDecl* field) {
  if (!code) return false;
  if (const auto* block = dyn_cast<CompoundStmt>(code)) {
    for (const Stmt* each : block->body()) {
      if (alwaysSets(each, field)) return true;
      if (!leavesAlone(each, field)) return false;
    }
    return false;
  }
  if (const auto* choice = dyn_cast<IfStmt>(code))
    return leavesAlone(choice->getInit(), field) && leavesAlone(choice->getConditionVariableDeclStmt(), field) &&
           leavesAlone(choice->getCond(), field) && alwaysSets(choice->getThen(), field) && alwaysSets(choice->getElse(), field);
  const auto* expression = dyn_cast<Expr>(code);
  const auto* operation = expression ? dyn_cast<BinaryOperator>(expression->IgnoreParenImpCasts()) : nullptr;
  if (!operation || operation->getOpcode() != BO_Assign) return false;
  const auto* left = dyn_cast<MemberExpr>(operation->getLHS()->IgnoreParenImpCasts());
  if (left && left->getMemberDecl() == field && isa<CXXThisExpr>(left->getBase()->IgnoreParenImpCasts()))
    return leavesAlone(operation->getRHS(), field);
  return leavesAlone(operation->getLHS(), field) && alwaysSets(operation->getRHS(), field);  // a = b = 0
}

// Returns whether the constructor gives the field its first value: before its body, or on every way through the body.
bool setsFirst(const CXXConstructorDecl* constructor, const FieldDecl* field) {
  bool untouched = true;
  for (const auto* init : constructor->inits()) {
    if (init->isWritten() && init->getAnyMember() == field) return true;
    untouched &= leavesAlone(init->getInit(), field);
  }
  return untouched && alwaysSets(constructor->getBody(), field);
}

}  // namespace

void variableRules(Unit& unit, const VarDecl* variable) {
  if (!variable || variable->isImplicit() || !unit.reporter.isOwn(variable->getLocation())) return;
  const QualType type = variable->getType();
  if (type->isDependentType()) return;
  const auto* parameter = dyn_cast<ParmVarDecl>(variable);
  const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (parameter && isMain(function)) return;
  if (parameter && function && function->getIdentifier() && function->getName() == "main") return;
  if (type.isVolatileQualified()) unit.reporter.found(Rule::atomic, variable->getLocation(), "volatile");
  if (variable->getTSCSpec() != TSCS_unspecified) unit.reporter.found(Rule::atomic, variable->getLocation(), "thread_local");
  outsideTypeRules(unit, type, variable->getLocation());
  if (isDataPointer(type) && !type->isArrayType() && !(type->getPointeeType().isConstQualified() && isLiteralText(variable->getInit())))
    unit.reporter.found(Rule::pointerVariable, variable->getLocation(), variable->getName());
  const auto* record = recordOf(type);
  if (!type->isReferenceType() && isObjectClass(record))
    unit.reporter.found(Rule::objectOutsideMake, variable->getLocation(), variable->getName());
  if (keepsViews(type.getNonReferenceType()) && !isLiteralText(variable->getInit()))
    unit.reporter.found(Rule::keptView, variable->getLocation(), variable->getName());
  if (parameter) {
    if (isCoroutine(function) && borrowOf(type) != Borrow::none && borrowOf(type) != Borrow::closure)
      unit.reporter.found(Rule::coroutineView, variable->getLocation(), variable->getName());
    return;
  }
  if (variable->hasGlobalStorage() || variable->isStaticLocal()) {
    global(unit, variable);
    if (borrowOf(type) == Borrow::view && !variable->isConstexpr() && !isLiteralText(variable->getInit()))
      unit.reporter.found(Rule::viewMember, variable->getLocation(), variable->getName());
  } else {
    local(unit, variable);
  }
}

void fieldRules(Unit& unit, const FieldDecl* field) {
  const QualType type = field->getType();
  if (type->isDependentType() || field->getParent()->isLambda()) return;
  outsideTypeRules(unit, type, field->getLocation());
  const StringRef name = field->getName();
  if (mayCloseCircle(field)) unit.reporter.found(Rule::sharedPointer, field->getLocation(), name);
  if (type.isVolatileQualified()) unit.reporter.found(Rule::atomic, field->getLocation(), "volatile");
  const auto* record = recordOf(type);
  if (!type->isReferenceType() && isObjectClass(record))
    return unit.reporter.found(Rule::objectOutsideMake, field->getLocation(), name);
  switch (borrowOf(type)) {
    case Borrow::none: break;
    case Borrow::pointer: unit.reporter.found(Rule::pointerMember, field->getLocation(), name); break;
    default: {
      // If the member's class belongs to the program, the finding was reported at the members of that class.
      if (record && !type->isReferenceType() && !isStd(record) && !isNodecpp(record) && !record->isLambda()) break;
      unit.reporter.found(keepsViews(type) ? Rule::keptView : Rule::viewMember, field->getLocation(), name);
    }
  }
}

void recordRules(Unit& unit, const CXXRecordDecl* record) {
  if (record->isUnion()) unit.reporter.found(Rule::unionType, record->getLocation(), record->getName());
  if (record->isDependentType() || !record->hasDefinition()) return;
  for (const auto& base : record->bases()) outsideTypeRules(unit, base.getType(), base.getBeginLoc());
  // Finds members that at least one constructor leaves uninitialised. For a class without constructors, the rule
  // `uninitialized` examines its variables instead.
  bool hasOwnConstructor = false;
  for (const auto* each : record->ctors())
    if (each->isUserProvided() && !each->isCopyOrMoveConstructor()) hasOwnConstructor = true;
  if (hasOwnConstructor || isObjectClass(record)) {
    for (const auto* field : record->fields()) {
      if (field->hasInClassInitializer() || !isLeftUninitialized(field->getType())) continue;
      bool everywhere = hasOwnConstructor;
      for (const auto* each : record->ctors()) {
        if (!each->isUserProvided() || each->isCopyOrMoveConstructor() || each->isDelegatingConstructor()) continue;
        const FunctionDecl* defined = nullptr;
        if (!each->hasBody(defined)) continue;
        everywhere &= setsFirst(cast<CXXConstructorDecl>(defined), field);
      }
      if (!everywhere) unit.reporter.found(Rule::uninitializedMember, field->getLocation(), field->getName());
    }
  }
  if (isObjectClass(record) && !record->isLambda()) {
    bool traced = false, counted = false;
    for (const auto* each : record->decls())
      if (const auto* named = dyn_cast<NamedDecl>(each); named && named->getIdentifier() && named->getName().starts_with("nodecppTrace"))
        traced = true;
    for (const auto* field : record->fields()) counted |= mayHoldItself(field);
    if (counted && !traced) unit.reporter.found(Rule::untracedMembers, record->getLocation(), record->getName());
  }
}

namespace {

// Examines the return statements of a function. They are harmless when each returns *this or something that lasts, such
// as a literal.
class Returns {
 public:
  explicit Returns(const FunctionDecl* function) { look(ownBody(function)); }
  bool harmless = true;
  bool any = false;

 private:
  void look(const Stmt* statement) {
    if (!statement || isa<LambdaExpr>(statement)) return;
    if (const auto* back = dyn_cast<ReturnStmt>(statement); back && back->getRetValue()) {
      any = true;
      const Expr* value = bare(back->getRetValue());
      if (const auto* deref = dyn_cast<UnaryOperator>(value);
          deref && deref->getOpcode() == UO_Deref && isa<CXXThisExpr>(deref->getSubExpr()->IgnoreParenImpCasts()))
        return;
      if (originOf(back->getRetValue()).kind == Origin::lasting) return;
      harmless = false;
    }
    for (const Stmt* child : statement->children()) look(child);
  }
};

bool hasLifetimeAnnotation(const FunctionDecl* function) {
  for (const auto* parameter : function->parameters())
    if (parameter->hasAttr<LifetimeBoundAttr>()) return true;
  return isBoundToThis(function);
}

bool throwsOutside(const Stmt* statement) {
  if (!statement || isa<LambdaExpr, CXXTryStmt>(statement)) return false;
  if (isa<CXXThrowExpr>(statement)) return true;
  for (const Stmt* child : statement->children())
    if (throwsOutside(child)) return true;
  return false;
}

}  // namespace

void functionRules(Unit& unit, const FunctionDecl* function) {
  if (!unit.reporter.isOwn(function->getLocation()) || function->isDependentContext()) return;
  const std::string name = function->getNameAsString();
  if (const auto* destructor = dyn_cast<CXXDestructorDecl>(function)) {
    const auto* type = destructor->getType()->getAs<FunctionProtoType>();
    if ((type && type->getExceptionSpecType() == EST_NoexceptFalse) || (destructor->hasBody() && throwsOutside(destructor->getBody())))
      unit.reporter.found(Rule::throwingDestructor, destructor->getLocation(), name);
  }
  const FunctionDecl* defined = nullptr;
  if (!function->hasBody(defined) || !function->doesThisDeclarationHaveABody()) return;
  const QualType given = function->getReturnType();
  if (given->isDependentType() || isCoroutine(function)) return;
  const Borrow borrow = borrowOf(given);
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  const bool closure = method && method->getParent()->isLambda();
  if (borrow == Borrow::none || borrow == Borrow::closure) return;
  bool told = hasLifetimeAnnotation(function);
  for (const auto* each : function->redecls()) told |= hasLifetimeAnnotation(each);
  if (const auto* pattern = function->getTemplateInstantiationPattern()) told |= hasLifetimeAnnotation(pattern);
  if (told || Returns(function).harmless) return;
  unit.reporter.found(Rule::returnedReference, function->getLocation(), closure ? "this closure" : name);
}

}  // namespace check
