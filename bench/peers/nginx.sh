#!/bin/sh
# Runs nginx as the current user, in the foreground and in one process, on $PORT, with a configuration in a directory of
# its own. Requests are not logged, and the number of requests on a connection is not limited.
#   nginx.sh DIRECTORY PROGRAM    GET /?value=hello answers the value (return), GET /hello.xml the file of 5 bytes
# With $KEY and $CERT it speaks TLS, and resumes sessions by tickets under a key of its own, as Node.js and Node.cpp do.
# With $FILE, GET /file answers that file. With $ROOT it serves the files of that folder in place of its own.
set -eu
directory=$1
program=$2
mkdir -p "$directory/html"
printf hello >"$directory/html/hello.xml"
[ -z "${FILE:-}" ] || cp "$FILE" "$directory/html/file"
site=${ROOT:-$directory/html}
listen="listen 127.0.0.1:$PORT backlog=511;"
if [ -n "${KEY:-}" ]; then
  head -c 48 /dev/urandom >"$directory/ticket.key"
  listen="listen 127.0.0.1:$PORT ssl backlog=511;
    ssl_certificate $CERT;
    ssl_certificate_key $KEY;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_ticket_key $directory/ticket.key;
    keepalive_timeout 600;"
fi
cat >"$directory/nginx.conf" <<END
daemon off;
master_process off;
pid $directory/pid;
error_log stderr error;
events { worker_connections 16384; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  types { text/xml xml; }
  default_type text/xml;
  client_body_temp_path $directory/body;
  proxy_temp_path $directory/proxy;
  fastcgi_temp_path $directory/fastcgi;
  uwsgi_temp_path $directory/uwsgi;
  scgi_temp_path $directory/scgi;
  server {
    $listen
    root $site;
    location / { }
    location = / { return 200 \$arg_value; }
  }
}
END
exec "$program" -p "$directory" -c "$directory/nginx.conf" -e stderr
