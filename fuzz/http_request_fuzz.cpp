// The HTTP parser on the bytes of requests, cut anywhere, with llhttp beside it where that is there.
#include "http_parser/target.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  return fuzz::runTarget(fuzz::Parser::Type::request, data, size);
}
