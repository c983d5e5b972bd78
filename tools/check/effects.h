// What a call may do besides its purpose: run other code of the program, or change something that a view or a reference
// looks at.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace check {

struct Effect {
  // program functions, listeners or destructors are called, so that anything may have changed afterwards
  bool runsOthers = false;
  bool changesUnsteady = false;      // a member, or an object that a handle refers to, is changed
  llvm::SmallVector<const clang::VarDecl*, 2> changed;  // the local variables that are changed
  bool changes(const clang::VarDecl* variable) const { return llvm::is_contained(changed, variable); }
  bool any() const { return runsOthers || changesUnsteady || !changed.empty(); }
};

// Returns the effect of this one expression, without the effects of its subexpressions.
Effect effectOf(const clang::Expr* expression);
// Returns whether a call of the function is calm: it runs only itself and other calm functions, and changes only its
// own variables.
bool hasNoSideEffects(const clang::FunctionDecl* function);
// Returns whether the called function cannot run other code by calling this argument. A closure counts as calm when its
// body is calm. An argument that is no function and no closure is always calm.
bool argumentHasNoSideEffects(const clang::Expr* argument);
// Returns whether the function does not keep this parameter beyond the call: the parameter is marked
// [[clang::noescape]], or it belongs to a standard algorithm.
bool isNoEscape(const clang::FunctionDecl* function, unsigned parameter);
// Returns whether the function is all, race or a similar combinator. A combinator that is awaited where it is called
// has ended before the calling function goes on.
bool isCombinator(const clang::FunctionDecl* function);

}  // namespace check
