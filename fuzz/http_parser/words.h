// The words from which random messages are made. Valid words come first: driver.cpp relies on the first 4 methods, 5
// urls, 15 names and 41 values being valid (1-9 for Connection, 11-20 for Transfer-Encoding, 22-25 for Content-Length),
// and on most line ends and extensions being valid.
#pragma once

#include <string_view>

namespace fuzz {

using namespace std::literals;

// clang-format off
constexpr std::string_view methods[] = {
    "GET", "POST", "HEAD", "PUT", "DELETE", "CONNECT", "OPTIONS", "PATCH", "M-SEARCH", "PROPFIND", "PROPPATCH", "PRI",
    "SOURCE", "GET_PARAMETER", "SETUP", "QUERY", "GET_", "GETX", "get", "UNSUBSCRIBE", "PU", "DESCRIBE", "LOCK",
    "PURGE", "MKACTIVITY", "REBIND", "LINK", "TEARDOWN", "FLUSH", "SEARCH", "G\0T"sv, "GET\t", "HTTP/1.1", "MKCOLA",
    "get "};
constexpr std::string_view urls[] = {
    "/", "*", "/a/b?c=d#e", "/?q=1&r=2", "http://host:80/path?x", "http://u:p@h/", "http://u@@h/", "host:443",
    "[::1]:80", "/\x80\xff", "/a\tb", "", "ftp:/x", "http://h?q", "h@h@h",
    "/%20/very/long/path/that/goes/on/and/on?and=on#and", "/#a#b?", "http://a.b#x", "x-y://z", "/a\fb", "?", "/?\x7f",
    "/#\x01", "http:///", "HTTP://H/", "http://a\\b/", "//host/path", "/a b", "/\0"sv, "h:1@", "http://@/",
    "/\"q\"|{}^`"};
constexpr std::string_view versions[] = {
    "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/11.1", "RTSP/1.0",
    "ICE/1.0", "HTP/1.1", "HTTP/1.", "HTTP/a.1", "http/1.1", "HTTP /1.1", "HTTP/1,1", "HTTP/3.0", "HTTP/1.10",
    "HTTP/01.1", "HTTP/1.1 x", "HTTP/", "H"};
constexpr std::string_view names[] = {
    "Host", "Connection", "connection", "Content-Length", "content-length", "Transfer-Encoding", "transfer-encoding",
    "Upgrade", "Expect", "Proxy-Connection", "Accept", "User-Agent", "X-Very-Long-Header-Name-Indeed", "a", "Cookie",
    "Connection-Extra", "Connectio", "Content-Lengt", "Transfer-Encodingx", "X_Y", "X Y", "Connection ", "Host ", "",
    "X\x80", "\tX", "!#$%&'*+-.^_`|~", "Trailer", "Content-Length ", "Upgrade\t", "X@", "Content-Length\0"sv,
    "\x0bHost", " Content-Length", "Transfer-Encoding\x0b", "Transfer_Encoding", "Content-Length:", "X\rY", "X\nY"};
constexpr std::string_view values[] = {
    "", "close", "keep-alive", "Keep-Alive", "upgrade", "Upgrade, close", "keep-alive, Upgrade", "close , foo",
    "closex, keep-alive", "foo, close", "foo,,upgrade", "chunked", "Chunked", "gzip, chunked", "chunked, gzip",
    "chunked,chunked", "chunked , chunked", "gzip,\tchunked  ", "chunked\t", "chunke", "chunkedx,chunked", "identity",
    "0", "5", "10", "5 ", "5\t ", "5 5", "5,5", "-1", "+1", "0x5", "18446744073709551615", "18446744073709551616",
    "99999999999999999999", "websocket", "h2c", "100-continue", "text/plain; q=\"x\"", "  leading", "trailing  ",
    "a\tb", "\x01", "a\x7f", "a\x80\xff", "a\rb", "a\nb",
    "a very long value that takes more than one vector, in fact three", "close\t,\tkeep-alive\t", "kEEP-aLIVE",
    ",close", "clo,close", "keep-alivE,UPGRADE", "\"chunked\"", "chunked;q=1", "x chunked", "chunked\x0b",
    "\x0b" "chunked", "chunked, identity", "identity, chunked", "chunked\0"sv, "0005", "5;", "5, 6", "1e1", "\xd9\xa5",
    "5\0"sv, "close\x0b", "upgrade, close, keep-alive"};
constexpr std::string_view ends[] = {
    "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n",
    "\r\n", "\n", "\r", "\r\r\n", "\r\n ", "\r\n\t"};
constexpr std::string_view extensions[] = {
    "", "", "", "", ";a", ";a=b", ";a=\"b c\"", ";a=\"\\\"\"", "; a", ";", ";a=", ";=b", ";a=b;c=d", ";a=\"\x01\"",
    ";a=\"b\"c", " ", "\t", ";a=\"\\\x01\"", ";a b", ";a=b\"c\"", ";a=\"b\";c", ";\x80", ";a=[", ";;", ";a=\"\t\x80\"",
    ";a=\"\r\"", ";a=\"b", ";a\0"sv, ";a==b", " ;a", ";a=b "};
constexpr std::string_view statuses[] = {
    "200 OK", "200", "200 ", "100 Continue", "101 Switching", "102 P", "103 E", "204 No Content", "304 Not Modified",
    "404 Not Found\x80", "20 OK", "2000 OK", "abc", "500 a\0b"sv, "199 x", "000 Zero", "999 Nine", " 200 OK", "200\tOK",
    "+200 OK", "200OK", "1 0 0", "426 Upgrade Required", "205 Reset"};
constexpr std::string_view noise[] = {
    "\r", "\n", "\r\n", " ", "\t", ":", ",", ";", "\0"sv, "\x7f", "\xff", "0", "a", "G", "H", "\f", "\x0b", "\x80",
    "\r\n\r\n", "\n\n"};
// clang-format on

}  // namespace fuzz
