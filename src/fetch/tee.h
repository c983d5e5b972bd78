// Two streams of the data of one.
#pragma once

#include <nodecpp/stream.h>

namespace nodecpp::detail {

struct TwoStreams {
  stream::Readable first;
  stream::Readable second;
};
// Returns two streams that each give all data of `source`, which is read as fast as the faster of their readers. An
// error of `source` is theirs, too. When both are destroyed, `source` is given up.
TwoStreams tee(const stream::Readable& source);

}  // namespace nodecpp::detail
