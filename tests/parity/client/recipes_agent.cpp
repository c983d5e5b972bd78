// Recipes of the client program that make several requests, to show how their agent uses its connections.
#include "recipe.h"


static http::ClientRequest get(Job job, String name) {
  auto options = job->options();
  options.path = "/" + name;
  return watch(job, name, http::get(options));
}

void agentRecipes(Recipes& recipe) {
recipe("twice", [](Job job) {
  get(job, "a")->on(event::close, [=] {
    job->say(job->lists());
    get(job, "b");
  });
});
recipe("twiceSoon", [](Job job) {
  get(job, "a")->on(event::close, [=] { setImmediate([=] {
    job->say(job->lists());
    get(job, "b");
  }); });
});
recipe("twiceLate", [](Job job) {
  get(job, "a")->on(event::close, [=] { setTimeout([=] {
    job->say(job->lists());
    get(job, "b");
  }, 60); });
});
recipe("twiceInEnd", [](Job job) {
  get(job, "a")->on(event::response, [=](auto response) { response->on(event::end, [=] { get(job, "b"); }); });
});
recipe("threeInTurn", [](Job job) {
  get(job, "a")->on(event::close, [=] { setImmediate([=] {
    get(job, "b")->on(event::close, [=] { setImmediate([=] { get(job, "c"); }); });
  }); });
});
recipe("parallel", [](Job job) {
  get(job, "a");
  get(job, "b")->on(event::socket, [=] { job->say(job->lists()); });
});
recipe("parallelPlain", [](Job job) {
  job->use(make<http::Agent>());
  get(job, "a");
  get(job, "b")->on(event::socket, [=] { job->say(job->lists()); });
});
recipe("queue", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .maxSockets = 1}));
  get(job, "a");
  get(job, "b");
  get(job, "c");
  job->say(job->lists());
});
recipe("queuePlain", [](Job job) {
  job->use(make<http::Agent>({.maxSockets = 1}));
  get(job, "a");
  get(job, "b");
  job->say(job->lists());
});
recipe("queueDestroy", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .maxSockets = 1}));
  get(job, "a");
  auto second = get(job, "b");
  get(job, "c");
  second->destroy();
  job->say(job->lists());
});
recipe("queueDestroyFirst", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .maxSockets = 1}));
  auto first = get(job, "a");
  get(job, "b");
  first->on(event::socket, [=] { first->destroy(); });
});
recipe("total", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .maxTotalSockets = 1}));
  get(job, "a");
  auto options = job->options();
  options.localAddress = "127.0.0.1";
  watch(job, "b", http::get(options));
  job->say(job->lists());
});
recipe("totalPlain", [](Job job) {
  job->use(make<http::Agent>({.maxTotalSockets = 1}));
  get(job, "a");
  auto options = job->options();
  options.localAddress = "127.0.0.1";
  watch(job, "b", http::get(options));
  job->say(job->lists());
});
recipe("scheduling", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .scheduling = job->argument}));
  get(job, "a");
  get(job, "b")->on(event::close, [=] { setTimeout([=] { get(job, "c"); }, 30); });
});
recipe("maxFree", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .maxFreeSockets = 1}));
  get(job, "a");
  get(job, "b");
});
recipe("agentTimeout", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .timeout = 40}));
  get(job, "a");
});
recipe("hint", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .timeout = toNumber(job->argument)}));
  auto request = get(job, "a");
  request->on(event::close, [=] { setImmediate([=] { job->say("timeout " + str(request->socket->timeout) + " " + job->lists()); }); });
});
recipe("hintBuffer", [](Job job) {
  job->use(make<http::Agent>({.keepAlive = true, .agentKeepAliveTimeoutBuffer = toNumber(job->argument), .timeout = 9000}));
  auto request = get(job, "a");
  request->on(event::close, [=] { setImmediate([=] { job->say("timeout " + str(request->socket->timeout) + " " + job->lists()); }); });
});
recipe("agentDestroy", [](Job job) {
  auto request = get(job, "a");
  request->on(job->argument, [=] {
    job->say("destroys the agent");
    job->agent->destroy();
  });
});
recipe("badScheduling", [](Job job) {
  job->use(make<http::Agent>({.scheduling = "random"}));
});
recipe("badTotal", [](Job job) {
  job->use(make<http::Agent>({.maxTotalSockets = -1}));
});
recipe("getName", [](Job job) {
  auto agent = job->agent;
  job->say(agent->getName());
  job->say(agent->getName({.host = "h", .port = 80}));
  job->say(agent->getName({.family = 6, .host = "h", .localAddress = "l", .port = 80}));
  job->say(agent->getName({.family = 5, .socketPath = "/s"}));
  job->say(str(agent->defaultPort) + " " + str(agent->protocol) + " " + str(agent->maxSockets) + " " + str(agent->maxFreeSockets) + " " + str(agent->scheduling) + " " +
    str(agent->maxTotalSockets) + " " + str(agent->keepAlive) + " " + str(agent->keepAliveMsecs));
});
recipe("agentProtocol", [](Job job) {
  job->use(make<http::Agent>({.defaultPort = 90, .protocol = "other:"}));
  watch(job, "a", http::get(job->options()));
});
}
