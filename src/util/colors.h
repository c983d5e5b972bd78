// Whether output is to be coloured.
#pragma once

namespace nodecpp::detail {

// For standard output (1) or error (2): Node's answer from what they are and from the environment. Reads all of the
// environment: keep the answer.
bool shouldColorize(int fd);

}  // namespace nodecpp::detail
