#include "fetch/errors.h"

#include <nodecpp/http.h>

namespace nodecpp::detail {

namespace {

// What a SocketError says of its socket.
class SocketInfoObject final : public Object {
 public:
  explicit SocketInfoObject(net::SocketObject& socket)
      : localAddress(socket.localAddress()),
        localPort(socket.localPort()),
        remoteAddress(socket.remoteAddress()),
        remotePort(socket.remotePort()),
        remoteFamily(socket.remoteFamily()),
        timeout(socket.timeout),
        bytesWritten(socket.bytesWritten()),
        bytesRead(socket.bytesRead()) {}
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("").property("localAddress", localAddress).property("localPort", localPort);
    out.property("remoteAddress", remoteAddress).property("remotePort", remotePort);
    out.property("remoteFamily", remoteFamily).property("timeout", timeout);
    out.property("bytesWritten", bytesWritten).property("bytesRead", bytesRead);
  }

 private:
  Lookup localAddress, localPort, remoteAddress, remotePort, remoteFamily;
  Lookup timeout;
  double bytesWritten, bytesRead;
};

}  // namespace

TypeError fetchFailed(const Error& cause) { return TypeError("fetch failed", {.cause = cause}); }

TypeError terminated(const Error& cause) {
  return cause ? TypeError("terminated", {.cause = cause}) : TypeError("terminated");
}

Error undiciError(const char* name, const char* code, StringArg message) {
  Error error(message);
  nodecpp::detail::setClassName(error, name);
  error->code = code;
  error->stack.setHeader(error.toString());
  return error;
}

Error socketError(StringArg message, const net::Socket& socket) {
  Error error = undiciError("SocketError", "UND_ERR_SOCKET", message);
  if (socket) error->setObject("socket", make<Handle<SocketInfoObject>>(*socket));
  return error;
}

Error parserError(StringArg reason, const Buffer& rest) {
  Error error =
      undiciError("HTTPParserError", "", "Response does not match the HTTP/1.1 protocol (" + reason.toString() + ")");
  error->set("data", rest.toString());
  return error;
}

Error lengthMismatch() {
  return undiciError("ResponseContentLengthMismatchError", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
                     "Response body length does not match content-length header");
}

namespace {

// undici writes nothing before the handshake is over, so that it gets OpenSSL's error. The request here has waited with
// its head, and gets an error of writing: "write EPROTO error:NUMBER:LIBRARY:FUNCTION:REASON".
Error handshakeError(const Error& error) {
  const Array<String> parts = error->message.split(":");
  if (parts.length() < 5) return error;
  const String library = parts[2], reason = parts[4];
  Error made(error->message.replace("write EPROTO ", ""));
  made->set("library", library);
  made->set("reason", reason);
  made->code = "ERR_SSL_" + reason.toUpperCase().replaceAll(" ", "_");
  return made;
}

}  // namespace

Error undiciErrorOf(const Error& error, const net::Socket& socket) {
  if (error->code == "ECONNRESET" && error->syscall.empty()) return socketError("other side closed", socket);
  if (error->code == "EPROTO") return handshakeError(error);
  if (!error->code.startsWith("HPE_")) return error;
  if (error->code == "HPE_HEADER_OVERFLOW")
    return undiciError("HeadersOverflowError", "UND_ERR_HEADERS_OVERFLOW", "Headers Overflow Error");
  // A second Content-Length: undici compares the lengths before it looks at the fault.
  if (error->code == "HPE_UNEXPECTED_CONTENT_LENGTH") return lengthMismatch();
  const double parsed = error->get("bytesParsed").toNumber();
  return parserError(error->get("reason").toString(), http::rawPacket(error).subarray(parsed == parsed ? parsed : 0));
}

}  // namespace nodecpp::detail
