#!/bin/sh
# Writes inputs for tls_engine_fuzz into the folder $1: whole handshakes with each setting, data in both directions, and
# one thing that goes wrong. A byte of an input is an operation: its lowest bit is the side, the four above it say what.
set -eu
to=$1
pass='\024\025\024\025'                       # What lies on the wire passes, four times.
data='\014\005hello!\024\015\005answer\025'   # Each side writes six bytes, and they pass.
end='\016\024\017\025'                        # Each side ends.
asks='\022\001abcdABCD\007\023\000abcdABCD\100'
for how in 000 001 004 005; do printf "\\$how$pass$data$asks$end" >"$to/plain_$how"; done
# A server that is asked, and answers: with another context, a protocol, no protocol, a session, a status, a refusal.
for answer in 000 001 002 004; do printf "\\002\\024\\020\\$answer$pass$data" >"$to/asked_$answer"; done
printf '\002\024\020\010\004none\025\024\025' >"$to/asked_session"
printf '\042\024\020\020\004good\025\024\025\024' >"$to/asked_status"
printf '\002\024\020\040\160\025\024\025' >"$to/asked_refusal"
# Names of a host and of protocols, and a session that is none.
printf '\112\013localhost.a\002\001h2\007http/1.1\024\020\002\025\024\025\024' >"$to/names"
printf "\\020\\001\\00012345678$pass$data" >"$to/session"
# A byte that is changed, bytes that are lost, put in between, repeated, and that come in pieces.
printf "\\000\\002\\000\\100\\001$pass" >"$to/changed_hello"
printf "\\000\\024\\003\\000\\200\\001\\025$pass" >"$to/changed_answer"
printf "\\000$pass\\014\\005hello!\\002\\000\\007\\001\\024\\025" >"$to/changed_data"
printf "\\000$pass\\014\\005hello!\\010\\024\\025" >"$to/repeated_data"
printf "\\000\\004\\020$pass" >"$to/lost"
printf "\\000\\006\\000\\007\\025\\003\\003\\000\\002\\002\\050$pass" >"$to/alert"
printf '\000\012\001\012\004\012\100\012\377\025\013\003\013\377\013\377\013\377\024\025' >"$to/pieces"
printf '\000\000\022GET / HTTP/1.1\015\012\015\012\024' >"$to/http"
