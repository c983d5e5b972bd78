#!/bin/sh
# Runs nginx as bench/peers/nginx.sh does, over TLS with the key and the certificate in $KEY and $CERT. Sessions are
# resumed by tickets under a key of its own, as in Node.js and Node.cpp.
#   nginx.sh DIRECTORY PROGRAM    GET /?value=hello answers the value, GET /file the file $FILE
set -eu
directory=$1
program=$2
mkdir -p "$directory/html"
cp "$FILE" "$directory/html/file"
head -c 48 /dev/urandom >"$directory/ticket.key"
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
  keepalive_timeout 600;
  types { text/xml xml; }
  default_type text/xml;
  client_body_temp_path $directory/body;
  proxy_temp_path $directory/proxy;
  fastcgi_temp_path $directory/fastcgi;
  uwsgi_temp_path $directory/uwsgi;
  scgi_temp_path $directory/scgi;
  server {
    listen 127.0.0.1:$PORT ssl backlog=511;
    ssl_certificate $CERT;
    ssl_certificate_key $KEY;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_ticket_key $directory/ticket.key;
    root $directory/html;
    location / { }
    location = / { return 200 \$arg_value; }
  }
}
END
exec "$program" -p "$directory" -c "$directory/nginx.conf" -e stderr
