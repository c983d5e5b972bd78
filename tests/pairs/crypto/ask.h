// What each of these programs does with a question: prints the answer, or the error.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/process.h>

using namespace nodecpp;

inline void refused(String name, const Error& error) {
  // The code of a DOMException without a number of its own is 0.
  const bool hasCode = !error->code.empty() && error->code != "0";
  console::log(name, error->name, hasCode ? error->code : String("no code"), error->message);
}
template <class F>
void ask(String name, F question) {
  try {
    if constexpr (std::is_void_v<decltype(question())>) {
      question();
      console::log(name, "well");
    } else {
      console::log(name, question());
    }
  } catch (const Error& error) {
    refused(name, error);
  }
}
