// Structured concurrency: a function returns only after all work that it has started has ended. docs/concurrency.md
// describes it.
#pragma once

#include <nodecpp/concurrency/combinators.h>
#include <nodecpp/concurrency/guarded.h>
#include <nodecpp/concurrency/nursery.h>
#include <nodecpp/concurrency/queue.h>
#include <nodecpp/concurrency/semaphore.h>
#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/concurrency/sequence_functions.h>
#include <nodecpp/concurrency/sleep.h>
