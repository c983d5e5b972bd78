// What a type means to the rules: whether a value of it looks at something that it does not own. Types are recognised
// by their qualified names (nodecpp::Handle), in whatever file they are declared, and by their members.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Type.h>

#include <string>

namespace check {

enum class Borrow : unsigned char { none, reference, pointer, view, iterator, closure };

// Returns in which way a value of this type depends on an object that it does not own.
Borrow borrowOf(clang::QualType type);
// Returns whether the type is a pointer to data. Pointers to functions and to members are not addresses.
bool isAddress(clang::QualType type);
// Returns whether the type is const char*. A const char* that is kept must come from a literal: the rule
// pointer-variable refuses other sources where the pointer is made.
bool isTextPointer(clang::QualType type);
// Returns whether the type is an address but not a const char*.
bool isDataPointer(clang::QualType type);
// Returns whether the type is a container of std or of Node.cpp with elements that are views.
bool keepsViews(clang::QualType type);

const clang::CXXRecordDecl* recordOf(clang::QualType type);  // looks through references; null when the type is no class
// Returns the name with its namespaces but without inline namespaces and template arguments: std::vector,
// nodecpp::Handle.
std::string nameOf(const clang::NamedDecl* decl);
std::string typeName(clang::QualType type);  // nameOf(recordOf(type)), or an empty string when the type is no class

bool isStd(const clang::Decl* decl);
bool isNodecpp(const clang::Decl* decl);  // when the library's own sources are examined, only its headers count
// Returns whether the type is a class of std that owns elements and returns references to them: vector, map, string,
// optional, unique_ptr.
bool isStdOwner(clang::QualType type);
bool isIterator(clang::QualType type);
// Returns whether the type is Handle, owning_ptr, soft_ptr, let or WeakRef: it refers to an object that others may
// refer to as well.
bool isHandle(clang::QualType type);
// Returns whether a std::shared_ptr in the member may lead back to the class of the member and so close a cycle.
bool mayCloseCircle(const clang::FieldDecl* field);
// Returns whether the member is a counted reference (a Handle, let, Function, Array and the like) that may lead back to
// the object that contains the member.
bool mayHoldItself(const clang::FieldDecl* field);
bool isPromise(clang::QualType type);
// Returns whether the class is nodecpp::Object or derives from it.
bool isObjectClass(const clang::CXXRecordDecl* record);
// Returns whether the lambda has a reference to, or a view of, variables of the function around it, or captures `this`.
bool capturesByReference(const clang::CXXRecordDecl* closure);
// Returns whether a value of the type has a destructor that does something.
bool hasDestructor(clang::QualType type);
// Returns whether default initialisation leaves the value uninitialised: the type is a scalar, or a class that contains
// such a scalar.
bool isLeftUninitialized(clang::QualType type, unsigned depth = 0);
bool isCoroutine(const clang::FunctionDecl* function);

}  // namespace check
