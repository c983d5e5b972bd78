// Where a reference, a view or an iterator comes from: which object it looks into, and so what may end its validity.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace check {

struct Origin {
  // The kinds are in the order from the safest to the most dangerous. When an expression may have one of two origins,
  // the later kind counts.
  enum Kind : unsigned char {
    lasting,    // a literal, a constant, or a value that owns its content
    variable,   // a local variable itself
    borrowed,   // the object that another local view or reference looks at
    content,    // an object that a local variable owns, which changes when the variable does
    unsteady,   // a member of an object, an element, or an object of the caller
    dangling,   // a temporary that ends with the statement
  };
  Kind kind = lasting;
  const clang::VarDecl* root = nullptr;
  bool inside = false;  // for `borrowed`: an object owned by the one that the root looks at, not that one itself

  Origin join(Origin other) const { return other.kind > kind ? other : *this; }
};

// Returns the origin of an expression that is a reference, a view or an iterator, or that a reference is bound to.
Origin originOf(const clang::Expr* expression);
// Returns whether [[clang::lifetimebound]] says that the result of a method looks into the object that it is called on.
// The attribute is then a part of the method's type.
bool isBoundToThis(const clang::FunctionDecl* function);
// Returns the variable that a declaration names. For a structured binding it is the variable that is taken apart.
const clang::VarDecl* variableOf(const clang::ValueDecl* decl);

}  // namespace check
