// Functions in a var: how they are called, and their properties as objects.
#include <nodecpp/error.h>

#include "json/var_tree.h"

namespace nodecpp {

using detail::VarArray;
using detail::VarCall;
using detail::VarFunction;
using detail::VarObject;
using detail::VarParts;

const var detail::VarCall::undefinedVar;

var detail::VarCall::rest(std::size_t from) const {
  VarArray* list = VarArray::make(count > from ? std::uint32_t(count - from) : 0);
  for (std::size_t i = from; i < count; ++i) list->append(var(args[i]));
  return var::ofArray(list);
}

var var::ofFunction(VarFunction* fresh) noexcept {
  var out;
  out.become(tagFunction, reinterpret_cast<std::uintptr_t>(static_cast<VarObject*>(fresh)));
  return out;
}

var var::invoke(const VarCall& call) const {
  if (!isFunction()) [[unlikely]]
    throw TypeError((isUndefined() || isNull() ? toString() : String("v")) + " is not a function");
  const var alive(*this);  // keeps the function alive until it returns, even if the program drops it meanwhile
  auto* function = static_cast<VarFunction*>(object_);
  return function->call(function, call);
}

void var::Slot::throwNoMethod(Word a, Word b, Word c) {
  if (c == isIndex) detail::throwNoFunction(str(std::ptrdiff_t(a)));
  if (c == isText) detail::throwNoFunction(std::string_view(reinterpret_cast<const char*>(a), b));
  detail::throwNoFunction(otherText(a, b, c));
}

var var::apply(const var& self, const var& list) const {
  if (list.isNullish()) return call(self);
  if (!list.isArray()) throw TypeError("CreateListFromArrayLike called on non-object");
  const var held(list);  // keeps the list of arguments alive, which the function may drop
  Array<var> args;
  for (std::uint32_t i = 0; i < list.array_->size; ++i) args.push(list.array_->data[i]);
  return invoke({self, detail::ArrayAccess::items(args), args.size()});
}

var var::bound(const var& self, const var& first) const {
  if (!isFunction()) throw TypeError("Bind must be called on a function");
  const var target(*this), kept(self);
  var out = [target, kept, first](Rest rest) { return target.apply(kept, first.concat(rest)); };
  out.nameFunction("bound " + static_cast<VarFunction*>(object_)->name);
  return out;
}

void var::nameFunction(StringArg name, bool ifNone) const {
  auto* function = VarParts::function(*this);
  if (function && (!ifNone || function->name.empty())) function->name = name.toString();
}

// Returns f["prototype"]. The object is created when it is asked for the first time.
static var prototypeOf(const var& function) {
  VarObject* object = VarParts::object(function);
  if (const var* there = object->find("prototype")) return *there;
  var made = var::object();
  if (object->maker) object->maker->maker = nullptr;
  VarParts::object(made)->maker = object;
  object->maker = VarParts::object(made);
  object->own();
  object->append("prototype", var(made));
  object->shape->row->setAttributes(object->count - 1, detail::KeyRow::hidden | detail::KeyRow::permanent);
  return made;
}

var var::constructWith(const var* args, std::size_t count) const {
  if (!isFunction()) throw TypeError((isNullish() ? toString() : String("v")) + " is not a constructor");
  var prototype = prototypeOf(*this);
  var made = ofObject(VarObject::make(nullptr, 0));
  if ((made.object_->proto = VarParts::object(prototype)) != nullptr) static_cast<void>(released(std::move(prototype)));
  const var out = invoke({made, args, count});
  return out.isNullish() || out.isBoolean() || out.isNumber() || out.isString() || out.isSymbol() ? made : out;
}

bool var::instanceOf(const var& f) const {
  if (!f.isFunction())
    throw TypeError(str("Right-hand side of 'instanceof' is not ") + (f.isObject() || f.isArray() ? "callable" : "an object"));
  if (!isObject() && !isFunction()) return false;
  const VarObject* wanted = VarParts::object(prototypeOf(f));
  for (const VarObject* at = object_->proto; at; at = at->proto)
    if (at == wanted) return true;
  return false;
}

var detail::functionProperty(const var& function, StringArg key) {
  auto* f = VarParts::function(function);
  if (key == StringArg("prototype")) return prototypeOf(function);
  if (key == StringArg("name")) return f->name;
  if (key == StringArg("length")) return f->length;
  return undefined;
}

}  // namespace nodecpp
