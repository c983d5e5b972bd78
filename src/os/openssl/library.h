// OpenSSL as the library of the role Tls. A program links it when it names linkOpenssl(), which the module tls does.
#pragma once

namespace nodecpp::os {

// Does nothing. A call of it makes the linker take OpenSSL's part of the runtime into the program.
void linkOpenssl() noexcept;

}  // namespace nodecpp::os
