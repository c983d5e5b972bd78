// Writes the census as text, JSON and an HTML page.
#include <algorithm>

#include "census/census_report.h"

namespace nodecpp::census {

namespace {

constexpr std::size_t mostInText = 40;
constexpr const char* kindNames[kinds] = {"object", "closure", "cell", "frame", "other"};

// Writes 1234567 as "1,234,567".
std::string number(std::size_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}
std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}
std::string counted(std::size_t count, const char* what) {
  return number(count) + " " + what + (count == 1 ? "" : "s");
}

std::string withPlace(const std::string& what, const Place& made) {
  const std::string place = made.text();
  return place.empty() ? what : what + ", made at " + place;
}

std::string described(const Entry& entry) {
  std::string text = withPlace(entry.what, entry.made);
  if (!entry.waits.file.empty()) text += ", waits at " + entry.waits.file + ":" + std::to_string(entry.waits.line);
  if (!entry.reached) text += entry.loose ? " (not reached: the collector will free it)" : " (not reached)";
  return text;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      static constexpr char digits[] = "0123456789abcdef";
      out += "\\u00";
      out += digits[c >> 4 & 1];
      out += digits[c & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string jsonOf(const Place& place) {
  return "{\"function\":" + quoted(place.function) + ",\"file\":" + quoted(place.file) + ",\"line\":" + std::to_string(place.line) + "}";
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

constexpr const char* pageBegin = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Heap census</title><style>
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3em .8em; text-align: right; vertical-align: top; border-bottom: 1px solid #8884; }
th:last-child, td:last-child { text-align: left; width: 100%; }
tr.lost td:last-child b { color: #c22; }
code { font: 13px/1.4 ui-monospace, monospace; opacity: .8; }
ol { margin: .2em 0 .4em; padding-left: 1.6em; }
summary { cursor: pointer; }
</style></head><body><h1>Heap census</h1>
)";

}  // namespace

std::string Report::text() const {
  std::string out = "Heap census: " + counted(counts[0], "object") + ", " + counted(counts[1], "closure") + ", " +
                    counted(counts[2], "cell") + ", " + counted(counts[3], "frame") + ", " + counted(counts[4], "other") + "; " +
                    counted(bytes, "byte") + " in " + counted(blocks, "block") + "\n";
  if (!noted) out += "Sizes and lines are known with --nodecpp-census; this is what the collector of circles knows.\n";
  out += "Not reached from the loop: " + counted(unreached, "block") + ", " + counted(unreachedBytes, "byte") + "\n\n";
  out += padded("count", 10) + padded("bytes", 14) + padded("holds", 14) + "  what\n";
  for (const Entry& entry : entries) {
    if (std::size_t(&entry - entries.data()) == mostInText) {
      out += "… and " + number(entries.size() - mostInText) + " more\n";
      break;
    }
    out += padded(number(entry.count), 10) + padded(number(entry.bytes), 14) + padded(number(entry.holds), 14) + "  " +
           described(entry) + "\n";
    for (const Step& step : entry.chain) out += std::string(42, ' ') + "held by " + withPlace(step.what, step.made) + "\n";
  }
  return out;
}

std::string Report::json() const {
  std::string out = "{\"noted\":" + std::string(noted ? "true" : "false");
  static constexpr const char* names[kinds] = {"objects", "closures", "cells", "frames", "others"};
  for (std::size_t i = 0; i < kinds; ++i) out += ",\"" + std::string(names[i]) + "\":" + std::to_string(counts[i]);
  out += ",\"blocks\":" + std::to_string(blocks) + ",\"bytes\":" + std::to_string(bytes) + ",\"unreached\":" + std::to_string(unreached) +
         ",\"unreachedBytes\":" + std::to_string(unreachedBytes) + ",\"entries\":[";
  for (const Entry& entry : entries) {
    if (&entry != entries.data()) out += ",";
    out += "\n{\"kind\":" + quoted(kindNames[std::size_t(entry.kind)]) + ",\"what\":" + quoted(entry.what) + ",\"made\":" +
           jsonOf(entry.made);
    if (!entry.waits.file.empty()) out += ",\"waits\":" + jsonOf(entry.waits);
    out += ",\"reached\":" + std::string(entry.reached ? "true" : "false") + ",\"collectable\":" + (entry.loose ? "true" : "false") +
           ",\"count\":" + std::to_string(entry.count) + ",\"bytes\":" + std::to_string(entry.bytes) + ",\"holds\":" +
           std::to_string(entry.holds) + ",\"heldBy\":[";
    for (const Step& step : entry.chain) {
      if (&step != entry.chain.data()) out += ",";
      out += "{\"what\":" + quoted(step.what) + ",\"made\":" + jsonOf(step.made) + "}";
    }
    out += "]}";
  }
  return out + "\n]}\n";
}

std::string Report::html() const {
  std::string out = pageBegin;
  out += "<p>" + counted(counts[0], "object") + ", " + counted(counts[1], "closure") + ", " + counted(counts[2], "cell") + ", " +
         counted(counts[3], "frame") + ", " + counted(counts[4], "other") + "; <b>" + counted(bytes, "byte") + "</b> in " +
         counted(blocks, "block") + ". Not reached from the loop: <b>" + counted(unreached, "block") + "</b>, " +
         counted(unreachedBytes, "byte") + ".</p>\n";
  if (!noted) out += "<p>Sizes and lines are known with <code>--nodecpp-census</code>; this is what the collector of circles knows.</p>\n";
  out += "<table><thead><tr><th>count</th><th>bytes</th><th>holds</th><th>what</th></tr></thead><tbody>\n";
  for (const Entry& entry : entries) {
    out += std::string("<tr") + (entry.reached || entry.loose ? "" : " class=\"lost\"") + "><td>" + number(entry.count) + "</td><td>" +
           number(entry.bytes) + "</td><td>" + number(entry.holds) + "</td><td><details><summary><b>" + escaped(entry.what) + "</b>";
    if (!entry.reached) out += entry.loose ? " (not reached: the collector will free it)" : " (not reached)";
    if (const std::string place = entry.made.text(); !place.empty()) out += " <code>" + escaped(place) + "</code>";
    if (!entry.waits.file.empty())
      out += " waits at <code>" + escaped(entry.waits.file + ":" + std::to_string(entry.waits.line)) + "</code>";
    out += "</summary><ol>";
    for (const Step& step : entry.chain) {
      out += "<li>held by " + escaped(step.what);
      if (const std::string place = step.made.text(); !place.empty()) out += " <code>" + escaped(place) + "</code>";
      out += "</li>";
    }
    out += "</ol></details></td></tr>\n";
  }
  return out + "</tbody></table></body></html>\n";
}

}  // namespace nodecpp::census
