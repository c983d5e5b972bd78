// C++ classes as JavaScript classes: each JavaScript object owns a C++ object and is tagged with its class.
#include <nodecpp/native/exports.h>

#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::native::detail {

namespace {

// The tag of a class. Its key is an address, so it is unique in the process and belongs to this module only.
napi_type_tag tagOf(const void* key) { return {reinterpret_cast<std::uintptr_t>(key), 0x6e6f64652e637070}; }

// The object that makeObject passes to `new`. Programs cannot make an Adoption, so they cannot imitate this call.
struct Adoption {
  const void* key;
  void* object;
  void (*destroy)(void*);
};
thread_local Adoption* adopting = nullptr;

struct Destroy {
  void (*destroy)(void*);
};

std::string nameOf(const ClassRecord& record) { return record.name; }

}  // namespace

void* unwrap(napi_env env, napi_value value, const void* key) {
  napi_type_tag tag = tagOf(key);
  bool is = false;
  void* object = nullptr;
  if (napi_check_object_type_tag(env, value, &tag, &is) != napi_ok || !is ||
      napi_unwrap(env, value, &object) != napi_ok)
    return nullptr;
  return object;
}

void* objectOf(napi_env env, napi_value self, const void* key) {
  void* object = unwrap(env, self, key);
  if (!object) [[unlikely]]
    throw TypeError("Illegal invocation");
  return object;
}

void throwNotInstance(const Reader& reader, const Where& where, const void* key, napi_value received) {
  ClassRecord* record = reader.environment.classOf(key);
  throwWrongType(reader.env, where, ("an instance of " + (record ? nameOf(*record) : "a class of the module")).c_str(),
                 received);
}

void wrap(Environment& environment, napi_value self, const void* key, void* object, void (*destroy)(void*)) {
  napi_env env = environment.env();
  napi_type_tag tag = tagOf(key);
  // The object is already tagged when a constructor is called twice on it.
  if (napi_type_tag_object(env, self, &tag) != napi_ok) throw TypeError("Illegal invocation");
  check(env, napi_wrap(
                 env, self, object,
                 [](napi_env, void* object, void* destroy) { reinterpret_cast<void (*)(void*)>(destroy)(object); },
                 reinterpret_cast<void*>(destroy), nullptr));
}

bool adopt(Environment& environment, napi_value self, napi_value argument, std::size_t count) {
  if (!adopting || count == 0) return false;
  void* given = nullptr;
  if (napi_get_value_external(environment.env(), argument, &given) != napi_ok || given != adopting) return false;
  Adoption& adoption = *std::exchange(adopting, nullptr);
  wrap(environment, self, adoption.key, adoption.object, adoption.destroy);
  adoption.object = nullptr;
  return true;
}

void checkNew(napi_env env, napi_callback_info info, const ClassRecord& record) {
  napi_value target = nullptr;
  check(env, napi_get_new_target(env, info, &target));
  if (!target) throw TypeError("Class constructor " + nameOf(record) + " cannot be invoked without 'new'");
}

void throwIllegalConstructor() {
  throw nodecpp::detail::codedError<TypeError>("ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
}

napi_value makeObject(const Reader& reader, const void* key, void* object, void (*destroy)(void*)) {
  ClassRecord* record = reader.environment.classOf(key);
  Adoption adoption{key, object, destroy};
  struct Guard {
    Adoption& adoption;
    ~Guard() {
      if (adopting == &adoption) adopting = nullptr;
      if (adoption.object) adoption.destroy(adoption.object);
    }
  } guard{adoption};
  if (!record || !record->constructor) throw Error("the module does not export the class of what was returned");
  napi_value constructor, external, out;
  check(reader.env, napi_get_reference_value(reader.env, record->constructor, &constructor));
  check(reader.env, napi_create_external(reader.env, &adoption, nullptr, nullptr, &external));
  adopting = &adoption;
  check(reader.env, napi_new_instance(reader.env, constructor, 1, &external, &out));
  return out;
}

void defineClass(Environment& environment, napi_value target, ClassRecord& record) {
  napi_env env = environment.env();
  std::vector<napi_property_descriptor> properties;
  for (const FunctionRecord& member : record.members) {
    napi_property_descriptor property{};
    property.utf8name = member.name;
    property.data = environment.makeExported(member.parameters);
    property.attributes = napi_property_attributes(napi_configurable | (member.isStatic ? napi_static : 0));
    // A getter and its setter make one property. They share their data, which only the setter's errors use.
    if (member.kind == FunctionRecord::Kind::getter || member.kind == FunctionRecord::Kind::setter) {
      napi_property_descriptor* other = nullptr;
      for (napi_property_descriptor& one : properties)
        if (std::string_view(one.utf8name) == member.name && (one.getter || one.setter)) other = &one;
      bool isSetter = member.kind == FunctionRecord::Kind::setter;
      napi_property_descriptor& one = other ? *other : property;
      (isSetter ? one.setter : one.getter) = member.callback;
      if (isSetter) one.data = property.data;
      if (other) continue;
    } else {
      property.method = member.callback;
      property.attributes = napi_property_attributes(property.attributes | napi_writable);
    }
    properties.push_back(property);
  }
  napi_value constructor;
  check(env, napi_define_class(env, record.name, NAPI_AUTO_LENGTH, record.construct,
                               environment.makeExported(record.parameters), properties.size(), properties.data(),
                               &constructor));
  check(env, napi_create_reference(env, constructor, 1, &record.constructor));
  check(env, napi_set_named_property(env, target, record.name, constructor));
}

}  // namespace nodecpp::native::detail
