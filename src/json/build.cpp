#include "json/build.h"

namespace nodecpp::detail {

TreeBuilder::~TreeBuilder() = default;

void TreeBuilder::end() {
  Frame frame = frames_.back();
  frames_.pop_back();
  std::uint32_t count = std::uint32_t(values_.size()) - frame.values;
  var* first = values_.data() + frame.values;
  var made;
  if (frame.object) {
    VarObject* object = VarObject::make(nullptr, count);
    for (std::uint32_t i = 0; i < count; ++i) object->set(keys_[frame.keys + i], std::move(first[i]));
    made = var::ofObject(object);
    keys_.resize(frame.keys);
  } else {
    VarArray* array = VarArray::make(count);
    for (std::uint32_t i = 0; i < count; ++i) array->append(std::move(first[i]));
    made = var::ofArray(array);
  }
  values_.resize(frame.values);
  values_.push_back(std::move(made));
}

}  // namespace nodecpp::detail
