// Recipes of the client program that differ in the body that a request sends, and in how its response is read.
#include "recipe.h"


// Makes a POST request that is not ended.
static http::ClientRequest post(Job job, http::Headers headers = {}) {
  auto options = job->options();
  options.method = "POST";
  options.headers = headers;
  return watch(job, "a", http::request(options));
}

void bodyRecipes(Recipes& recipe) {
recipe("postLength", [](Job job) {
  auto request = post(job, {{"Content-Length", 11}});
  request->write("hello");
  request->end(" world");
});
recipe("postChunked", [](Job job) {
  auto request = post(job);
  request->write("hello");
  request->end(" world");
});
recipe("postAtOnce", [](Job job) {
  post(job)->end("hello world");
});
recipe("postEmpty", [](Job job) {
  post(job)->end();
});
recipe("postEmptyWrites", [](Job job) {
  auto request = post(job);
  request->write("");
  request->write("a");
  request->end("");
});
recipe("postTrailers", [](Job job) {
  auto request = post(job, {{"Trailer", "X-Sum"}});
  request->write("hello");
  request->addTrailers({{"X-Sum", "5"}, {"X-Other", "a"}});
  request->end();
});
recipe("postFlush", [](Job job) {
  auto request = post(job);
  request->flushHeaders();
  setImmediate([=] { request->end("late"); });
});
recipe("postLater", [](Job job) {
  auto request = post(job);
  request->on(event::socket, [=] { setImmediate([=] {
    request->write("one");
    setImmediate([=] { request->end("two"); });
  }); });
});
recipe("postCallbacks", [](Job job) {
  auto request = post(job);
  request->write("hello", [=] { job->say("written"); });
  request->write(" there", [=] { job->say("written too"); });
  request->end(" world", [=] { job->say("ended"); });
});
recipe("postCork", [](Job job) {
  auto request = post(job);
  request->cork();
  request->write("a");
  request->write("b");
  job->say("corked " + str(request->writableCorked()) + " length " + str(request->writableLength()));
  request->uncork();
  request->cork();
  request->write("c");
  request->end("d");
});
recipe("postEncodings", [](Job job) {
  auto request = post(job);
  request->write("é", "latin1");
  request->write("aGVsbG8=", "base64");
  request->write(Buffer::from("buffer"));
  request->end("ff00", "hex");
});
recipe("postBig", [](Job job) {
  auto request = post(job, {{"Content-Length", 3000000}});
  auto block = Buffer::alloc(100000, "x");
  let<int> left = 30;
  let<Function<void()>> more;
  more = [=] {
    while (left > 0) {
      left--;
      if (!request->write(block)) return void(request->once(event::drain, more.value()));
    }
    request->end();
    more = nullptr;
  };
  more.value()();
});
recipe("postPastLength", [](Job job) {
  auto request = post(job, {{"Content-Length", 3}});
  request->strictContentLength = true;
  try {
    request->write("hello");
  } catch (const Error& error) {
    job->say("threw " + describe(error));
  }
  request->destroy();
});
recipe("postAfterEnd", [](Job job) {
  auto request = post(job);
  request->end("x");
  request->write("y", [=](Error error) { job->say("written " + error->code); });
});
recipe("postTwoCodings", [](Job job) {
  auto request = post(job, {{"Transfer-Encoding", "gzip, chunked"}});
  request->end("x");
});
recipe("postConnectionClose", [](Job job) {
  post(job, {{"Connection", "close"}, {"Content-Length", "1"}})->end("x");
});
recipe("getBody", [](Job job) {
  auto request = watch(job, "a", http::request(job->options()));
  request->write("un");
  request->end("usual");
});
recipe("deleteBody", [](Job job) {
  auto options = job->options();
  options.method = "DELETE";
  watch(job, "a", http::request(options))->end("body");
});
recipe("expect", [](Job job) {
  auto request = post(job, {{"Expect", "100-continue"}});
  job->say("sent " + str(request->headersSent()));
  request->on(event::continue_, [=] { request->end("go on"); });
});
recipe("expectEnds", [](Job job) {
  auto request = post(job, {{"Expect", "100-continue"}, {"Content-Length", 2}});
  request->on(event::continue_, [=] { request->end("go"); });
  request->on(event::response, [=] { request->destroy(); });
});
recipe("never", [](Job job) {
  post(job)->write("begun");
});
recipe("upgrade", [](Job job) {
  auto options = job->options();
  options.headers = {{"Connection", "Upgrade"}, {"Upgrade", "echo"}};
  auto request = http::get(options);
  watch(job, "a", request);
  request->on(event::upgrade, [=](auto response, auto socket, auto head) {
    watchResponse(job, "a", response);
    job->say("upgrade " + job->nameOf(socket) + " " + show(head.toString("latin1")) + " " + job->lists());
    let<String> body = "";
    socket->on(event::data, [=](Buffer chunk) { body += chunk.toString("latin1"); });
    socket->on(event::end, [=] { job->say("got " + show(body)); });
    socket->write("over");
  });
});
recipe("upgradeUnheard", [](Job job) {
  auto options = job->options();
  options.headers = {{"Connection", "Upgrade"}, {"Upgrade", "echo"}};
  watch(job, "a", http::get(options));
});
recipe("connect", [](Job job) {
  auto options = job->options();
  options.method = "CONNECT";
  options.path = "example.com:80";
  auto request = http::get(options);
  watch(job, "a", request);
  request->on(event::connect, [=](auto response, auto socket, auto head) {
    watchResponse(job, "a", response);
    job->say("connect " + job->nameOf(socket) + " " + show(head.toString("latin1")) + " " + job->lists());
    let<String> body = "";
    socket->on(event::data, [=](Buffer chunk) { body += chunk.toString("latin1"); });
    socket->on(event::end, [=] { job->say("got " + show(body)); });
    socket->write("over");
  });
});
recipe("connectUnheard", [](Job job) {
  auto options = job->options();
  options.method = "CONNECT";
  options.path = "example.com:80";
  watch(job, "a", http::get(options));
});
recipe("paused", [](Job job) {
  auto request = http::get(job->options());
  watchRequest(job, "a", request);
  request->on(event::response, [=](auto response) {
    watchResponse(job, "a", response);
    collect(job, "a", response);
    response->pause();
    setTimeout([=] {
      job->say("resumes");
      response->resume();
    }, 40);
  });
});
recipe("unread", [](Job job) {
  auto request = http::get(job->options());
  watchRequest(job, "a", request);
  request->on(event::response, [=](auto response) { watchResponse(job, "a", response); });
});
recipe("readLate", [](Job job) {
  auto request = http::get(job->options());
  watchRequest(job, "a", request);
  request->on(event::response, [=](auto response) {
    watchResponse(job, "a", response);
    setTimeout([=] {
      job->say("reads");
      collect(job, "a", response);
    }, 40);
  });
});
recipe("encoded", [](Job job) {
  auto request = http::get(job->options());
  watchRequest(job, "a", request);
  request->on(event::response, [=](auto response) {
    watchResponse(job, "a", response);
    response->setEncoding("utf8");
    let<String> body = "";
    response->on(event::data, [=](String text) { body += text; });
    response->on(event::end, [=] { job->say("text " + str(Buffer::byteLength(body)) + " " + body.value()); });
  });
});
recipe("readable", [](Job job) {
  auto request = http::get(job->options());
  watchRequest(job, "a", request);
  request->on(event::response, [=](auto response) {
    watchResponse(job, "a", response);
    let<String> body = "";
    response->on(event::readable, [=] {
      stream::Chunk chunk;
      while ((chunk = response->read()) != nullptr) body += chunk.toString("latin1");
    });
    response->on(event::end, [=] { job->say("read " + show(body)); });
  });
});
}
