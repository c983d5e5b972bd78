// How the collector of circles (nodecpp/trace.h) sees the arrays, objects and functions of vars. A container is
// enrolled in the collector when the program puts a reference into it. The containers that JSON.parse makes cannot be
// part of a circle, so they are enrolled only when the program changes them or when they are found inside an enrolled
// container.
#include "json/var_tree.h"
#include "json/weak/var_weak.h"

namespace nodecpp::detail {

namespace {

// Enrolls the array or object in `value`, which was found inside an enrolled container and so may be part of a circle,
// too.
void enrollIn(const var& value) {
  if (VarObject* object = VarParts::object(value))
    object->enroll();
  else if (VarArray* array = value.arrayRep())
    array->enroll();
}

void showValues(var* values, std::uint32_t count, Tracer& tracer) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (tracer.severs()) {
      const var gone(std::move(values[i]));
    } else if (!VarParts::isAccessor(values[i])) {
      enrollIn(values[i]);
      tracer.copy(std::as_const(values[i]));
    } else if (VarAccessor* both = VarParts::accessor(values[i]); both->refs == 1) {
      enrollIn(both->get);
      enrollIn(both->set);
      tracer.copy(std::as_const(both->get));
      tracer.copy(std::as_const(both->set));
    }
  }
}

void show(VarObject* object, Tracer& tracer) {
  showValues(object->values, object->count, tracer);
  if (object->proto) {
    object->proto->enroll();
    tracer.reference(object->proto);
  }
  if (object->isFunction && !tracer.severs()) {
    auto* function = static_cast<VarFunction*>(object);
    function->handle(function, &tracer);
  }
  if (object->weak) showWeakValue(object, tracer);
}

void show(VarArray* array, Tracer& tracer) {
  showValues(array->data, array->size, tracer);
  if (array->weak) showWeakValue(array, tracer);
  if (!array->hasNamed) return;
  array->named->enroll();
  tracer.reference(array->named);
}

template <class T>
constexpr TracedType traced{[](void* memory) noexcept { return &static_cast<T*>(memory)->refs; },
                            [](void* memory, Tracer& tracer) { show(static_cast<T*>(memory), tracer); },
                            [](void* memory) noexcept {
                              if constexpr (std::same_as<T, VarObject>)
                                var::ofObject(static_cast<T*>(memory));
                              else
                                var::ofArray(static_cast<T*>(memory));
                            },
                            [](void* memory, std::uint32_t place) noexcept { static_cast<T*>(memory)->place = place; }};

}  // namespace

void VarObject::enrollNow() { place = detail::enroll(this, traced<VarObject>); }
void VarArray::enrollNow() { place = detail::enroll(this, traced<VarArray>); }
void removeFromCollector(VarObject* object) noexcept { removeFromCollector(object, std::exchange(object->place, 0)); }
void removeFromCollector(VarArray* array) noexcept { removeFromCollector(array, std::exchange(array->place, 0)); }

}  // namespace nodecpp::detail
