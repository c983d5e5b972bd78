// Runs nodecpp-log on any bytes: it must not crash, whatever the log contains. An input consists of records without
// checksums, and this program adds the checksums: otherwise each damage would be found before the record is read. When
// the first byte is odd, the input is used unchanged.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "os/record/log_writer.h"
#include "os/trace/record_description.h"
#include "recording.h"

using namespace nodecpp::logtool;
using namespace nodecpp::os::record;

namespace {

std::string preamble() {
  std::string text(magic);
  text.append(reinterpret_cast<const char*>(&formatVersion), sizeof formatVersion);
  return text;
}

// Returns the log in its real format: each record has a kind, a length, its fields, and a checksum at the end.
std::string mended(std::string_view input) {
  std::string log = preamble();
  while (input.size() >= 3) {
    std::size_t head = static_cast<unsigned char>(input[0]) & longRecord ? 5 : 3;
    std::uint32_t size = 0;
    if (input.size() < head) break;
    std::memcpy(&size, input.data() + 1, head - 1);
    if (size > input.size() - head) break;
    std::uint32_t sum = nodecpp::os::crc32c(input.data(), head + size);
    log += input.substr(0, head + size);
    log.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    input.remove_prefix(head + size);
  }
  log += input;
  return log;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string log = data[0] & 1 ? preamble() + std::string(input) : mended(input);

  LogReader reader;
  if (!reader.open({std::string_view(log)}).empty()) std::abort();
  for (Entry entry; reader.next(entry);)
    if (describe(entry.kind, entry.fields).empty() || describeJson(entry.kind, entry.fields).empty()) std::abort();

  Recording recording;
  if (!recording.open({std::string_view(log)}).empty()) std::abort();
  const Requests& requests = recording.requests();
  if (requests.all().size() > log.size()) std::abort();
  recording.summary();
  recording.timeline(0, INT64_MAX, 50);
  recording.timeline(1000, 2000000, 3);
  recording.list("get connection:2", INT64_MIN, INT64_MAX, 0, 20, true);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < requests.all().size(); ++i) {
    const Request& request = requests.all()[i];
    // The numbers of requests must be consecutive, and an index of another request must refer to an earlier one.
    if (request.number != 0 && request.number != ++number) std::abort();
    if (request.together != none && request.together >= i) std::abort();
    recording.details(i, size % 7);
  }
  return 0;
}
