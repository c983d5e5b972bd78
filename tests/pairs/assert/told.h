// What the pairs of assertions have in common; told.js has the same.
#pragma once

#include <nodecpp/assert.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

// Calls f, and prints what it throws.
template <class F>
void told(F f) {
  try {
    f();
    console::log("fine");
  } catch (const Error& error) {
    if (auto failed = assert::AssertionError::from(error))
      console::log(failed->name, failed->code, failed.generatedMessage(), failed.operator_());
    else
      console::log(error->name, error->code || "none");
    console::log(error->message);
  }
}
