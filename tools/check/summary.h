// Finds out which functions of Node.cpp's own sources may run code of the program. First, calls=FILE writes for each
// source file which function calls which. Then source.js combines these lists, and the rules use the result (runs=FILE).
// Functions of a program are judged by their bodies alone (effects.h).
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string>
#include <vector>

namespace check {

// Writes one line for each function: its name and, separated by tabs, the names of the functions that it calls. `!`
// stands for the program. A name that begins with a star stands for all functions of that type whose address was taken.
// Returns an error message, or an empty string.
std::string writeCalls(clang::ASTContext& context, const std::vector<clang::Decl*>& declared, llvm::StringRef file);
// Reads the names of the functions that may run the program, one on each line. From then on the files are judged as
// Node.cpp's own: by these names, with the headers examined as well, and with what the sources declare treated as a
// program's. Returns an error message, or an empty string.
std::string readRuns(llvm::StringRef file);
bool knowsRuns();
bool mayRun(const clang::FunctionDecl* function);
// Returns whether a call or a constructor may run the program, including by the closures that are passed to a function
// of std.
bool mayRunBy(const clang::Expr* call);

}  // namespace check
