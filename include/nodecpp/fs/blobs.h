// openAsBlob. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#fsopenasblobpath-options
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/promise.h>

namespace nodecpp {
class BlobObject;
}

namespace nodecpp::fs {

struct OpenAsBlobOptions {
  String type{};
};
// Returns a Blob of the file's bytes, which are read when they are asked for. A program that uses it includes
// <nodecpp/blob.h>. Throws ERR_INVALID_ARG_VALUE when there is no such file. Reading from the Blob rejects with a
// NotReadableError once the file has another size, another time of change or another inode than now.
Promise<Handle<BlobObject>> openAsBlob(const PathArg& path, OpenAsBlobOptions options = {});

}  // namespace nodecpp::fs
