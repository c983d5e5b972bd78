// Structured concurrency: what a function starts ends before it does.
#pragma once

#include <nodecpp/concurrency/combinators.h>
#include <nodecpp/concurrency/sleep.h>
