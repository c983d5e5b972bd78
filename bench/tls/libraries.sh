#!/bin/sh
# Builds the libraries that bench/tls.js measures beside Debian's OpenSSL, into build/peers/tls: a later OpenSSL as cargo
# builds it (crate openssl-src), and AWS-LC from the sources in its crate (aws-lc-sys). Needs cargo, perl, cmake and ninja.
set -eu
cd "$(dirname "$0")/../.."
target=$PWD/build/peers/tls
command -v cargo >/dev/null 2>&1 || {
  echo "bench-tls-libraries: cargo is not here (apt-get install cargo)" >&2
  exit 1
}
mkdir -p "$target/crate/src"
cat >"$target/crate/Cargo.toml" <<END
[package]
name = "libraries"
version = "0.0.0"
edition = "2021"
build = "build.rs"

[lib]
path = "src/lib.rs"

[build-dependencies]
openssl-src = "=300.5.4"

# Its sources are fetched, but its own build, which needs bindgen for libssl, is not run.
[target.'cfg(any())'.dependencies]
aws-lc-sys = "=0.32.3"

[workspace]
END
cat >"$target/crate/build.rs" <<END
fn main() {
    openssl_src::Build::new().out_dir("$target/openssl").build();
}
END
: >"$target/crate/src/lib.rs"
cd "$target/crate"
cargo vendor --quiet "$target/vendor" >vendor.toml
mkdir -p .cargo
mv vendor.toml .cargo/config.toml

[ -e "$target/openssl/install/lib/libssl.a" ] || [ -e "$target/openssl/install/lib64/libssl.a" ] || {
  echo "building OpenSSL from openssl-src (some minutes)"
  cargo build --quiet --release --offline
}
[ -e "$target/aws-lc/install/lib/libssl.a" ] || {
  echo "building AWS-LC from aws-lc-sys (some minutes)"
  cmake -S "$target/vendor/aws-lc-sys/aws-lc" -B "$target/aws-lc/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$target/aws-lc/install" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF \
    -DBUILD_TESTING=OFF -DBUILD_TOOL=OFF -DDISABLE_GO=ON -DDISABLE_PERL=ON >"$target/aws-lc.log"
  cmake --build "$target/aws-lc/build" >>"$target/aws-lc.log"
  cmake --install "$target/aws-lc/build" >>"$target/aws-lc.log"
}
