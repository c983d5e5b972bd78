// FileHandle.readLines: splits a file into lines as Node's readline does.
#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/fs/streams.h>
#include <nodecpp/string_decoder.h>

#include <string>
#include <string_view>

#include "base/text/line_end.h"

namespace nodecpp::fs {

using nodecpp::detail::findLineEnd;
using nodecpp::detail::LineEnd;

namespace {

Sequence<String> linesOf(ReadStream stream) {
  auto chunks = stream->iterator();
  auto decoder = make<string_decoder::StringDecoder>("utf8");
  std::string rest;
  // The data read so far ends with \r, so a \n that follows belongs to the same line end.
  bool sawReturn = false;
  for (bool over = false; !over;) {
    auto chunk = co_await chunks.next();
    over = !chunk;
    String part = over ? decoder->end() : chunk->isString() ? chunk->string() : decoder->write(chunk->buffer());
    std::string_view added(part.data(), part.size());
    if (!added.empty() && std::exchange(sawReturn, added.back() == '\r') && added.front() == '\n')
      added.remove_prefix(1);
    std::size_t at = 0, searched = rest.size();
    rest += added;
    for (LineEnd end = findLineEnd(rest, searched); end.at != rest.npos; end = findLineEnd(rest, at)) {
      String line = String::copyOf(rest.data() + at, end.at - at);
      at = end.next;
      co_yield std::move(line);
    }
    rest.erase(0, at);
  }
  if (!rest.empty()) co_yield String::copyOf(rest.data(), rest.size());
}

}  // namespace

Sequence<String> FileHandleObject::readLines() { return readLines({}); }
Sequence<String> FileHandleObject::readLines(ReadStreamOptions options) {
  return linesOf(createReadStream(std::move(options)));
}

}  // namespace nodecpp::fs
