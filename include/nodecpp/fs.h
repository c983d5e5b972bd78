// fs: files, with the three forms of Node's functions: with a callback, synchronous (…Sync), and as promises
// (fs::promises).
// https://nodejs.org/docs/latest-v24.x/api/fs.html
//
//   fs::readFile("a.txt", "utf8", [=](Error err, String data) {…});
//   String data = fs::readFileSync("a.txt", "utf8");
//   String data = co_await fs::promises::readFile("a.txt", "utf8");
#pragma once

#include <nodecpp/fs/attributes.h>
#include <nodecpp/fs/blobs.h>
#include <nodecpp/fs/copy.h>
#include <nodecpp/fs/dir.h>
#include <nodecpp/fs/glob.h>
#include <nodecpp/fs/paths.h>
#include <nodecpp/fs/promises.h>
#include <nodecpp/fs/read_write.h>
#include <nodecpp/fs/record_streams.h>
#include <nodecpp/fs/streams.h>
#include <nodecpp/fs/utf8_stream.h>
#include <nodecpp/fs/watch.h>
