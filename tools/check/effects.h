// What a call may do beside what it is called for: run other code of the program's, or change what something else looks at.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace check {

struct Effect {
  bool runsOthers = false;           // functions of the program's, listeners, destructors: anything may be another afterwards
  bool changesUnsteady = false;      // a member, or what a handle refers to
  llvm::SmallVector<const clang::VarDecl*, 2> changed;  // local variables
  bool changes(const clang::VarDecl* variable) const { return llvm::is_contained(changed, variable); }
  bool any() const { return runsOthers || changesUnsteady || !changed.empty(); }
};

// Of this one expression, without those in it.
Effect effectOf(const clang::Expr* expression);
// Whether a call of the function runs nothing but itself and what is as calm, and changes nothing but its own variables.
bool isCalm(const clang::FunctionDecl* function);
// Whether what is called calls, while it runs, what it is given here. Closures that it only keeps are none.
bool isCalmArgument(const clang::Expr* argument);
// A parameter that is not kept beyond the call: [[clang::noescape]], and what the standard algorithms take.
bool isNoEscape(const clang::FunctionDecl* function, unsigned parameter);
// all, race and their kin: they end before the function that awaits them on the spot goes on.
bool isCombinator(const clang::FunctionDecl* function);

}  // namespace check
