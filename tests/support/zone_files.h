// Provides the time zones of the system's tzdata for tests without a program: `InZone in("Europe/Berlin")` sets the
// local zone until the end of its block.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "base/upward_calls.h"
#include "date/zones.h"

namespace nodecpp::test {

class ZoneFiles : public detail::ZoneSource {
 public:
  explicit ZoneFiles(std::string variable) : variable_(std::move(variable)) {}
  bool variable(std::string& value) override {
    value = variable_;
    return true;
  }
  bool read(const std::string& path, std::string& bytes) override {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return false;
    bytes.resize(maxBytes);
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
    std::fclose(file);
    return true;
  }
  std::int64_t size(const std::string& path) override {
    std::string bytes;
    return read(path, bytes) ? std::int64_t(bytes.size()) : -1;
  }
  bool resolve(const std::string&, std::string&) override { return false; }

 private:
  std::string variable_;
};

class InZone {
 public:
  explicit InZone(const char* name) : InZone(std::make_unique<ZoneFiles>(name)) {}
  explicit InZone(std::unique_ptr<detail::ZoneSource> source) : zones_(std::move(source)) {
    current = &zones_;
    detail::UpwardRegistration([](detail::Upward& to) {
      before = to.zones;
      to.zones = [] { return current; };
    });
  }
  InZone(const InZone&) = delete;
  ~InZone() {
    detail::UpwardRegistration([](detail::Upward& to) { to.zones = before; });
  }
  detail::Zones& zones() { return zones_; }

 private:
  static inline detail::Zones* current = nullptr;
  static inline detail::Zones* (*before)() = nullptr;
  detail::Zones zones_;
};

}  // namespace nodecpp::test
