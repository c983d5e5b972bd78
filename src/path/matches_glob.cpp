// path.matchesGlob: compares the segments of a path with those of a pattern.
#include "path/matches_glob.h"

#include <nodecpp/error.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/ascii.h"
#include "path/path_rules.h"

namespace nodecpp::path {

namespace glob {

namespace {

using Segments = std::vector<std::string>;

bool isDrive(std::string_view s) {
  return s.size() == 2 && s[1] == ':' && ascii::isLetter(s[0]);
}
bool isDots(std::string_view s) { return s == "." || s == ".."; }
bool isHidden(std::string_view s) { return s.starts_with('.'); }

// Splits at slashes; repeated slashes count as one. On Windows, two slashes at the front stand for a server and are
// kept.
Segments split(std::string_view s, bool windows) {
  Segments out;
  if (windows && s.starts_with("//") && s.size() > 2 && s[2] != '/') out.emplace_back();
  for (std::size_t at = 0;;) {
    std::size_t end = std::min(s.find('/', at), s.size());
    out.emplace_back(s.substr(at, end - at));
    if (end == s.size()) return out;
    at = end;
    while (at < s.size() && s[at] == '/') ++at;
  }
}

// Removes "." and empty segments, except the first and the last one. Returns whether there were any.
bool dropEmpty(Segments& parts) {
  bool changed = false;
  for (std::size_t i = 1; i + 1 < parts.size();) {
    bool serverSlash = i == 1 && parts[1].empty() && parts[0].empty();
    if (!serverSlash && (parts[i] == "." || parts[i].empty())) {
      parts.erase(parts.begin() + std::ptrdiff_t(i));
      changed = true;
    } else {
      ++i;
    }
  }
  if (parts.size() == 2 && parts[0] == "." && (parts[1] == "." || parts[1].empty())) {
    parts.pop_back();
    changed = true;
  }
  return changed;
}

// Removes each ".." together with the segment before it. Returns whether there were any.
bool climb(Segments& parts, bool isPattern, bool windows) {
  bool changed = false;
  for (std::size_t i = 1; i < parts.size();) {
    const std::string& before = parts[i - 1];
    bool keeps = before.empty() || isDots(before) || before == "**" || (!isPattern && windows && isDrive(before));
    if (parts[i] != ".." || keeps) {
      ++i;
      continue;
    }
    changed = true;
    bool needsDot = isPattern && i == 1 && parts.size() > 2 && parts[2] == "**";
    auto at = parts.erase(parts.begin() + std::ptrdiff_t(i) - 1, parts.begin() + std::ptrdiff_t(i) + 1);
    if (needsDot) parts.insert(at, ".");
    if (isPattern && parts.empty()) parts.emplace_back();
    i = i > 2 ? i - 1 : 1;
  }
  return changed;
}

Segments tidyFile(Segments parts, bool windows) {
  for (bool changed = true; changed;) {
    changed = dropEmpty(parts);
    changed = climb(parts, false, windows) || changed;
  }
  if (parts.empty()) parts.emplace_back();
  return parts;
}

// Replaces a pattern a/**/../b/c by two patterns: a/../b/c and a/**/b/c.
void tidyPatterns(std::vector<Segments>& patterns) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t n = 0; n < patterns.size(); ++n) {
      Segments parts = patterns[n];
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] != "**") continue;
        while (i + 1 < parts.size() && parts[i + 1] == "**") parts.erase(parts.begin() + std::ptrdiff_t(i) + 1);
        auto names = [&](std::size_t at) { return at < parts.size() && !parts[at].empty() && !isDots(parts[at]); };
        if (i + 1 >= parts.size() || parts[i + 1] != ".." || !names(i + 2) || !names(i + 3)) continue;
        changed = true;
        parts.erase(parts.begin() + std::ptrdiff_t(i));
        Segments other = parts;
        other[i] = "**";
        patterns.push_back(other);
        if (i > 0) --i;
      }
      changed = dropEmpty(parts) || changed;
      changed = climb(parts, true, false) || changed;
      patterns[n] = std::move(parts);
    }
  }
}

class PathMatcher {
 public:
  PathMatcher(const Segments& file, const Segments& pattern) : file_(file) {
    for (const std::string& name : file) names_.push_back(toUtf16(name));
    for (const std::string& part : pattern) patterns_.push_back({part, SegmentPattern(part)});
  }

  bool run(std::size_t fileFrom, std::size_t patternFrom, bool sameDrive) {
    sameDrive_ = sameDrive;
    auto isGlobstar = [](const Part& part) { return part.pattern.isGlobstar(); };
    auto first = std::find_if(patterns_.begin(), patterns_.end(), isGlobstar);
    if (first == patterns_.end()) return plain(patternFrom, patterns_.size(), fileFrom, file_.size());
    std::size_t firstStar = std::size_t(first - patterns_.begin()), lastStar = patterns_.size() - 1;
    while (!isGlobstar(patterns_[lastStar])) --lastStar;

    // The pattern is divided into the part before the first **, the part after the last **, and the sections between.
    std::size_t head = firstStar - patternFrom;
    if (head > 0 && !plain(patternFrom, firstStar, fileFrom, std::min(fileFrom + head, file_.size()))) return false;
    fileFrom += head;
    std::size_t tail = patterns_.size() - lastStar - 1, tailTaken = 0;
    if (tail > 0) {
      if (tail + fileFrom > file_.size()) return false;
      tailTaken = tail;
      if (!plain(lastStar + 1, patterns_.size(), file_.size() - tail, file_.size())) {
        // The empty segment after a trailing separator may be left unmatched.
        if (!file_.back().empty() || fileFrom + tail == file_.size()) return false;
        if (!plain(lastStar + 1, patterns_.size(), file_.size() - tail - 1, file_.size())) return false;
        tailTaken = tail + 1;
      }
    }
    if (firstStar == lastStar) {
      bool some = tailTaken > 0;
      for (std::size_t i = fileFrom; i + tailTaken < file_.size(); ++i) {
        some = true;
        if (isHidden(file_[i])) return false;
      }
      return some;
    }
    std::ptrdiff_t end = std::ptrdiff_t(file_.size() - tailTaken);
    for (std::size_t i = firstStar + 1, from = i; i <= lastStar; ++i) {
      if (!isGlobstar(patterns_[i])) continue;
      sections_.push_back({from, i - from, 0});
      from = i + 1;
    }
    // The last position at which a section may start leaves enough segments for the sections after it.
    std::ptrdiff_t needed = 0;
    for (auto section = sections_.rbegin(); section != sections_.rend(); ++section) {
      needed += std::ptrdiff_t(section->size);
      section->latest = end - needed;
    }
    return between(0, fileFrom, tailTaken > 0).value_or(false);
  }

 private:
  struct Part {
    std::string text;
    SegmentPattern pattern;
  };
  struct Section {
    std::size_t from;
    std::size_t size;
    std::ptrdiff_t latest;
  };

  // Compares segment by segment. The empty segment after a trailing separator may be left unmatched.
  bool plain(std::size_t from, std::size_t to, std::size_t fileFrom, std::size_t fileTo) {
    for (; from < to && fileFrom < fileTo; ++from, ++fileFrom)
      if (!segment(from, fileFrom)) return false;
    if (from < to) return false;
    return fileFrom == fileTo || (fileFrom + 1 == fileTo && file_[fileFrom].empty());
  }

  bool segment(std::size_t part, std::size_t at) {
    const Part& pattern = patterns_[part];
    if (sameDrive_ && isDrive(pattern.text) && isDrive(file_[at])) return true;
    if (pattern.pattern.isGlobstar()) return false;
    if (pattern.text.empty()) return file_[at].empty();
    return pattern.pattern.matches(names_[at]);
  }

  // Matches the sections from `index` on, from the path's segment `at` on. Returns nullopt when later positions cannot
  // match either.
  std::optional<bool> between(std::size_t index, std::size_t at, bool some) {
    if (index == sections_.size()) {
      for (; at < file_.size(); ++at) {
        some = true;
        if (isHidden(file_[at])) return false;
      }
      return some;
    }
    const Section& section = sections_[index];
    for (; std::ptrdiff_t(at) <= section.latest; ++at) {
      if (plain(section.from, section.from + section.size, at, at + section.size)) {
        auto rest = between(index + 1, at + section.size, some);
        if (rest != false) return rest;
      }
      if (at < file_.size() && isHidden(file_[at])) return false;
    }
    return std::nullopt;
  }

  const Segments& file_;
  std::vector<std::u16string> names_;
  std::vector<Part> patterns_;
  std::vector<Section> sections_;
  bool sameDrive_ = false;
};

// Returns the index of the segment with the drive letter: 0 in C:/x, 3 in //?/C:/x; npos without a drive.
std::size_t driveAt(const Segments& parts) {
  if (!parts.empty() && isDrive(parts[0])) return 0;
  bool device = parts.size() > 3 && parts[0].empty() && parts[1].empty() && parts[2] == "?" && isDrive(parts[3]);
  return device ? 3 : std::string::npos;
}

bool matches(std::string path, std::string pattern, bool windows) {
  if (pattern.size() > 65536) throw TypeError("pattern is too long");
  std::replace(pattern.begin(), pattern.end(), '\\', '/');
  if (pattern.empty()) return path.empty();
  if (windows) std::replace(path.begin(), path.end(), '\\', '/');
  std::vector<Segments> patterns;
  for (const std::string& each : expandBraces(pattern)) patterns.push_back(split(each, windows));
  tidyPatterns(patterns);
  Segments file = split(path, windows);
  std::size_t fileDrive = windows ? driveAt(file) : std::string::npos;
  Segments tidied = tidyFile(file, windows);
  return std::any_of(patterns.begin(), patterns.end(), [&](const Segments& each) {
    std::size_t patternDrive = windows ? driveAt(each) : std::string::npos;
    bool same = fileDrive != std::string::npos && patternDrive != std::string::npos &&
                (file[fileDrive][0] | 0x20) == (each[patternDrive][0] | 0x20);
    return PathMatcher(tidied, each).run(same ? fileDrive : 0, same ? patternDrive : 0, same);
  });
}

}  // namespace
}  // namespace glob

bool posix::matchesGlob(StringArg path, StringArg pattern) {
  return glob::matches(std::string(rules::view(path)), std::string(rules::view(pattern)), false);
}
bool win32::matchesGlob(StringArg path, StringArg pattern) {
  return glob::matches(std::string(rules::view(path)), std::string(rules::view(pattern)), true);
}

}  // namespace nodecpp::path
