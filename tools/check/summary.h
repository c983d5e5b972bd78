// Node.cpp's own sources: which of their functions may run the program's. All files are asked first who calls whom (calls=FILE),
// source.js puts that together, and the rules then go by it (runs=FILE). A program's own functions are judged by their bodies
// alone (effects.h).
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string>
#include <vector>

namespace check {

// Writes a line for each function: its name and, after tabs, the names of those that it calls; `!` is the program. A name with
// a star in front is all functions of that type whose address was taken.
std::string writeCalls(clang::ASTContext& context, const std::vector<clang::Decl*>& declared, llvm::StringRef file);
// The names of those that may run the program, one a line. From now on these are Node.cpp's own files, and judged by them: its
// headers are looked at, too, and what its sources declare is as a program's.
std::string readRuns(llvm::StringRef file);
bool knowsRuns();
bool mayRun(const clang::FunctionDecl* function);
// Of a call or a constructor; the closures that a function of std is given included.
bool mayRunBy(const clang::Expr* call);

}  // namespace check
