// An error of a class of the program's own, which ends each of the programs own_class_….
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/fields.h>
using namespace nodecpp;

class ValidationError : public Error {
 public:
  String field;
  ValidationError(String message, String field) : Error(message), field(field) {}
};
NODECPP_FIELDS(ValidationError, field)
