// Copies the elements of a program's list to a std::vector, which the program cannot change meanwhile.
#pragma once

#include <nodecpp/array.h>

#include <vector>

namespace nodecpp::detail {

template <class T>
std::vector<T> vectorOf(const Array<T>& list) {
  return list.template to<std::vector<T>>();
}

}  // namespace nodecpp::detail
