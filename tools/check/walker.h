// Walks through the program's own declarations and the bodies of its functions, including the instances of templates
// and of generic lambdas. It shows each statement to the rules together with the statements around it.
#pragma once

#include "reporter.h"
#include "types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

namespace check {

// The statements around a statement, from the function's body inwards.
using Path = llvm::SmallVectorImpl<const clang::Stmt*>;

// The objects that the rules of all groups share.
struct Unit {
  clang::ASTContext& context;
  Reporter& reporter;
  const Options& options;
};

class Walker {
 public:
  explicit Walker(Unit& unit) : unit_(unit) {}
  void declaration(const clang::Decl* decl);

 private:
  void function(const clang::FunctionDecl* function);
  void record(const clang::CXXRecordDecl* record);
  void variable(const clang::VarDecl* variable);
  void body(const clang::FunctionDecl* function);
  void statement(const clang::Stmt* statement);
  void loopVariable(const clang::CXXForRangeStmt* loop);
  void lambda(const clang::LambdaExpr* lambda);
  void trust(const clang::Decl* decl);

  Unit& unit_;
  llvm::SmallVector<const clang::Stmt*, 32> path_;
  llvm::SmallVector<const clang::FunctionDecl*, 8> functions_;
  llvm::DenseSet<const clang::Decl*> seen_;
};

// The groups of rules. `inside` is the function that contains the statement. It is null for the initialiser of a global
// variable.
void pointerRules(Unit& unit, const clang::Stmt* statement, const Path& path);
void closureRules(Unit& unit, const clang::Stmt* statement, const Path& path, const clang::FunctionDecl* inside);
void callRules(Unit& unit, const clang::Stmt* statement, const Path& path, const clang::FunctionDecl* inside);
void numberRules(Unit& unit, const clang::Stmt* statement, const Path& path, const clang::FunctionDecl* inside);
void outsideRules(Unit& unit, const clang::Stmt* statement, const Path& path);
void outsideTypeRules(Unit& unit, clang::QualType type, clang::SourceLocation where);
void fieldRules(Unit& unit, const clang::FieldDecl* field);
void recordRules(Unit& unit, const clang::CXXRecordDecl* record);
void functionRules(Unit& unit, const clang::FunctionDecl* function);
// Checks a variable with a name, in any place. Parameters are variables too.
void variableRules(Unit& unit, const clang::VarDecl* variable);
// Checks rules that depend on the order of a function's statements: those about views, iterators and moves.
void flowRules(Unit& unit, const clang::FunctionDecl* function, const clang::Stmt* body);

// Returns the expression without parentheses, implicit conversions, temporaries and elided copies.
const clang::Expr* bare(const clang::Expr* expression);
// Returns the body of a function without the code that the compiler adds to a coroutine.
const clang::Stmt* ownBody(const clang::FunctionDecl* function);
// Returns whether the expression is a text literal of the program, or a list of such literals.
bool isLiteralText(const clang::Expr* init);
bool isExceptionVariable(const clang::VarDecl* variable);

}  // namespace check
