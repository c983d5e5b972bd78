#!/bin/sh
# Builds a later OpenSSL than Debian's into build/peers/openssl/install, from the sources in the crate openssl-src: static
# libraries, which bench/tls.js measures, and of these shared ones, by which bench/crypto.js runs its program once more.
# Needs cargo, perl, make and gcc. Does nothing when the libraries are there.
set -eu
cd "$(dirname "$0")/../.."
target=$PWD/build/peers/openssl
[ ! -e "$target/install/lib/libssl.so.3" ] || exit 0
for tool in cargo perl make gcc; do
  command -v $tool >/dev/null 2>&1 || {
    echo "the later OpenSSL is left out: $tool is not here (apt-get install cargo perl make gcc)" >&2
    exit 1
  }
done
mkdir -p "$target/crate/src" "$target/build"
cat >"$target/crate/Cargo.toml" <<'TOML'
[package]
name = "sources"
version = "0.0.0"
edition = "2021"

[lib]
path = "src/lib.rs"

[dependencies]
openssl-src = "=300.5.4"

[workspace]
TOML
: >"$target/crate/src/lib.rs"
(cd "$target/crate" && cargo vendor --quiet "$target/vendor" >/dev/null)
echo "building OpenSSL from openssl-src (some minutes, once)"
cd "$target/build"
# The configuration is the system's, as Debian's library reads it.
{ perl "$target/vendor/openssl-src/openssl/Configure" linux-x86_64 --prefix="$target/install" --libdir=lib \
    --openssldir=/usr/lib/ssl no-shared no-module no-legacy no-tests no-docs no-apps &&
  make -j"${JOBS:-$(nproc)}" build_libs && make install_dev; } >"$target/build.log" 2>&1 || {
  tail -n 5 "$target/build.log" >&2
  echo "the later OpenSSL could not be built: $target/build.log says why" >&2
  exit 1
}
# The crate has no script that tells the linker the versions of the symbols, only the list of them.
share() {
  name=$1
  shift
  awk '$4 ~ /^EXIST/ { gsub("_", ".", $3); names[$3] = names[$3] " " $1 ";" }
    END { for (version in names) print "OPENSSL_" version " {" names[version] " };"; print "LOCAL { local: *; };" }' \
    "$target/vendor/openssl-src/openssl/util/$name.num" >"$name.map"
  gcc -shared -pthread -Wl,-soname,"$name.so.3" -Wl,-Bsymbolic -Wl,-z,nodelete -Wl,--version-script="$name.map" \
    -Wl,--whole-archive "$name.a" -Wl,--no-whole-archive "$@" -o "$target/install/lib/$name.so.3"
}
share libcrypto
share libssl "$target/install/lib/libcrypto.so.3"
