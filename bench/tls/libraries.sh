#!/bin/sh
# Builds the libraries that bench/tls.js measures beside Debian's OpenSSL: a later OpenSSL (bench/peers/openssl.sh), and into
# build/peers/tls AWS-LC from the sources in its crate (aws-lc-sys). Needs cargo, perl, make, cmake and ninja.
set -eu
cd "$(dirname "$0")/../.."
target=$PWD/build/peers/tls
command -v cargo >/dev/null 2>&1 || {
  echo "bench-tls-libraries: cargo is not here (apt-get install cargo)" >&2
  exit 1
}
bench/peers/openssl.sh
mkdir -p "$target/crate/src"
cat >"$target/crate/Cargo.toml" <<END
[package]
name = "libraries"
version = "0.0.0"
edition = "2021"

[lib]
path = "src/lib.rs"

# Its sources are fetched, but its own build, which needs bindgen for libssl, is not run.
[target.'cfg(any())'.dependencies]
aws-lc-sys = "=0.32.3"

[workspace]
END
: >"$target/crate/src/lib.rs"
cd "$target/crate"
cargo vendor --quiet "$target/vendor" >/dev/null

[ -e "$target/aws-lc/install/lib/libssl.a" ] || {
  echo "building AWS-LC from aws-lc-sys (some minutes)"
  cmake -S "$target/vendor/aws-lc-sys/aws-lc" -B "$target/aws-lc/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$target/aws-lc/install" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF \
    -DBUILD_TESTING=OFF -DBUILD_TOOL=OFF -DDISABLE_GO=ON -DDISABLE_PERL=ON >"$target/aws-lc.log"
  cmake --build "$target/aws-lc/build" >>"$target/aws-lc.log"
  cmake --install "$target/aws-lc/build" >>"$target/aws-lc.log"
}
