// Values of the JavaScript side as vars (values.js).
#pragma once

#include <nodecpp/blob.h>
#include <nodecpp/worker_threads.h>

#include "bridge.h"

namespace wpt {

// Makes the var that the JavaScript side has told.
var valueOf(const var& told);
// The other way round.
var toldValue(const var& value);

// Objects that values may contain.
Blob blobOf(const var& number);
var toldBlob(const Blob& blob);
worker_threads::MessagePort portOf(const var& number);
double portNumber(const worker_threads::MessagePort& port);

}  // namespace wpt
