// What http::files and http::sendFile know besides the request: their options, checked, and the files kept open.
#pragma once

#include <nodecpp/http/files.h>
#include <nodecpp/map.h>

#include <string>
#include <string_view>
#include <vector>

#include "http/files/file_search.h"

namespace nodecpp::http::detail {

enum class Dotfiles : unsigned char { allow, deny, ignore };

// An encoding that a compressed file may have, with the end of the file's name.
struct FileEncoding {
  std::string_view name;
  std::string_view suffix;
};

// The options in the form in which requests need them.
struct FilesSettings {
  // Throws the errors of files(). An empty `root` stands for no root.
  FilesSettings(const FilesOptions& options, StringArg root);

  std::string root;  // absolute; empty for none
  String cacheControl;
  std::vector<std::string> index, extensions;
  std::vector<FileEncoding> encodings;
  std::vector<std::string_view> encodingNames;
  Function<void(ServerResponse, String, fs::Stats)> setHeaders;
  Function<String(IncomingMessage)> originalUrl;
  double start = 0, end = -1;  // -1 for no end
  Dotfiles dotfiles = Dotfiles::ignore;
  LinkRule links = LinkRule::follow;
  FileEtag::Kind etag;
  bool acceptRanges, fallthrough, lastModified, redirect;
  double mostOpen, recheckAfter;
};

// A look at a path that is remembered for a while.
class RememberedFile final : public Object {
 public:
  FileState state{};  // its descriptor is -1
  Handle<OpenFile> open{};
  double until = 0;  // in the loop's milliseconds
};

// The files that one handler keeps open. A file that is looked at again is put behind the others, so that the one that
// was not asked for the longest goes first.
class OpenFileCache {
 public:
  OpenFileCache(double most, double recheckAfter) : most_(most), recheckAfter_(recheckAfter) {}
  bool keeps() const noexcept { return most_ >= 1; }
  // Returns what is known of the path, or null when the path has to be looked at.
  Handle<RememberedFile> find(const std::string& path, double now) const;
  void remember(const std::string& path, const FileState& state, Handle<OpenFile> open, double now);
  std::size_t size() const { return std::size_t(files_.size()); }

 private:
  Map<String, Handle<RememberedFile>> files_;
  const double most_, recheckAfter_;
};

// What a FilesHandler and its copies share.
class FilesObject final : public Object {
 public:
  FilesObject(const FilesOptions& options, StringArg root)
      : settings(options, root), cache(settings.mostOpen, settings.recheckAfter) {}
  FilesSettings settings;
  OpenFileCache cache;
  NODECPP_TRACE(settings.setHeaders, settings.originalUrl)
};

}  // namespace nodecpp::http::detail
