// What callbacks give when there is no error: null or undefined.
#include <nodecpp/fs.h>
#include <nodecpp/zlib.h>
#include <nodecpp/crypto.h>
#include <nodecpp/dns.h>
#include <nodecpp/child_process.h>
#include <nodecpp/stream.h>
#include <nodecpp/net.h>
#include <nodecpp/http.h>
#include <nodecpp/dgram.h>
#include <nodecpp/os.h>
#include <nodecpp/number.h>
#include <nodecpp/console.h>
using namespace nodecpp;
namespace cp = nodecpp::child_process;
using D = Function<void(Error)>;
struct Step { String name; Function<void(D)> run; };
void next(Array<Step> steps) {
  if (steps.length() == 0) return;
  auto step = steps.shift();
  step.run([=](Error error) { console::log(step.name, error); next(steps); });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto base = fs::mkdtempSync(os::tmpdir() + "/e1-");
  auto f = base + "/a", g = base + "/b";
  let<int> fd1 = 0;
  let<fs::Dir> dir1;
  Array<Step> steps{
  {"writeFile", [=](D d) { fs::writeFile(f, "x", d); }}, {"appendFile", [=](D d) { fs::appendFile(f, "y", d); }}, {"readFile", [=](D d) { fs::readFile(f, [=](Error e, Buffer) { d(e); }); }}, {"stat", [=](D d) { fs::stat(f, [=](Error e, auto) { d(e); }); }}, {"lstat", [=](D d) { fs::lstat(f, [=](Error e, auto) { d(e); }); }},
  {"open", [=](D d) { fs::open(f, "r+", [=](Error e, int fd) { fd1 = fd; d(e); }); }}, {"fstat", [=](D d) { fs::fstat(fd1, [=](Error e, auto) { d(e); }); }}, {"read", [=](D d) { fs::read(fd1, Buffer::alloc(1), 0, 1, 0, [=](Error e, auto, auto) { d(e); }); }}, {"write", [=](D d) { fs::write(fd1, "z", [=](Error e, auto, auto) { d(e); }); }},
  {"fsync", [=](D d) { fs::fsync(fd1, d); }}, {"fdatasync", [=](D d) { fs::fdatasync(fd1, d); }}, {"ftruncate", [=](D d) { fs::ftruncate(fd1, 1, d); }}, {"futimes", [=](D d) { fs::futimes(fd1, 1, 1, d); }}, {"fchmod", [=](D d) { fs::fchmod(fd1, 0600, d); }}, {"close", [=](D d) { fs::close(fd1, d); }},
  {"access", [=](D d) { fs::access(f, d); }}, {"chmod", [=](D d) { fs::chmod(f, 0644, d); }}, {"utimes", [=](D d) { fs::utimes(f, 1, 1, d); }}, {"truncate", [=](D d) { fs::truncate(f, 1, d); }}, {"copyFile", [=](D d) { fs::copyFile(f, g, d); }}, {"rename", [=](D d) { fs::rename(g, g + "c", d); }},
  {"link", [=](D d) { fs::link(f, g, d); }}, {"symlink", [=](D d) { fs::symlink(f, g + "s", d); }}, {"readlink", [=](D d) { fs::readlink(g + "s", [=](Error e, auto) { d(e); }); }}, {"realpath", [=](D d) { fs::realpath(f, [=](Error e, auto) { d(e); }); }}, {"mkdir", [=](D d) { fs::mkdir(base + "/d", d); }}, {"mkdir -p", [=](D d) { fs::mkdir(base + "/d/e/f", {.recursive = true}, [=](Error e, auto) { d(e); }); }},
  {"readdir", [=](D d) { fs::readdir(base, [=](Error e, auto) { d(e); }); }}, {"opendir", [=](D d) { fs::opendir(base, [=](Error e, fs::Dir dir) { dir1 = dir; d(e); }); }}, {"dir.read", [=](D d) { dir1.value()->read([=](Error e, auto) { d(e); }); }}, {"dir.close", [=](D d) { dir1.value()->close(d); }}, {"mkdtemp", [=](D d) { fs::mkdtemp(base + "/m-", [=](Error e, auto) { d(e); }); }},
  {"unlink", [=](D d) { fs::unlink(g, d); }}, {"rmdir", [=](D d) { fs::rmdir(base + "/d/e/f", d); }}, {"cp", [=](D d) { fs::cp(base + "/d", base + "/d2", {.recursive = true}, d); }}, {"rm", [=](D d) { fs::rm(base, {.recursive = true}, d); }},
  {"gzip", [=](D d) { zlib::gzip("x", [=](Error e, auto) { d(e); }); }}, {"inflate", [=](D d) { zlib::inflate(zlib::deflateSync("x"), [=](Error e, auto) { d(e); }); }}, {"randomBytes", [=](D d) { crypto::randomBytes(2, [=](Error e, auto) { d(e); }); }}, {"randomInt", [=](D d) { crypto::randomInt(5, [=](Error e, auto) { d(e); }); }}, {"pbkdf2", [=](D d) { crypto::pbkdf2("a", "b", 1, 2, "sha1", [=](Error e, auto) { d(e); }); }}, {"scrypt", [=](D d) { crypto::scrypt("a", "b", 8, [=](Error e, auto) { d(e); }); }},
  {"lookup", [=](D d) { dns::lookup("127.0.0.1", [=](Error e, auto, auto) { d(e); }); }}, {"exec", [=](D d) { cp::exec("true", [=](Error e, auto, auto) { d(e); }); }}, {"execFile", [=](D d) { cp::execFile("true", [=](Error e, auto, auto) { d(e); }); }},
  {"finished", [=](D d) { stream::finished(stream::Readable::from(Array<String>{"a"})->resume(), d); }}, {"pipeline", [=](D d) { stream::pipeline(stream::Readable::from(Array<String>{"a"}), make<stream::PassThrough>()->resume(), d); }},
  {"write", [=](D d) { make<stream::PassThrough>()->write("x", d); }}, {"end", [=](D d) { make<stream::PassThrough>()->resume()->end("x", d); }}, {"end()", [=](D d) { make<stream::PassThrough>()->resume()->end(d); }}, 
  {"server.close", [=](D d) { auto s = net::createServer(); s->listen(0, [=] { s->close(d); }); }}, {"http.close", [=](D d) { auto s = http::createServer(); s->listen(0, [=] { s->close(d); }); }},
  {"dgram.send", [=](D d) { auto s = dgram::createSocket("udp4"); s->send("x", 9, "127.0.0.1", [=](Error e, auto) { d(e); s->close(); }); }},
  {"callbackify", [=](D d) { d(nullptr); }}, {"socket.end", [=](D d) { auto s = net::createServer([](auto c) { c->resume()->on("end", [=] { c->end(); }); }); s->listen(0, [=] { let<net::Socket> c; c = net::connect(s->address().port, [=] { c->end("x", [=](Error e) { s->close(); d(e); }); }); }); }},
  {"socket.write", [=](D d) { auto s = net::createServer([](auto c) { c->resume()->on("end", [=] { c->end(); }); }); s->listen(0, [=] { let<net::Socket> c; c = net::connect(s->address().port, [=] { c->write("x", [=](Error e) { s->close(); c->end(); d(e); }); }); }); }},
  };
  next(steps);
}); }
