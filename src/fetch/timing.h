// The times of one call of fetch(), for performance's entries of the type "resource".
#pragma once

#include <nodecpp/perf_hooks.h>

namespace nodecpp::detail {

class Timing final : public Object {
 public:
  // Returns the times of a call that begins now; undefined when nobody would see the entry.
  static Handle<Timing> begin();

  void redirected();
  void requestBegins();
  void responseBegins(int status);
  // Makes the entry of the URL that the program has asked for.
  void end(const String& url, double decoded, double encoded);

 private:
  perf_hooks::FetchTimingInfo info_;
  int status_ = 0;
};

}  // namespace nodecpp::detail
