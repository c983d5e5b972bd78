// The elements of a program's list in a container of the runtime's own, which nobody else changes.
#pragma once

#include <nodecpp/array.h>

#include <vector>

namespace nodecpp::detail {

template <class T>
std::vector<T> vectorOf(const Array<T>& list) {
  return list.template to<std::vector<T>>();
}

}  // namespace nodecpp::detail
