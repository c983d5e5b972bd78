// A temporary folder of a test, which its destructor deletes.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tests {

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/nodecpp-test-XXXXXX";
    path_ = ::mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace tests
