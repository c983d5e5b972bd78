#include "types.h"

#include "summary.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>

namespace check {

using namespace clang;

const CXXRecordDecl* recordOf(QualType type) {
  if (type.isNull()) return nullptr;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() ? record->getDefinition() : record;
}

std::string nameOf(const NamedDecl* decl) {
  if (!decl) return {};
  std::string name;
  if (const auto* identifier = decl->getIdentifier())
    name = identifier->getName().str();
  else
    name = decl->getNameAsString();
  for (const DeclContext* at = decl->getDeclContext(); at && !at->isTranslationUnit(); at = at->getParent()) {
    if (const auto* space = dyn_cast<NamespaceDecl>(at)) {
      if (!space->isInline() && !space->isAnonymousNamespace()) name = space->getName().str() + "::" + name;
    } else if (const auto* record = dyn_cast<RecordDecl>(at)) {
      name = record->getName().str() + "::" + name;
    }
  }
  return name;
}

std::string typeName(QualType type) {
  const auto* record = recordOf(type);
  return record ? nameOf(record) : std::string();
}

static StringRef outermostNamespace(const Decl* decl) {
  StringRef name;
  for (const DeclContext* at = decl->getDeclContext(); at; at = at->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(at); space && !space->isAnonymousNamespace()) name = space->getName();
  return name;
}

bool isStd(const Decl* decl) {
  const StringRef name = outermostNamespace(decl);
  return name == "std" || name == "__gnu_cxx";
}
static bool isInHeaders(const Decl* decl) {
  static llvm::DenseMap<FileID, bool> known;
  const auto& sources = decl->getASTContext().getSourceManager();
  const FileID file = sources.getFileID(sources.getExpansionLoc(decl->getLocation()));
  const auto [place, isNew] = known.try_emplace(file, false);
  if (isNew) place->second = sources.getFilename(sources.getLocForStartOfFile(file)).contains("include/nodecpp/");
  return place->second;
}

bool isNodecpp(const Decl* decl) {
  // A program may open the namespace nodecpp to declare names of its own in it. When the library's own sources are examined, only declarations
  // in the library's headers count as the library.
  return outermostNamespace(decl) == "nodecpp" && (!knowsRuns() || isInHeaders(decl->getCanonicalDecl()));
}

bool isCoroutine(const FunctionDecl* function) {
  const FunctionDecl* defined = nullptr;
  return function && function->hasBody(defined) && isa_and_nonnull<CoroutineBodyStmt>(defined->getBody());
}

bool capturesByReference(const CXXRecordDecl* closure) {
  for (const auto& capture : closure->captures()) {
    if (capture.getCaptureKind() == LCK_ByRef || capture.getCaptureKind() == LCK_This) return true;
    if (capture.capturesVariable() && borrowOf(capture.getCapturedVar()->getType().getNonReferenceType()) != Borrow::none)
      return true;
  }
  return false;
}

bool isAddress(QualType type) {
  if (type.isNull()) return false;
  type = type.getNonReferenceType();
  if (const auto* array = type->getAsArrayTypeUnsafe()) return isAddress(array->getElementType());
  return type->isPointerType() && !type->isFunctionPointerType();
}

bool isTextPointer(QualType type) {
  if (!isAddress(type)) return false;
  type = type.getNonReferenceType();
  if (const auto* array = type->getAsArrayTypeUnsafe()) return isTextPointer(array->getElementType());
  const QualType to = type->getPointeeType();
  return to.isConstQualified() && (to->isSpecificBuiltinType(BuiltinType::Char_S) || to->isSpecificBuiltinType(BuiltinType::Char_U) || to->isChar8Type());
}

bool isDataPointer(QualType type) { return isAddress(type) && !isTextPointer(type); }

namespace {

const llvm::StringSet<>& viewNames() {
  static const llvm::StringSet<> names = {
      "std::basic_string_view", "std::span", "std::reference_wrapper", "std::mdspan", "std::sub_match", "std::match_results",
      "std::basic_format_args", "std::move_only_function_ref", "std::function_ref",
      "nodecpp::StringArg", "nodecpp::ChunkArg", "nodecpp::LocaleArg", "nodecpp::http::HeaderValue", "nodecpp::http::HeadersArg",
      "nodecpp::http::HeaderFieldArg", "nodecpp::querystring::Separator"};
  return names;
}

const llvm::StringSet<>& iteratorNames() {
  static const llvm::StringSet<> names = {
      "__gnu_cxx::__normal_iterator", "std::_Rb_tree_iterator", "std::_Rb_tree_const_iterator", "std::_List_iterator",
      "std::_List_const_iterator", "std::_Fwd_list_iterator", "std::_Fwd_list_const_iterator", "std::_Deque_iterator",
      "std::_Bit_iterator", "std::_Bit_const_iterator", "std::__detail::_Node_iterator", "std::__detail::_Node_const_iterator",
      "std::__detail::_Local_iterator", "std::reverse_iterator", "std::move_iterator", "std::_Bit_reference",
      "std::regex_iterator", "std::regex_token_iterator"};
  return names;
}

// Names of classes that count as no view, whatever their template arguments are: they refer to objects, or they are
// functions.
const llvm::StringSet<>& opaqueNames() {
  static const llvm::StringSet<> names = {
      "nodecpp::Handle", "nodecpp::owning_ptr", "nodecpp::soft_ptr", "nodecpp::WeakRef", "nodecpp::Function", "nodecpp::Event",
      "nodecpp::detail::Listener", "std::function", "std::move_only_function", "std::copyable_function", "std::hash", "std::less",
      "std::equal_to", "std::char_traits", "std::allocator", "std::unique_ptr", "std::shared_ptr", "std::weak_ptr",
      "std::default_delete", "std::basic_string", "std::coroutine_handle", "std::type_identity", "std::integral_constant"};
  return names;
}

bool isLibrary(const Decl* decl) { return isStd(decl) || isNodecpp(decl); }

Borrow borrowOfArguments(const CXXRecordDecl* record);

Borrow borrowOfRecord(const CXXRecordDecl* record) {
  if (record->isLambda()) return capturesByReference(record) ? Borrow::closure : Borrow::none;
  const std::string name = nameOf(record);
  if (viewNames().contains(name)) return Borrow::view;
  if (name == "std::initializer_list") return Borrow::view;
  if (iteratorNames().contains(name)) return Borrow::iterator;
  if (StringRef(name).starts_with("std::ranges::") && (StringRef(name).ends_with("_view") || name == "std::ranges::subrange"))
    return name == "std::ranges::owning_view" || name == "std::ranges::iota_view" || name == "std::ranges::empty_view" ||
                   name == "std::ranges::single_view"
               ? borrowOfArguments(record)
               : Borrow::view;
  if (isLibrary(record) && !opaqueNames().contains(name)) return borrowOfArguments(record);
  if (isLibrary(record)) return Borrow::none;
  if (!record->hasDefinition() || record->isDependentType()) return Borrow::none;
  if (isObjectClass(record)) return Borrow::none;  // the rules examine its members where the class is declared
  for (const auto* field : record->fields())
    if (const Borrow borrow = borrowOf(field->getType()); borrow != Borrow::none) return Borrow::view;
  for (const auto& base : record->bases())
    if (const auto* of = recordOf(base.getType()); of && of != record)
      if (borrowOf(base.getType()) != Borrow::none) return Borrow::view;
  return Borrow::none;
}

Borrow borrowOfArguments(const CXXRecordDecl* record) {
  const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance) return Borrow::none;
  for (const auto& argument : instance->getTemplateArgs().asArray()) {
    if (argument.getKind() == TemplateArgument::Type) {
      const QualType type = argument.getAsType();
      if (type->isFunctionType()) continue;
      if (borrowOf(type) != Borrow::none) return Borrow::view;
    } else if (argument.getKind() == TemplateArgument::Pack) {
      for (const auto& each : argument.pack_elements())
        if (each.getKind() == TemplateArgument::Type && !each.getAsType()->isFunctionType() &&
            borrowOf(each.getAsType()) != Borrow::none)
          return Borrow::view;
    }
  }
  return Borrow::none;
}

llvm::DenseMap<const CXXRecordDecl*, Borrow>& known() {
  static llvm::DenseMap<const CXXRecordDecl*, Borrow> map;
  return map;
}

}  // namespace

Borrow borrowOf(QualType type) {
  if (type.isNull() || type->isDependentType()) return Borrow::none;
  if (type->isReferenceType()) return Borrow::reference;
  if (isDataPointer(type)) return Borrow::pointer;
  if (const auto* array = type->getAsArrayTypeUnsafe()) return borrowOf(array->getElementType());
  const auto* record = recordOf(type);
  if (!record) return Borrow::none;
  const auto [place, isNew] = known().try_emplace(record, Borrow::none);
  if (!isNew) return place->second;
  const Borrow borrow = borrowOfRecord(record);
  known()[record] = borrow;
  return borrow;
}

bool keepsViews(QualType type) {
  if (type.isNull() || type->isDependentType() || type->isReferenceType()) return false;
  const auto* record = recordOf(type);
  if (!record || !isLibrary(record) || record->isLambda()) return false;
  const std::string name = nameOf(record);
  if (viewNames().contains(name) || iteratorNames().contains(name) || name == "std::initializer_list" ||
      StringRef(name).starts_with("std::ranges::") || opaqueNames().contains(name))
    return false;
  // Functions return these types for several results, such as a pair of iterators or a pair of references from minmax.
  if (name == "std::pair" || name == "std::tuple" || name == "std::optional") return false;
  static const llvm::StringSet<> keepers = {
      "std::vector", "std::deque", "std::list", "std::forward_list", "std::set", "std::multiset", "std::map", "std::multimap",
      "std::unordered_map", "std::unordered_set", "std::unordered_multimap", "std::array", "std::stack", "std::queue",
      "std::priority_queue", "nodecpp::Array", "nodecpp::Map", "nodecpp::Set", "nodecpp::let", "nodecpp::perThread",
      "nodecpp::Promise", "nodecpp::Queue", "nodecpp::Channel", "std::flat_map"};
  return keepers.contains(name) && borrowOfArguments(record) != Borrow::none;
}

bool isStdOwner(QualType type) {
  const auto* record = recordOf(type);
  if (!record || !isStd(record) || record->isLambda()) return false;
  static const llvm::StringSet<> names = {
      "std::vector", "std::deque", "std::list", "std::forward_list", "std::set", "std::multiset", "std::map", "std::multimap",
      "std::unordered_map", "std::unordered_set", "std::unordered_multimap", "std::unordered_multiset", "std::basic_string",
      "std::optional", "std::unique_ptr", "std::shared_ptr", "std::stack", "std::queue", "std::priority_queue", "std::variant", "std::any",
      "std::expected"};
  return names.contains(nameOf(record));
}

bool isIterator(QualType type) { return iteratorNames().contains(typeName(type)); }

bool isHandle(QualType type) {
  static const llvm::StringSet<> names = {"nodecpp::Handle", "nodecpp::owning_ptr", "nodecpp::soft_ptr", "nodecpp::let",
                                          "nodecpp::WeakRef", "nodecpp::perThread"};
  const auto* record = recordOf(type);
  if (!record || record->isLambda()) return false;
  if (names.contains(nameOf(record))) return true;
  for (const auto& base : record->hasDefinition() ? record->bases() : CXXRecordDecl::base_class_const_range(nullptr, nullptr))
    if (isHandle(base.getType())) return true;
  return false;
}

namespace {

bool isEmitterClass(const CXXRecordDecl* record) {
  if (nameOf(record) == "nodecpp::EventEmitterObject") return true;
  if (!record->hasDefinition()) return false;
  for (const auto& base : record->bases())
    if (const auto* of = recordOf(base.getType()); of && isEmitterClass(of)) return true;
  return false;
}

bool leadsTo(QualType type, const CXXRecordDecl* target, llvm::SmallPtrSetImpl<const CXXRecordDecl*>& seen) {
  if (const auto* array = type.isNull() ? nullptr : type->getAsArrayTypeUnsafe()) return leadsTo(array->getElementType(), target, seen);
  const auto* record = recordOf(type);
  if (!record || record->isDependentType()) return false;
  if (record->getCanonicalDecl() == target->getCanonicalDecl()) return true;
  if (!seen.insert(record).second) return false;
  const std::string name = nameOf(record);
  if (name == "nodecpp::Function" || name == "std::function" || name == "nodecpp::var" || name == "std::any") return true;
  if (const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(record); instance && (isStd(record) || isNodecpp(record))) {
    if (name == "std::weak_ptr" || name == "nodecpp::soft_ptr" || name == "nodecpp::WeakRef") return false;
    for (const auto& argument : instance->getTemplateArgs().asArray())
      if (argument.getKind() == TemplateArgument::Type && leadsTo(argument.getAsType(), target, seen)) return true;
    return false;
  }
  // An emitter has listeners, and a listener may hold any object.
  if (isEmitterClass(record)) return true;
  if (isStd(record) || isNodecpp(record) || !record->hasDefinition()) return false;
  // A derived class may have any members.
  if (record->isPolymorphic() && !record->isEffectivelyFinal() && !isObjectClass(record)) return true;
  for (const auto* field : record->fields())
    if (leadsTo(field->getType(), target, seen)) return true;
  for (const auto& base : record->bases())
    if (leadsTo(base.getType(), target, seen)) return true;
  return false;
}

// Collects the targets of the shared_ptrs in a type, including those inside containers.
void sharedIn(QualType type, llvm::SmallVectorImpl<QualType>& targets, unsigned depth) {
  const auto* instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(type));
  if (!instance || depth > 4 || !(isStd(instance) || isNodecpp(instance))) return;
  for (const auto& argument : instance->getTemplateArgs().asArray()) {
    if (argument.getKind() != TemplateArgument::Type) continue;
    if (nameOf(instance) == "std::shared_ptr") return targets.push_back(argument.getAsType());
    sharedIn(argument.getAsType(), targets, depth + 1);
  }
}

}  // namespace

bool mayCloseCircle(const FieldDecl* field) {
  const auto* owner = dyn_cast<CXXRecordDecl>(field->getParent());
  llvm::SmallVector<QualType, 2> targets;
  sharedIn(field->getType(), targets, 0);
  for (const QualType target : targets) {
    llvm::SmallPtrSet<const CXXRecordDecl*, 16> seen;
    if (owner && leadsTo(target, owner, seen)) return true;
  }
  return false;
}

bool mayHoldItself(const FieldDecl* field) {
  static const llvm::StringSet<> counted = {"nodecpp::Handle", "nodecpp::let", "nodecpp::Function", "nodecpp::Array", "nodecpp::Map",
                                            "nodecpp::Set", "nodecpp::Promise", "nodecpp::var"};
  const auto* owner = dyn_cast<CXXRecordDecl>(field->getParent());
  llvm::SmallPtrSet<const CXXRecordDecl*, 16> seen;
  return owner && counted.contains(typeName(field->getType())) && leadsTo(field->getType(), owner, seen);
}

bool isPromise(QualType type) {
  const std::string name = typeName(type);
  return name == "nodecpp::Promise";
}

bool isObjectClass(const CXXRecordDecl* record) {
  if (!record || !record->hasDefinition() || record->isDependentType()) return false;
  if (nameOf(record) == "nodecpp::Object") return true;
  for (const auto& base : record->getDefinition()->bases())
    if (isObjectClass(base.getType()->getAsCXXRecordDecl())) return true;
  return false;
}

bool hasDestructor(QualType type) {
  if (const auto* array = type->getAsArrayTypeUnsafe()) return hasDestructor(array->getElementType());
  const auto* record = recordOf(type);
  return record && record->hasDefinition() && !record->isDependentType() && !record->hasTrivialDestructor();
}

bool isLeftUninitialized(QualType type, unsigned depth) {
  if (type.isNull() || type->isDependentType() || depth > 6) return false;
  if (const auto* array = type->getAsArrayTypeUnsafe()) return isLeftUninitialized(array->getElementType(), depth + 1);
  if (type->isScalarType()) return !type->isNullPtrType();
  const auto* record = recordOf(type);
  if (!record || !record->hasDefinition() || record->isLambda() || record->isUnion()) return false;
  if (nameOf(record) != "std::array" && (isStd(record) || isNodecpp(record))) return false;
  if (record->hasUserProvidedDefaultConstructor()) return false;
  for (const auto* field : record->fields())
    if (!field->hasInClassInitializer() && !field->isUnnamedBitField() && isLeftUninitialized(field->getType(), depth + 1))
      return true;
  return false;
}

}  // namespace check
