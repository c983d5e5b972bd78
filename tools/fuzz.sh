#!/bin/sh
# make fuzz: runs each target of fuzz/ for FUZZ_SECONDS (60), and compares our HTTP parser with llhttp on random
# messages for the same time.
#
# tools/fuzz.sh [NAME…]    runs only these targets: buffer_fuzz, http_parser_driver, …
#
# The inputs start from fuzz/corpus/NAME, and from what fuzz/seeds/NAME.sh makes where there is one. New inputs are
# kept in build/fuzz/corpus/NAME, and a failing input beside that folder.
set -eu
cd "$(dirname "$0")/.."
seconds=${FUZZ_SECONDS:-60}
export UBSAN_OPTIONS=print_stacktrace=1
only=" $* "
wanted() { [ "$only" = "  " ] || case $only in *" $1 "*) return 0;; *) return 1;; esac; }

for target in build/fuzz/fuzz/*_fuzz; do
  name=$(basename "$target")
  wanted "$name" || continue
  kept=build/fuzz/corpus/$name
  mkdir -p "$kept" "fuzz/corpus/$name"
  dictionary=fuzz/$name.dict
  seeds=build/fuzz/seeds/$name
  rm -rf "$seeds"
  mkdir -p "$seeds"
  [ ! -f "fuzz/seeds/$name.sh" ] || sh "fuzz/seeds/$name.sh" "$seeds"
  echo "fuzzing: $name, $seconds s, from $(find "$kept" "$seeds" "fuzz/corpus/$name" -type f | wc -l) inputs"
  log=build/fuzz/$name.log
  set -- -max_total_time="$seconds" -verbosity=0 -print_final_stats=1 -artifact_prefix="build/fuzz/$name-"
  case $name in
    http_* | log_* | api_* | tls_*) ;;
    *) set -- "$@" -max_len=512 ;;  # longer inputs take more time and find nothing new
  esac
  [ ! -f "$dictionary" ] || set -- "$@" -dict="$dictionary"
  if ! "$target" "$@" "$kept" "$seeds" "fuzz/corpus/$name" >"$log" 2>&1; then
    cat "$log"
    exit 1
  fi
  sed -n 's/^stat::number_of_executed_units: */  runs: /p; s/^stat::new_units_added: */  new inputs: /p; s/^stat::api_calls: */  API calls: /p' "$log"
done

if wanted http_parser_driver; then
  if [ -f build/llhttp/include/llhttp.h ]; then
    echo "comparing: the HTTP parser with llhttp on random messages, $seconds s"
  else
    echo "comparing: NOT with llhttp, which could not be fetched (PyPI: httptools 0.9.0); the parser whole and cut, $seconds s"
  fi
  build/fuzz/fuzz/http_parser_driver "$seconds"
fi
