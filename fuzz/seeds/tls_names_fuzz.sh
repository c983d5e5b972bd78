#!/bin/sh
# Writes inputs for tls_names_fuzz into the folder $1: certificates in DER with names of all kinds, lists of names, and
# texts of alternative names.
set -eu
cd "$(dirname "$0")/../.."
to=$1
sh tests/pairs/tls/authority.sh | awk -v to="$to" '/^== / { file = $2; next } file ~ /\.pem$/ && !/^-----/ { print > (to "/" file) }'
for file in "$to"/*.pem; do
  base64 -d "$file" >"$file.der" && mv "$file.der" "$file"
done
printf 'good.example' >"$to/good"
printf 'GOOD.example.\nevil.example' >"$to/several"
printf 'evil.example, DNS:good.example' >"$to/comma"
printf 'good.example\000.evil.example' >"$to/zero"
printf '"good.example"' >"$to/quotes"
printf 'x\\", DNS:good.example' >"$to/escaped"
printf 'DNS:"a\\u0000b", DNS:*.good.example, IP Address:1.2.3.4' >"$to/text"
