// Recipes of the client program that destroy or abort a request, or that set a time-out.
#include "recipe.h"


// Calls `f` when the request has reached `stage`.
static void at(Job job, http::ClientRequest request, String stage, Function<void()> f) {
  Function<void()> act = [=] {
    job->say("now, " + stage);
    f();
  };
  if (stage == "first") act();
  if (stage == "tick") process::nextTick(act);
  if (stage == "immediate") setImmediate(act);
  if (stage == "later") setTimeout(act, 40);
  if (stage == "socket") request->on(event::socket, act);
  if (stage == "connect") request->on(event::socket, [=](auto socket) { socket->on(event::connect, act); });
  if (stage == "finish") request->on(event::finish, act);
  if (stage == "information") request->on(event::information, act);
  if (stage == "response") request->on(event::response, act);
  if (stage == "data") request->on(event::response, [=](auto response) { response->once(event::data, act); });
  if (stage == "end") request->on(event::response, [=](auto response) { response->on(event::end, act); });
  if (stage == "responseClose") request->on(event::response, [=](auto response) { response->on(event::close, act); });
  if (stage == "close") request->on(event::close, act);
}

void endRecipes(Recipes& recipe) {
recipe("destroy", [](Job job) {
  auto request = watch(job, "a", http::request(job->options()));
  at(job, request, job->argument, [=] { request->destroy(); });
  request->end();
});
recipe("destroyError", [](Job job) {
  auto request = watch(job, "a", http::request(job->options()));
  at(job, request, job->argument, [=] { request->destroy(TypeError("given up")); });
  request->end();
});
recipe("abort", [](Job job) {
  auto request = watch(job, "a", http::request(job->options()));
  at(job, request, job->argument, [=] {
    request->abort();
    request->abort();
  });
  request->end();
});
recipe("signal", [](Job job) {
  auto controller = make<AbortController>();
  auto options = job->options();
  options.signal = controller->signal();
  auto request = watch(job, "a", http::request(options));
  at(job, request, job->argument, [=] { controller->abort(); });
  request->end();
});
recipe("signalReason", [](Job job) {
  auto controller = make<AbortController>();
  auto options = job->options();
  options.signal = controller->signal();
  auto request = watch(job, "a", http::request(options));
  at(job, request, job->argument, [=] { controller->abort(Error("why")); });
  request->end();
});
recipe("signalBefore", [](Job job) {
  auto options = job->options();
  options.signal = AbortSignal::abort();
  watch(job, "a", http::get(options));
});
recipe("destroyAlone", [](Job job) {
  auto options = job->options();
  options.agent = false;
  auto request = watch(job, "a", http::request(options));
  at(job, request, job->argument, [=] { request->destroy(); });
  request->end();
});
recipe("destroyPost", [](Job job) {
  auto options = job->options();
  options.method = "POST";
  auto request = watch(job, "a", http::request(options));
  request->write("begun");
  at(job, request, job->argument, [=] { request->destroy(); });
});
recipe("destroyTwice", [](Job job) {
  auto request = watch(job, "a", http::get(job->options()));
  request->destroy(Error("first"));
  request->destroy(Error("second"));
  job->say("destroyed " + str(request->destroyed()));
});
recipe("writeDestroyed", [](Job job) {
  auto options = job->options();
  options.method = "POST";
  auto request = watch(job, "a", http::request(options));
  request->destroy();
  request->write("x", [=](Error error) { job->say("written " + describe(error)); });
  request->end();
});
recipe("resDestroy", [](Job job) {
  auto request = http::get(job->options());
  watchRequest(job, "a", request);
  request->on(event::response, [=](auto response) {
    watchResponse(job, "a", response);
    collect(job, "a", response);
    at(job, request, job->argument, [=] { response->destroy(); });
    if (job->argument == "inResponse") response->destroy();
    if (job->argument == "inData") response->once(event::data, [=] { response->destroy(); });
    if (job->argument == "inEnd") response->on(event::end, [=] { response->destroy(); });
  });
});
recipe("resDestroyError", [](Job job) {
  auto request = http::get(job->options());
  watchRequest(job, "a", request);
  request->on(event::response, [=](auto response) {
    watchResponse(job, "a", response);
    collect(job, "a", response);
    if (job->argument == "inResponse") response->destroy(Error("enough"));
    if (job->argument == "inData") response->once(event::data, [=] { response->destroy(Error("enough")); });
    if (job->argument == "inEnd") response->on(event::end, [=] { response->destroy(Error("enough")); });
  });
});
recipe("socketDestroy", [](Job job) {
  auto request = watch(job, "a", http::request(job->options()));
  at(job, request, job->argument, [=] { request->socket->destroy(); });
  request->end();
});
recipe("socketError", [](Job job) {
  auto request = watch(job, "a", http::request(job->options()));
  at(job, request, job->argument, [=] { request->socket->destroy(Error("broken")); });
  request->end();
});
recipe("timeoutOption", [](Job job) {
  auto options = job->options();
  options.timeout = 40;
  watch(job, "a", http::get(options));
});
recipe("timeoutDestroys", [](Job job) {
  auto options = job->options();
  options.timeout = 40;
  auto request = watch(job, "a", http::get(options));
  request->on(event::timeout, [=] { request->destroy(); });
});
recipe("timeoutAlone", [](Job job) {
  auto options = job->options();
  options.agent = false;
  options.timeout = 40;
  watch(job, "a", http::get(options));
});
recipe("setTimeout", [](Job job) {
  auto request = watch(job, "a", http::get(job->options()));
  request->setTimeout(40, [=] { job->say("timed out"); });
});
recipe("setTimeoutOnSocket", [](Job job) {
  auto request = watch(job, "a", http::get(job->options()));
  request->on(event::socket, [=] { request->setTimeout(40, [=] {
    job->say("timed out");
    request->destroy(Error("too slow"));
  }); });
});
recipe("resTimeout", [](Job job) {
  auto request = watch(job, "a", http::get(job->options()));
  request->on(event::response, [=](auto response) { response->setTimeout(40, [=] {
    job->say("timed out");
    response->destroy();
  }); });
});
recipe("clearTimeout", [](Job job) {
  auto options = job->options();
  options.timeout = 40;
  auto request = watch(job, "a", http::get(options));
  request->on(event::socket, [=] { request->setTimeout(0); });
});
recipe("badTimeout", [](Job job) {
  auto options = job->options();
  options.timeout = -1;
  watch(job, "a", http::get(options));
});
recipe("badSetTimeout", [](Job job) {
  auto request = watch(job, "a", http::get(job->options()));
  try {
    request->setTimeout(-1);
  } catch (const Error& error) {
    job->say("threw " + describe(error));
  }
});
recipe("noDelay", [](Job job) {
  auto request = watch(job, "a", http::get(job->options()));
  request->setNoDelay();
  request->setSocketKeepAlive(true, 1000);
});
}
