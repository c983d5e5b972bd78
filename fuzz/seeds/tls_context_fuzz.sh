#!/bin/sh
# Writes inputs for tls_context_fuzz into the folder $1: certificates, keys, archives and lists, good ones and such with
# faults. They are made anew, since private keys are not committed. The first byte of each says what it is.
set -eu
cd "$(dirname "$0")/../.."
to=$1
sh tests/pairs/tls/authority.sh | awk -v to="$to" '
  function byteOf(name) {
    if (name ~ /^dh\.pem$/) return 4
    if (name ~ /\.key$/) return 1
    if (name ~ /\.crl$/) return 3
    if (name ~ /\.pem$/) return 0
    return -1
  }
  /^== / { file = $2; byte = byteOf(file); if (byte >= 0) printf "%c", byte + 64 > (to "/" file); next }
  byte >= 0 { print > (to "/" file) }
'
# awk cannot write a byte of zero everywhere, so it has written a letter, which becomes the byte here. A file in PEM has a
# twin in DER, which gets its lines back in the program.
for file in "$to"/*.pem "$to"/*.key "$to"/*.crl; do
  case $(head -c 1 "$file") in
    @) byte=0 ;; A) byte=1 ;; C) byte=3 ;; *) byte=4 ;;
  esac
  tail -c +2 "$file" >"$file.text"
  { printf "\\$(printf %03o "$byte")"; cat "$file.text"; } >"$file"
  sed '/^-----/d' "$file.text" | base64 -d >"$file.der" 2>/dev/null || : >"$file.der"
  case $file in *.key) byte=5 ;; esac
  { printf "\\$(printf %03o $((byte + 16)))"; cat "$file.der"; } >"$file.wrapped"
  rm "$file.text" "$file.der"
done
# An archive and its pass phrase, and names of algorithms.
openssl ecparam -name prime256v1 -genkey -noout -out "$to/key"
openssl req -x509 -new -key "$to/key" -subj /CN=localhost -days 1000 -out "$to/certificate"
{ printf '\046'; openssl pkcs12 -export -inkey "$to/key" -in "$to/certificate" -passout pass:good -iter 1; printf good; } >"$to/archive"
{ printf '\014'; cat "$to/key" "$to/certificate"; } >"$to/both"
rm "$to/key" "$to/certificate"
printf '\007TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256:DEFAULT@SECLEVEL=0:!aNULL:+RSA:-SHA1' >"$to/ciphers"
printf '\010X25519:P-256:P-384:prime256v1' >"$to/curves"
printf '\011RSA-PSS+SHA256:ECDSA+SHA384:ed25519:rsa_pss_rsae_sha256' >"$to/algorithms"
printf '\0121234567890123456789012345678901234' >"$to/session_context"
printf '\013123456789012345678901234567890123456789012345678' >"$to/ticket_keys"
