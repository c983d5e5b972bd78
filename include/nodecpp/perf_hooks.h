// perf_hooks: measuring a program by its own marks, and how busy its loop is. docs/perf_hooks.md
// https://nodejs.org/docs/latest-v24.x/api/perf_hooks.html
#pragma once

#include <nodecpp/perf_hooks/histogram.h>
#include <nodecpp/perf_hooks/performance.h>
