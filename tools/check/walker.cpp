#include "walker.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclFriend.h>

namespace check {

using namespace clang;

const Expr* bare(const Expr* expression) {
  while (expression) {
    const Expr* inner = expression->IgnoreParenImpCasts();
    if (const auto* each = dyn_cast<ExprWithCleanups>(inner)) inner = each->getSubExpr();
    else if (const auto* each = dyn_cast<MaterializeTemporaryExpr>(inner)) inner = each->getSubExpr();
    else if (const auto* each = dyn_cast<CXXBindTemporaryExpr>(inner)) inner = each->getSubExpr();
    else if (const auto* each = dyn_cast<CXXFunctionalCastExpr>(inner)) inner = each->getSubExpr();
    else if (const auto* each = dyn_cast<SubstNonTypeTemplateParmExpr>(inner)) inner = each->getReplacement();
    else if (const auto* each = dyn_cast<CXXConstructExpr>(inner);
             each && each->getNumArgs() == 1 && each->getConstructor()->isCopyOrMoveConstructor() &&
             (each->isElidable() || each->getArg(0)->isPRValue() || borrowOf(each->getType()) != Borrow::none))
      inner = each->getArg(0);
    if (inner == expression) return inner;
    expression = inner;
  }
  return nullptr;
}

const Stmt* ownBody(const FunctionDecl* function) {
  const Stmt* body = function->getBody();
  if (const auto* coroutine = dyn_cast_or_null<CoroutineBodyStmt>(body)) return coroutine->getBody();
  return body;
}

bool isExceptionVariable(const VarDecl* variable) { return variable->isExceptionVariable(); }

void Walker::trust(const Decl* decl) {
  for (const auto* attribute : decl->specific_attrs<SuppressAttr>()) {
    if (attribute->diagnosticIdentifiers_size() != 2 || *attribute->diagnosticIdentifiers_begin() != "nodecpp-unsafe") continue;
    unit_.reporter.trusts({attribute->getRange().getBegin(), decl->getSourceRange().getEnd()},
                          *(attribute->diagnosticIdentifiers_begin() + 1));
  }
}

void Walker::declaration(const Decl* decl) {
  if (!decl || decl->isImplicit() || !unit_.reporter.isOwn(decl->getLocation())) {
    // Namespaces and `extern "C"` blocks are opened anyway: one that was first declared elsewhere may contain own
    // declarations.
    if (!decl || decl->isImplicit() || !isa<NamespaceDecl, LinkageSpecDecl>(decl)) return;
  }
  if (!seen_.insert(decl).second) return;
  trust(decl);
  if (const auto* space = dyn_cast<NamespaceDecl>(decl)) {
    for (const auto* each : space->decls()) declaration(each);
  } else if (const auto* linkage = dyn_cast<LinkageSpecDecl>(decl)) {
    for (const auto* each : linkage->decls()) declaration(each);
  } else if (const auto* templated = dyn_cast<FunctionTemplateDecl>(decl)) {
    trust(templated->getTemplatedDecl());
    function(templated->getTemplatedDecl());
    for (const auto* each : templated->specializations()) function(each);
  } else if (const auto* templated = dyn_cast<ClassTemplateDecl>(decl)) {
    record(templated->getTemplatedDecl());
    for (const auto* each : templated->specializations()) record(each);
  } else if (const auto* templated = dyn_cast<VarTemplateDecl>(decl)) {
    variable(templated->getTemplatedDecl());
  } else if (const auto* each = dyn_cast<FunctionDecl>(decl)) {
    function(each);
  } else if (const auto* each = dyn_cast<CXXRecordDecl>(decl)) {
    record(each);
  } else if (const auto* each = dyn_cast<VarDecl>(decl)) {
    variable(each);
  } else if (const auto* each = dyn_cast<FileScopeAsmDecl>(decl)) {
    unit_.reporter.found(Rule::assembler, each->getLocation(), "asm");
  } else if (const auto* each = dyn_cast<FriendDecl>(decl)) {
    if (each->getFriendDecl()) declaration(each->getFriendDecl());
  }
}

void Walker::record(const CXXRecordDecl* record) {
  if (!record->isThisDeclarationADefinition() || record->isLambda()) return;
  if (!seen_.insert(record).second && !isa<ClassTemplateSpecializationDecl>(record) && record->isImplicit()) return;
  trust(record);
  recordRules(unit_, record);
  for (const auto* each : record->decls()) {
    if (const auto* field = dyn_cast<FieldDecl>(each)) {
      trust(field);
      fieldRules(unit_, field);
      if (field->hasInClassInitializer()) {
        path_.clear();
        statement(field->getInClassInitializer());
      }
    } else {
      declaration(each);
    }
  }
}

void Walker::variable(const VarDecl* variable) {
  variableRules(unit_, variable);
  if (const auto* init = variable->getInit()) {
    path_.clear();
    statement(init);
  }
}

void Walker::function(const FunctionDecl* function) {
  if (!seen_.insert(function).second && isa<CXXDeductionGuideDecl>(function)) return;
  if (function->isDefaulted() || function->isDeleted()) return;
  trust(function);
  functionRules(unit_, function);
  if (function->doesThisDeclarationHaveABody()) body(function);
}

void Walker::body(const FunctionDecl* function) {
  for (const auto* parameter : function->parameters()) variableRules(unit_, parameter);
  functions_.push_back(function);
  llvm::SmallVector<const Stmt*, 32> outer;
  std::swap(outer, path_);
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function))
    for (const auto* each : constructor->inits())
      if (each->isWritten()) statement(each->getInit());
  const Stmt* own = ownBody(function);
  statement(own);
  if (!function->isDependentContext()) flowRules(unit_, function, own);
  std::swap(outer, path_);
  functions_.pop_back();
}

void Walker::lambda(const LambdaExpr* lambda) {
  const auto* call = lambda->getCallOperator();
  if (!lambda->isGenericLambda()) {
    functionRules(unit_, call);
    return body(call);
  }
  // In an instance of a generic lambda the types of the parameters are known. The lambda itself is examined only when
  // it has no instance.
  bool made = false;
  for (const auto* each : call->getDescribedFunctionTemplate()->specializations()) {
    if (!each->doesThisDeclarationHaveABody()) continue;
    made = true;
    functionRules(unit_, each);
    body(each);
  }
  if (!made) body(call);
}

// In `for (auto key : {"a", "b"})` the variable looks at literals, which last for the whole program.
void Walker::loopVariable(const CXXForRangeStmt* loop) {
  const auto* variable = loop->getLoopVariable();
  if (isDataPointer(variable->getType()) && isLiteralText(loop->getRangeInit())) return;
  variableRules(unit_, variable);
}

void Walker::statement(const Stmt* statement) {
  if (!statement) return;
  if (const auto* attributed = dyn_cast<AttributedStmt>(statement))
    for (const auto* each : attributed->getAttrs())
      if (const auto* suppress = dyn_cast<SuppressAttr>(each);
          suppress && suppress->diagnosticIdentifiers_size() == 2 && *suppress->diagnosticIdentifiers_begin() == "nodecpp-unsafe")
        unit_.reporter.trusts({attributed->getBeginLoc(), attributed->getEndLoc()},
                              *(suppress->diagnosticIdentifiers_begin() + 1));
  const FunctionDecl* inside = functions_.empty() ? nullptr : functions_.back();
  if (const auto* declared = dyn_cast<DeclStmt>(statement))
    for (const auto* each : declared->decls()) {
      trust(each);
      if (const auto* variable = dyn_cast<VarDecl>(each)) {
        variableRules(unit_, variable);
      } else if (const auto* record = dyn_cast<CXXRecordDecl>(each)) {
        // The methods of a local class are functions of their own, so the path of statements starts anew for them.
        llvm::SmallVector<const Stmt*, 32> outer;
        std::swap(outer, path_);
        declaration(record);
        std::swap(outer, path_);
      }
    }
  if (const auto* handler = dyn_cast<CXXCatchStmt>(statement))
    if (handler->getExceptionDecl()) variableRules(unit_, handler->getExceptionDecl());
  pointerRules(unit_, statement, path_);
  closureRules(unit_, statement, path_, inside);
  callRules(unit_, statement, path_, inside);
  numberRules(unit_, statement, path_, inside);
  outsideRules(unit_, statement, path_);
  path_.push_back(statement);
  if (const auto* closure = dyn_cast<LambdaExpr>(statement)) {
    for (const auto* init : closure->capture_inits())
      if (init) this->statement(init);
    lambda(closure);
  } else if (const auto* await = dyn_cast<CoroutineSuspendExpr>(statement)) {
    this->statement(await->getOperand());
  } else if (const auto* back = dyn_cast<CoreturnStmt>(statement)) {
    this->statement(back->getOperand());
  } else if (const auto* loop = dyn_cast<CXXForRangeStmt>(statement)) {
    this->statement(loop->getInit());
    this->statement(loop->getRangeInit());
    loopVariable(loop);
    this->statement(loop->getBody());
  } else {
    for (const Stmt* child : statement->children()) this->statement(child);
  }
  path_.pop_back();
}

}  // namespace check
