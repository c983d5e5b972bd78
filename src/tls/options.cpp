// Options for certificates and keys that are given as a var.
#include <nodecpp/json.h>
#include <nodecpp/tls.h>

namespace nodecpp::tls {

const Buffer& Bytes::bytesFor(StringArg option) const {
  if (!received_.empty())
    throw nodecpp::detail::codedError<TypeError>(
        "ERR_INVALID_ARG_TYPE", "The \"" + String(option) +
                                    "\" property must be of type string or an instance of Buffer, TypedArray, or DataView. "
                                    "Received " + received_);
  return bytes_;
}

void Bytes::take(const var& value) {
  if (!value) return;
  given_ = true;
  if (value.isString())
    bytes_ = Buffer::from(StringArg(value.toString()));
  else if (value.isBuffer())
    bytes_ = value.buffer();
  else
    received_ = nodecpp::detail::receivedText(value);
}

void BytesList::addAll(const var& values) {
  if (!values.isArray()) return add({values, String()});
  given_ = true;
  for (var each : values) {
    if (!each.isObject()) {
      add({each, String()});
      continue;
    }
    const var pem = each["pem"], archive = each["buf"], passphrase = each["passphrase"];
    add({pem.isUndefined() ? archive : pem, passphrase ? passphrase.toString() : String()});
  }
}

}  // namespace nodecpp::tls
