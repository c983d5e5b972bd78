#!/bin/sh
# Fetches llhttp 9.4.3, the HTTP parser of Node 24, into build/llhttp for the differential fuzzer. The C source comes
# from the source package of httptools on PyPI. llhttp is only the oracle for the fuzzer: no part of it is committed or
# shipped.
#
#   tools/fetch-llhttp.sh [--driver]    --driver also builds build/llhttp/http_parser_driver, which runs alone:
#   build/llhttp/http_parser_driver SECONDS [SEED]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
to=$root/build/llhttp
version=0.9.0
mkdir -p "$to"
if [ ! -f "$to/include/llhttp.h" ]; then
  python3 -m pip download --quiet --no-deps --no-binary httptools --dest "$to" "httptools==$version"
  tar -xzf "$to/httptools-$version.tar.gz" -C "$to" --strip-components=3 "httptools-$version/vendor/llhttp"
fi
for part in llhttp api http; do
  [ -f "$to/$part.o" ] || clang-19 -O2 -I"$to/include" -c "$to/src/$part.c" -o "$to/$part.o"
done
if [ "${1:-}" = --driver ]; then
  clang++-19 -std=c++23 -O2 -g -DNODECPP_LLHTTP -I"$to/include" -I"$root/src" -I"$root/tests" \
    "$root/fuzz/http_parser/driver.cpp" $(ls "$root"/src/http/parser/*.cpp | grep -v -e _test -e _bench) \
    "$to"/llhttp.o "$to"/api.o "$to"/http.o -o "$to/http_parser_driver"
fi
