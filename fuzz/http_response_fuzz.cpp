// Runs the HTTP parser on the bytes of responses, cut at any place, and compares it with llhttp where that is
// available.
#include "http_parser/target.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  return fuzz::runTarget(fuzz::Parser::Type::response, data, size);
}
