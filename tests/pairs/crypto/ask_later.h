// As ask.h, for questions whose answers are promises.
#pragma once

#include <nodecpp/promise.h>

#include "ask.h"

template <class F>
Promise<> askLater(String name, F question) {
  try {
    console::log(name, co_await question());
  } catch (const Error& error) {
    refused(name, error);
  }
}
template <class T>
String hex(const T& bytes) {
  return Buffer::from(ArrayBuffer(bytes)).toString("hex");
}
