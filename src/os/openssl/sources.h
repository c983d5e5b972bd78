// Where OpenSSL takes random numbers and the time of sessions from: the system, or in a simulation the simulated port.
#pragma once

#include <openssl/ssl.h>

#include "os/tls/engine.h"

namespace nodecpp::os::openssl {

// Sets the sources of this thread; null is the system. Returns those before.
TlsSources* setSources(TlsSources* sources);

// OpenSSL takes the times of sessions from the system's clock, and no other clock can be given to it. So in a simulation
// a session bears the simulation's time wherever its bytes are seen, and the system's time while OpenSSL judges its age.
// Outside of a simulation these functions do nothing.

// Sets the time of a session that was just made.
void stampSession(SSL_SESSION* session);
// Sets the time of a session that will be judged, so that it is as valid by the system's clock as it is by the
// simulation's, of which `made` is a time. A valid session gets the age 0, which a client of TLS 1.3 sends.
void presentSession(SSL_SESSION* session, long made, long lifetime);
// Sets the time of a session that has been judged back to `made`.
void restoreSession(SSL_SESSION* session, long made);

}  // namespace nodecpp::os::openssl
