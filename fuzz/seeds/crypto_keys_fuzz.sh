#!/bin/sh
# Writes inputs for crypto_keys_fuzz into the folder $1: keys of each kind in PEM and DER, JSON Web Keys and a certificate. They are
# made anew, since private keys are not committed. The first byte of each says what it is.
set -eu
to=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
for kind in rsa:2048 EC ED25519 X25519 DSA; do
  case $kind in
    rsa:*) openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out "$work/key" 2>/dev/null ;;
    EC) openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/key" ;;
    DSA) openssl genpkey -genparam -algorithm DSA -pkeyopt dsa_paramgen_bits:1024 -out "$work/parameters" 2>/dev/null
         openssl genpkey -paramfile "$work/parameters" -out "$work/key" ;;
    *) openssl genpkey -algorithm $kind -out "$work/key" ;;
  esac
  name=${kind%%:*}
  openssl pkey -in "$work/key" -pubout -out "$work/public"
  { printf '\000'; cat "$work/key"; } >"$to/$name.pem"
  { printf '\000'; cat "$work/public"; } >"$to/$name.public.pem"
  { printf '\001'; openssl pkcs8 -topk8 -nocrypt -in "$work/key" -outform der; } >"$to/$name.pkcs8"
  { printf '\002'; openssl pkey -pubin -in "$work/public" -outform der; } >"$to/$name.spki"
  case $kind in
    rsa:*) { printf '\003'; openssl rsa -in "$work/key" -traditional -outform der 2>/dev/null; } >"$to/$name.pkcs1" ;;
    EC) { printf '\004'; openssl ec -in "$work/key" -outform der 2>/dev/null; } >"$to/$name.sec1" ;;
  esac
  case $kind in
    rsa:*|EC|ED25519)
      openssl req -x509 -new -key "$work/key" -subj "/CN=example.org/O=Ex" -addext subjectAltName=DNS:example.org,IP:127.0.0.1,email:a@b.c \
        -addext authorityInfoAccess=OCSP\;URI:http://o.x/ -days 1000 -out "$work/certificate"
      { printf '\006'; openssl x509 -in "$work/certificate" -outform der; } >"$to/$name.certificate"
      { printf '\006'; cat "$work/certificate"; } >"$to/$name.certificate.pem" ;;
  esac
done
printf '\005{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}' >"$to/okp.jwk"
printf '\005{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","d":"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"}' >"$to/ec.jwk"
printf '\005{"kty":"oct","k":"AAAA"}' >"$to/oct.jwk"
