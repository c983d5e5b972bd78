// The headers that the programs of tests/safety include. They are precompiled.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/array.h>
#include <nodecpp/buffer.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/generator.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/net.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/promise.h>
#include <nodecpp/querystring.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/stream.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/timers.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/url.h>
#include <nodecpp/util.h>
#include <nodecpp/weak.h>
#include <nodecpp/worker_threads.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
