// The certificates with faults that authority.sh makes, by the names of their files: NAME.pem, NAME.key, NAME.crl, or a
// binary file in base64.
#pragma once

#include "scenes.h"

inline perThread<Map<String, String>> authorityFiles;
inline void makeAuthority() {
  String here = __FILE__;
  String all = child_process::execFileSync("sh", {here.slice(0, -2) + ".sh"}, {.stdio = {"ignore", "pipe", "inherit"}}).toBuffer().toString();
  for (String part : all.split("== ").slice(1)) {
    auto end = part.indexOf("\n");
    authorityFiles->set(part.slice(0, end), part.slice(end + 1));
  }
}
inline String file(String name) { return authorityFiles->get(name); }
