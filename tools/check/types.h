// What a type is to the rules: whether a value of it looks at what somebody else owns. Types are recognised by their names
// (nodecpp::Handle), wherever they are declared, and by what they are made of.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Type.h>

#include <string>

namespace check {

enum class Borrow : unsigned char { none, reference, pointer, view, iterator, closure };

// How a value of this type depends on what it does not own.
Borrow borrowOf(clang::QualType type);
// A pointer to data; pointers to functions and members are none.
bool isAddress(clang::QualType type);
// const char*: only literals become one that is kept (the rule pointer-variable refuses the rest where it is made).
bool isTextPointer(clang::QualType type);
// An address that is no text's.
bool isDataPointer(clang::QualType type);
// A container, an optional, a pair or the like of the standard library's or of ours, whose elements are views.
bool keepsViews(clang::QualType type);

const clang::CXXRecordDecl* recordOf(clang::QualType type);  // null where it is none; references are seen through
// The name with its namespaces, without inline ones and template arguments: std::vector, nodecpp::Handle.
std::string nameOf(const clang::NamedDecl* decl);
std::string typeName(clang::QualType type);  // nameOf(recordOf(type)), or empty

bool isStd(const clang::Decl* decl);
bool isNodecpp(const clang::Decl* decl);  // of the library's own sources (summary.h) the headers alone are the library
// std's containers and what else owns elements that it hands out by reference: vector, map, string, optional, unique_ptr.
bool isStdOwner(clang::QualType type);
bool isIterator(clang::QualType type);
bool isNum(clang::QualType type);
// Handle, owning_ptr, soft_ptr, let, WeakRef: what refers to an object that others refer to as well.
bool isHandle(clang::QualType type);
// Whether a std::shared_ptr in the member may lead back to the class that has it, or to what could.
bool mayCloseCircle(const clang::FieldDecl* field);
// Whether what the member counts may lead back to the object that has it.
bool mayHoldItself(const clang::FieldDecl* field);
bool isPromise(clang::QualType type);
// A class of nodecpp::Object.
bool isObjectClass(const clang::CXXRecordDecl* record);
// Whether the lambda looks at variables of the function around it.
bool capturesByReference(const clang::CXXRecordDecl* closure);
// Whether it has a destructor that does something.
bool hasDestructor(clang::QualType type);
// A scalar, or a class with a scalar in it, that its default initialisation leaves alone.
bool isLeftUninitialized(clang::QualType type, unsigned depth = 0);
bool isCoroutine(const clang::FunctionDecl* function);

}  // namespace check
