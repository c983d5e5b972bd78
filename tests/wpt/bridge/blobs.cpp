// Blob and File.
#include <nodecpp/blob.h>
#include <nodecpp/typed_arrays.h>

#include "values.h"

namespace wpt {
namespace {

perThread<Kept<Blob>> blobs;

var shown(const Blob& blob) {
  return var::array({blobs->add(blob), var::object({{"size", blob->size()}, {"type", blob->type()}})});
}

Array<BlobPart> partsOf(const var& list) {
  Array<BlobPart> parts;
  for (const var& each : list) {
    if (each.hasOwn("blob"))
      parts.push(BlobPart(Blob(blobs.value()[each["blob"]])));
    else if (each.hasOwn("bytes"))
      parts.push(BlobPart(Buffer::from(each["bytes"].toString(), "base64")));
    else
      parts.push(BlobPart(each["text"].toString()));
  }
  return parts;
}

// A File with what it has beside a Blob.
var shownFile(const File& file) {
  auto made = shown(file);
  made[1]["name"] = file->name();
  made[1]["lastModified"] = file->lastModified();
  return made;
}

}  // namespace

Blob blobOf(const var& number) { return blobs.value()[number]; }
var toldBlob(const Blob& blob) {
  const auto file = blob.as<File>();
  return file ? shownFile(file) : shown(blob);
}

void defineBlobs() {
  define("Blob", [](Array<var> a) -> var {
    return shown(make<Blob>(partsOf(a[0]), BlobOptions{.endings = a[1].toString(), .type = a[2].toString()}));
  });
  define("File", [](Array<var> a) -> var {
    FileOptions options{.endings = a[2].toString(), .type = a[3].toString()};
    if (!a[4].isNullish()) options.lastModified = a[4].toNumber();
    return shownFile(make<File>(partsOf(a[0]), a[1].toString(), options));
  });
  auto on = [](String name, auto f) {
    define("Blob." + name, [=](Array<var> a) -> var { return f(Blob(blobs.value()[a[0]]), a); });
  };
  on("slice",
     [](auto blob, auto a) -> var { return shown(blob->slice(a[1].toNumber(), a[2].toNumber(), a[3].toString())); });
  on("text", [](auto blob, auto) -> var {
    auto promise = blob->text();
    return told(promise, [=]() -> var { return promise.stateOrNull()->value; });
  });
  on("arrayBuffer", [](auto blob, auto) -> var {
    auto promise = blob->arrayBuffer();
    return told(promise, [=]() -> var { return Buffer::from(promise.stateOrNull()->value).toString("base64"); });
  });
  on("bytes", [](auto blob, auto) -> var {
    auto promise = blob->bytes();
    return told(promise,
                [=]() -> var { return Buffer::from(promise.stateOrNull()->value.buffer()).toString("base64"); });
  });
}

}  // namespace wpt
