// Goes through the program's own declarations and the bodies of its functions, those that templates and generic lambdas were
// made into included, and shows each statement to the rules with what it stands in.
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

// From the body down to what the statement stands in.
using Path = llvm::SmallVectorImpl<const clang::Stmt*>;

// What the rules of all groups share.
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

// The groups of rules. `inside` is the function whose body it is; null for the first value of a variable outside.
void pointerRules(Unit& unit, const clang::Stmt* statement, const Path& path);
void closureRules(Unit& unit, const clang::Stmt* statement, const Path& path, const clang::FunctionDecl* inside);
void callRules(Unit& unit, const clang::Stmt* statement, const Path& path, const clang::FunctionDecl* inside);
void numberRules(Unit& unit, const clang::Stmt* statement, const Path& path, const clang::FunctionDecl* inside);
void outsideRules(Unit& unit, const clang::Stmt* statement, const Path& path);
void outsideTypeRules(Unit& unit, clang::QualType type, clang::SourceLocation where);
void fieldRules(Unit& unit, const clang::FieldDecl* field);
void recordRules(Unit& unit, const clang::CXXRecordDecl* record);
void functionRules(Unit& unit, const clang::FunctionDecl* function);
// Of a variable with a name, wherever it stands; parameters included.
void variableRules(Unit& unit, const clang::VarDecl* variable);
// What holds over the order of a function's statements: views, iterators, moves.
void flowRules(Unit& unit, const clang::FunctionDecl* function, const clang::Stmt* body);

// Sees through parentheses, conversions that the compiler adds, temporaries and copies that are left out.
const clang::Expr* bare(const clang::Expr* expression);
// The body without what the compiler adds around a coroutine's.
const clang::Stmt* ownBody(const clang::FunctionDecl* function);
// Whether it is text that is written in the program, or a list of such.
bool isLiteralText(const clang::Expr* init);
bool isExceptionVariable(const clang::VarDecl* variable);

}  // namespace check
