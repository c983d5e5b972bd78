// util.getCallSites. https://nodejs.org/docs/latest-v24.x/api/util.html#utilgetcallsitesframecount-options
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/string.h>

namespace nodecpp::util {

// A call of the program that is running. The columns of a call are not known.
struct CallSite {
  String functionName{};  // "" for a lambda
  String scriptName{};    // the source file; "" without debugging information
  int lineNumber = 0;     // the first line is 1; 0 without debugging information

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.property("functionName", functionName).property("scriptName", scriptName).property("lineNumber", lineNumber);
  }
};

// Returns the calls of the program that are running, the caller's first, and at most `frameCount` of them. Throws
// ERR_OUT_OF_RANGE unless that is an integer from 1 to 200.
Array<CallSite> getCallSites(double frameCount = 10);

}  // namespace nodecpp::util
