// Gives any bytes to the two readers of multipart/form-data: to the parser of packages/busboy as a whole and in pieces,
// whose parts must be the same, and to that of whole bodies, whose form must be the same once it was written and read
// again.
#include <nodecpp/error.h>
#include <nodecpp/form_data.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "multipart_parser.h"
#include "parameters.h"

using namespace nodecpp;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

class Told final : public detail::MultipartSink {
 public:
  void onBoundary() override { text += "\nboundary"; }
  bool wantsPart() override { return true; }
  void onHeader(const detail::PartHeader& header) override {
    text += "\npart ";
    for (const auto& [name, value] : header) {
      text += name + ":" + value + ";";
      if (const auto parsed = detail::parseDisposition(value, "utf8")) text += parsed->value;
      if (const auto parsed = detail::parseContentType(value)) text += parsed->value;
    }
    text += "\n";
  }
  void onMalformedHeader() override { text += "\nmalformed\n"; }
  void onData(const Buffer& data) override { text.append(data.bytes(), data.size()); }
  std::string text;
};

void inPieces(std::string_view bytes, unsigned seed) {
  Told whole, cut;
  detail::MultipartParser first("X", whole), second("X", cut);
  first.push(Buffer::copyOf(bytes.data(), bytes.size()));
  while (!bytes.empty()) {
    seed = seed * 1103515245u + 12345u;
    const std::string_view piece = bytes.substr(0, 1 + (seed >> 16) % 11);
    second.push(Buffer::copyOf(piece.data(), piece.size()));
    bytes.remove_prefix(piece.size());
  }
  require(whole.text == cut.text && first.isComplete() == second.isComplete() &&
          first.isInHeader() == second.isInHeader());
}

void asForm(std::string_view bytes) {
  FormData form;
  try {
    form = detail::parseMultipart(Buffer::copyOf(bytes.data(), bytes.size()), "X");
  } catch (const Error&) {
    return;
  }
  for (const auto& [name, value] : form) require(value.isString() || value->size() <= double(bytes.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  inPieces(bytes, unsigned(size));
  asForm(bytes);
  return 0;
}
