#!/bin/sh
# Runs nginx as the current user, in the foreground and in one process, on $PORT, with a configuration in a directory of
# its own. Requests are not logged, and the number of requests on a connection is not limited.
#   nginx.sh DIRECTORY PROGRAM    GET /?value=hello answers the value (return), GET /hello.xml the file of 5 bytes
set -eu
directory=$1
program=$2
mkdir -p "$directory/html"
printf hello >"$directory/html/hello.xml"
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
    listen 127.0.0.1:$PORT backlog=511;
    root $directory/html;
    location / { }
    location = / { return 200 \$arg_value; }
  }
}
END
exec "$program" -p "$directory" -c "$directory/nginx.conf" -e stderr
