// The class that provides OpenSSL to the port's role Tls. A program links OpenSSL only when it refers to linkOpenssl(),
// as the module tls does.
#pragma once

namespace nodecpp::os {

// This function does nothing. A reference to it makes the linker add the part of the runtime that uses OpenSSL to the
// program.
void linkOpenssl() noexcept;

}  // namespace nodecpp::os
