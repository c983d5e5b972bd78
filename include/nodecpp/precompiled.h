// The headers that most programs include, to be precompiled once for all files of a project: link NodeCpp::precompiled,
// or pass this header to the compiler as docs/porting.md shows. It declares nothing of its own, and no program includes
// it by name.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/path.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/url.h>
#include <nodecpp/util.h>
